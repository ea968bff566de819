/** Measures a bulk change of ten thousand articles, its undo and the review of a workbook, and searches meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import { addressOf } from '../contract/address.ts'
import { searchProducts } from '../contract/catalogue.ts'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/open.ts'
import { createSessions } from '../server/people/auth/sessions.service.ts'
import { makeUser } from '../server/test/make.ts'
import { startPostgres } from '../server/test/postgres.ts'
import { startSession } from '../server/test/test-app.ts'
import { fillCatalogue, shopCatalogue } from '../testkit/fill-shop.ts'
import { launchShop } from '../testkit/shop-process.ts'
import { generateQueries } from './generate-queries.ts'
import { at, searchDuring } from './load.ts'

const ARTICLES = 10_000
const ADDRESS = '/api/pedidos/productos/lotes'

/** Times in milliseconds. */
export interface BulkFigures {
  review: number
  apply: number
  undo: number
  reviewSheet: number
  /** Searches while the shop did nothing else. */
  quiet: { p95: number; count: number }
  /** Searches during the change and its undo. */
  beside: { p95: number; longest: number; count: number }
}

/** Fills a database of the kind, starts the shop on it and measures. */
export async function measureBulk(kind: 'server' | 'embedded'): Promise<BulkFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-bench-'))
  const postgres = kind === 'server' ? await startPostgres({ fsync: true }) : undefined
  const items = shopCatalogue(ARTICLES)
  try {
    const token = await fill({ dataDir, url: postgres?.url }, items)
    const shop = launchShop({
      dataDir,
      logFile: join(dataDir, 'shop.log'),
      env: { LOG_LEVEL: 'warn', ...(postgres && { DATABASE_URL: postgres.url }) },
    })
    try {
      const url = await shop.ready
      const headers = { authorization: `Bearer ${token}` }
      const paths = generateQueries(items, { count: 2_000 }).map((query) =>
        addressOf(searchProducts, { query: { ...query, page: 0 } }),
      )
      const post = async (address: string, body: object | FormData) => {
        const since = performance.now()
        const isForm = body instanceof FormData
        const answer = await fetch(`${url}${ADDRESS}${address}`, {
          method: 'POST',
          headers: isForm ? headers : { ...headers, 'content-type': 'application/json' },
          body: isForm ? body : JSON.stringify(body),
        })
        const json: { huella: string; cambian: number; cambiados: number; restaurados: number; id: number } =
          await answer.json()
        if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${JSON.stringify(json)}`)
        return { json, ms: performance.now() - since }
      }
      const search = (path: string) => fetch(url + path, { headers })
      const changes = (discount: number) => ({
        filtro: { n: '' },
        cambios: { DESCUENTO_IO: discount, OFERTA_IO: 1, INDICACION_IO: 'Lote' },
      })
      const once = async (discount: number) => {
        const review = await post('/revisar', changes(discount))
        const apply = await post('', { ...changes(discount), huella: review.json.huella })
        const undo = await post(`/${apply.json.id}/deshacer`, {})
        const { cambiados } = apply.json
        if (cambiados < ARTICLES * 0.99 || undo.json.restaurados !== cambiados)
          throw new Error(`${cambiados} articles were changed and ${undo.json.restaurados} taken back`)
        return { review: review.ms, apply: apply.ms, undo: undo.ms }
      }
      // The first of each warms up.
      await searchDuring(search, paths, () => delay(2_000))
      await once(90)
      const quiet = await searchDuring(search, paths, () => delay(3_000))
      const { result, times } = await searchDuring(search, paths, async () => {
        const measured = await once(91.5)
        // The catalogue is rebuilt a moment after the change.
        await delay(1_000)
        return measured
      })
      const form = new FormData()
      form.append('file', new Blob([await sheetOf(items.map(({ code }) => code))]), 'articles.xlsx')
      const sheet = await post('/planilla/revisar', form)
      return {
        ...result,
        reviewSheet: sheet.ms,
        quiet: { p95: at(quiet.times, 0.95), count: quiet.times.length },
        beside: { p95: at(times, 0.95), longest: at(times, 1), count: times.length },
      }
    } finally {
      await shop.stop()
    }
  } finally {
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function fill(
  place: { dataDir: string; url?: string },
  items: ReturnType<typeof shopCatalogue>,
): Promise<string> {
  const db = await openDatabase(place)
  try {
    await migrate(db)
    await fillCatalogue(db, items, { withMedia: true })
    const sessions = createSessions(db)
    const token = await startSession(db, sessions, (await makeUser(db, 'admin')).id)
    sessions.close()
    return token
  } finally {
    await db.close()
  }
}

/** A workbook (XLSX) that changes the discount of every article. */
async function sheetOf(codes: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const rows = [
    ['Código', 'Descuento %', 'Oferta', 'Futuro', 'Activo'],
    ...codes.map((code) => [code, '93,25', 'Sí', 'No', 'Sí']),
  ]
  return new Uint8Array(await writeXlsx({ sheets: [{ name: 'articles', rows }] }))
}
