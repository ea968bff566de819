/** Measures a first load through the API to push: the client of docs/ in Python against a fresh shop, and what a buyer sees of it. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { addressOf } from '../contract/address.ts'
import { findExact, searchProducts } from '../contract/catalogue.ts'
import { createErpKey } from '../contract/erp-keys.ts'
import { keyRights } from '../contract/key-rights.ts'
import type { CatalogueItem } from '../engine/item.ts'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/open.ts'
import { createSessions } from '../server/people/auth/sessions.service.ts'
import { makeUser, PASSWORD } from '../server/test/make.ts'
import { makePicture } from '../server/test/media-files.ts'
import { startSession } from '../server/test/test-app.ts'
import { shopCatalogue } from '../testkit/fill-shop.ts'
import { launchShop } from '../testkit/shop-process.ts'
import type { Hold } from './watch-loop.ts'
import { loopWatch } from './watch-loop.ts'

const ARTICLES = 26_000
const PICTURES = 200
const CHANGED = 200
const client = fileURLToPath(new URL('../docs/erp-client.py', import.meta.url))
const run = promisify(execFile)

export interface PushFigures {
  articles: number
  pictures: number
  /** Milliseconds until the program had all answers: of the lists, then of the pictures. */
  lists: number
  sentPictures: number
  /** Milliseconds from the program's start until a buyer found all articles. */
  visibleAfter: number
  visible: number
  /** Rows that were not taken. */
  refused: number
  /** The longest turn of the shop's main thread during lists and pictures. */
  hold: Hold
  /** Milliseconds from the start of the call until a buyer saw the change of 200 prices. */
  changeSeen: number
  mistakes: { mistake: string; answer: string }[]
}

/** Starts the built shop on an empty embedded database and pushes. Needs Python 3; null without it. */
export async function measurePush(): Promise<PushFigures | null> {
  const hasPython = await run('python3', ['--version']).then(
    () => true,
    () => false,
  )
  if (!hasPython) return null
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-bench-'))
  try {
    const tokens = await makePeople(dataDir)
    const loop = loopWatch(dataDir)
    const shop = launchShop({
      dataDir,
      logFile: join(dataDir, 'shop.log'),
      nodeArgs: loop.nodeArgs,
      env: { LOG_LEVEL: 'warn', ERP_PUSH: '1' },
    })
    try {
      const url = await shop.ready
      const key = await makeKey(url, tokens.admin)
      const items = shopCatalogue(ARTICLES)
      await writeInput(dataDir, items)
      const buyer = buyerAt(url, tokens.buyer)
      const env = { ...process.env, BULTO_URL: url, BULTO_KEY: key }
      const pid = shop.pid ?? 0
      await loop.hold(pid)

      const begun = performance.now()
      const pushed = run('python3', ['-c', PROGRAM, client, dataDir], { env, maxBuffer: 2 ** 26 })
      const visibleAfter = until('all articles', async () => (await buyer.count()) === ARTICLES).then(
        () => performance.now() - begun,
      )
      const { stdout } = await pushed
      const { lists, pictures, bad } = JSON.parse(stdout)
      const [visibleTime, hold] = [await visibleAfter, await loop.hold(pid)]

      const changed = items.filter(({ listPrice }) => listPrice > 0).slice(0, CHANGED)
      const price = (item: CatalogueItem) => Math.round(item.listPrice * 1.1) / 100
      const since = performance.now()
      const answer = send(
        url,
        key,
        'precios',
        changed.map((item) => ({ ID_ART: item.articleId, PRECIO_LPI: price(item) })),
      )
      const last = changed.at(-1)
      await until('the new price', async () => last !== undefined && (await buyer.price(last.code)) === price(last))
      const changeSeen = performance.now() - since
      if ((await answer).status !== 200) throw new Error(`The change was answered ${(await answer).status}`)

      return {
        articles: ARTICLES,
        pictures: PICTURES,
        lists: lists * 1_000,
        sentPictures: pictures * 1_000,
        visibleAfter: visibleTime,
        visible: await buyer.count(),
        refused: bad,
        hold,
        changeSeen,
        mistakes: await makeMistakes(url, key, items),
      }
    } finally {
      await shop.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The client's own functions, with times in seconds and the number of rows that were not taken. */
const PROGRAM = `
import importlib.util, json, os, sys, time
spec = importlib.util.spec_from_file_location("client", sys.argv[1])
client = importlib.util.module_from_spec(spec); spec.loader.exec_module(client)
folder = sys.argv[2]
begun = time.time()
bad = 0
for name in ("articulos", "precios", "asignaciones"):
    bad += len(client.send(name, json.load(open(f"{folder}/push/{name}.json", encoding="utf-8"))))
lists = time.time() - begun
begun = time.time()
for number, code in enumerate(json.load(open(f"{folder}/push/fotos.json", encoding="utf-8"))):
    status, _ = client.send_picture(code, 1, open(f"{folder}/push/{number}.jpg", "rb").read())
    bad += status != 200
print(json.dumps({"lists": lists, "pictures": time.time() - begun, "bad": bad}))
`

async function makePeople(dataDir: string) {
  const db = await openDatabase({ dataDir })
  try {
    await migrate(db)
    const sessions = createSessions(db)
    const token = async (type: 'admin' | 'cliente') => startSession(db, sessions, (await makeUser(db, type)).id)
    const tokens = { admin: await token('admin'), buyer: await token('cliente') }
    sessions.close()
    return tokens
  } finally {
    await db.close()
  }
}

async function makeKey(url: string, token: string): Promise<string> {
  const answer = await fetch(url + createErpKey.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ nombre: 'Medición', permisos: keyRights, contra: PASSWORD }),
  })
  const { clave } = await answer.json()
  if (!answer.ok) throw new Error(`The key was answered ${answer.status}`)
  return clave
}

const articleRow = (item: CatalogueItem) => ({
  ID_ART: item.articleId,
  CODIGO_ART: item.code,
  DESCRIP_ART: item.description,
  ALIAS_ART: item.alias,
  UXB: item.unitsPerPack,
  INTERNO: item.innerPack,
  SURTIDO: item.assortment,
  MULTIPLO: item.multiple,
  TEMPORADA: item.season,
  ACTIVO: 1,
  STOCK_ART: (item.articleId * 7) % 500,
})
const listingRow = (item: CatalogueItem) => ({
  CODIGO_ART: item.code,
  MARCA: `Marca ${item.brandId ?? 0}`,
  CATEGORIA: `Rubro ${item.categoryId ?? 0}`,
  SUBCATEGORIA: item.subcategoryId === null ? '' : `Línea ${item.subcategoryId}`,
  ORDEN_IO: item.position,
  DESCUENTO_IO: item.discount / 100,
  OFERTA_IO: item.promo ? 1 : 0,
  DESTACADO_IO: 0,
  INDICACION_IO: item.hint,
  ACTIVO_IO: 1,
})

async function writeInput(dataDir: string, items: readonly CatalogueItem[]): Promise<void> {
  mkdirSync(join(dataDir, 'push'))
  const write = (name: string, rows: readonly unknown[]) =>
    writeFileSync(join(dataDir, 'push', `${name}.json`), JSON.stringify(rows))
  write('articulos', items.map(articleRow))
  write(
    'precios',
    items.map(({ articleId, listPrice }) => ({ ID_ART: articleId, PRECIO_LPI: listPrice / 100 })),
  )
  write('asignaciones', items.map(listingRow))
  write(
    'fotos',
    items.slice(0, PICTURES).map(({ code }) => code),
  )
  // Noise of a size that a telephone's photo has once it is fit for the web; each is another.
  for (let number = 0; number < PICTURES; number++)
    writeFileSync(join(dataDir, 'push', `${number}.jpg`), await makePicture(800).jpeg({ quality: 80 }).toBuffer())
}

/** What a buyer asks, over the same calls as the catalogue's screen. */
function buyerAt(url: string, token: string) {
  const get = async (path: string) => {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer.json()
  }
  return {
    count: async (): Promise<number> =>
      (await get(addressOf(searchProducts, { query: { page: 0, text: '', order: 'default' } })))[0]?.cantPaginas ?? 0,
    price: async (code: string): Promise<number> =>
      [await get(addressOf(findExact, { query: { code } }))].flat()[0]?.PRECIO_LPI ?? Number.NaN,
  }
}

/** Asks twenty times a second. @throws when it is not so after ten minutes */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const last = performance.now() + 600_000
  while (!(await isSo())) {
    if (performance.now() > last) throw new Error(`After ten minutes a buyer does not see ${what}`)
    await delay(50)
  }
}

async function send(url: string, key: string, path: string, rows: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}/api/erp/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: typeof rows === 'string' ? rows : JSON.stringify({ filas: rows }),
  })
  return { status: answer.status, json: await answer.json() }
}

/** Ten mistakes that a programmer makes on the first day, and what the shop says to each. */
async function makeMistakes(url: string, key: string, items: readonly CatalogueItem[]) {
  const [first, second] = items as [CatalogueItem, CatalogueItem]
  const priced = items.filter(({ listPrice }) => listPrice > 0)
  const tenfold = priced.slice(0, 3).map((item) => ({ ID_ART: item.articleId, PRECIO_LPI: item.listPrice }))
  const asks: [string, () => ReturnType<typeof send>][] = [
    ['una clave que no existe', () => send(url, 'bulto_x', 'articulos', [articleRow(first)])],
    ['un cuerpo que no es JSON', () => send(url, key, 'articulos', 'ID_ART;1')],
    ['1.001 filas', () => send(url, key, 'articulos', items.slice(0, 1_001).map(articleRow))],
    ['un código como número', () => send(url, key, 'articulos', [{ ...articleRow(first), CODIGO_ART: 123 }])],
    ['un texto donde va un número', () => send(url, key, 'articulos', [{ ...articleRow(first), UXB: 'doce' }])],
    ['una columna que no hay', () => send(url, key, 'precios', [{ ID_ART: 1, PRECIO: 10 }])],
    ['el código de otro', () => send(url, key, 'articulos', [{ ...articleRow(first), CODIGO_ART: second.code }])],
    ['el precio de un artículo que no hay', () => send(url, key, 'precios', [{ ID_ART: 9_999_999, PRECIO_LPI: 1 }])],
    ['precios por cien', () => send(url, key, 'precios', tenfold)],
    [
      'una Idempotency-Key con otras filas',
      async () => {
        const once = { 'idempotency-key': 'la-misma-clave' }
        await send(url, key, 'articulos', [{ ID_ART: 1, STOCK_ART: 1 }], once)
        return send(url, key, 'articulos', [{ ID_ART: 1, STOCK_ART: 2 }], once)
      },
    ],
  ]
  const mistakes: PushFigures['mistakes'] = []
  for (const [mistake, ask] of asks) {
    const { status, json } = await ask()
    const fault = json.filas?.[0]?.faltas?.[0]
    const said = json.message ?? json.resguardos?.[0] ?? [fault?.columna, fault?.motivo].filter(Boolean).join(': ')
    mistakes.push({ mistake, answer: `${status} ${said || json.filas?.[0]?.resultado}` })
  }
  return mistakes
}
