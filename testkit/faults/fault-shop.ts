/** A small shop for the named faults, and the calls of somebody who works in it while something is broken. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase } from '../../server/db/open.ts'
import { diskFiles } from '../../server/ports/files/disk.ts'
import type { Files } from '../../server/ports/files/port.ts'
import { fillCatalogue, fillClients, shopCatalogue } from '../fill-shop.ts'
import { launchShop, type ShopProcess } from '../shop-process.ts'
import { createLedger } from './ledger.ts'
import { type Call, type Cast, PASSWORD, POINTS } from './points.ts'

/** Milliseconds after which a call that has no answer is a fault: longer than any limit of the shop's own. */
const LONGEST_ANSWER = 45_000

export interface Place {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
}

export interface FaultShop {
  readonly place: Place
  launch(more?: { env?: NodeJS.ProcessEnv; nodeArgs?: readonly string[] }): ShopProcess
  /** Kills the shops that still run. */
  kill(): Promise<void>
  /** A call of the admin; what is wrong with the answer goes to the faults. Undefined without an answer. */
  call(url: string, name: string): Promise<number | undefined>
  /** How many pieces the shop acknowledged. */
  acknowledged(): number
  /** What the pieces that the shop acknowledged at a point are known by. */
  marks(point: string): string[]
  /**
   * Compares what was acknowledged with what is stored; no shop may run on an embedded database.
   * @param restoredIn the data folder of the shop that a backup was restored to
   */
  check(restoredIn?: string): Promise<void>
  /** From the first order to the last one, by their dates; no shop may run. */
  daysOfOrders(): Promise<number>
  /** Signs the admin in, for all later calls. */
  setToken(url: string): Promise<void>
  readonly faults: string[]
}

/**
 * Makes a shop in `place` with an admin who can do everything.
 * @param files Where the shop that `env` describes stores files; without them in its data folder
 */
export async function makeFaultShop(
  place: Place,
  faults: string[],
  env: NodeJS.ProcessEnv = {},
  files?: Files,
): Promise<FaultShop> {
  mkdirSync(place.dataDir, { recursive: true })
  const db = await openDatabase({ url: place.databaseUrl, dataDir: place.dataDir })
  const items = shopCatalogue(200)
  let cast: Cast
  let adminCuit = ''
  try {
    await migrate(db)
    await fillCatalogue(db, items, { withMedia: false })
    const [client, admin] = await fillClients(db, { count: 2, password: PASSWORD })
    if (!client || !admin) throw new Error('The shop is empty')
    await db.kysely
      .updateTable('app_user')
      .set({ type: 'admin', client_id: null })
      .where('id', '=', admin.userId)
      .execute()
    // A clock that is put a day forward ends an admin's session as unused (R267), and no fault would be met any more.
    await db.kysely.insertInto('setting').values({ key: 'INACTIVIDAD_MIN', value: '0' }).execute()
    const listings = await db.kysely.selectFrom('listing').select(['id', 'article_id']).execute()
    const listingOf = new Map(listings.map(({ id, article_id }) => [article_id, id]))
    adminCuit = admin.cuit
    cast = {
      adminId: admin.userId,
      clientId: client.clientId,
      cuit: client.cuit,
      items: items
        .filter(({ listPrice }) => listPrice > 0)
        .map((item) => ({ ...item, listingId: listingOf.get(item.articleId) ?? 0 })),
    }
  } finally {
    await db.close()
  }
  const ledger = createLedger()
  const launched: ShopProcess[] = []
  let nth = 0
  let token = ''
  const ask = async (url: string, { method, path, body }: Omit<Call, 'mark'>) => {
    const isForm = body instanceof FormData
    return fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...(path.includes('/pedido?') && { 'idempotency-key': `falla-${++nth}`.padEnd(24, '0') }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(LONGEST_ANSWER),
    })
  }
  return {
    place,
    faults,
    acknowledged: () => Object.keys(POINTS).flatMap(ledger.acknowledged).length,
    marks: ledger.acknowledged,
    launch({ env: more = {}, nodeArgs = [] } = {}) {
      const shop = launchShop({
        dataDir: place.dataDir,
        logFile: join('/tmp', `bulto-faults-${process.pid}.log`),
        nodeArgs,
        env: {
          ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
          LOG_LEVEL: 'warn',
          ...env,
          ...more,
        },
      })
      launched.push(shop)
      return shop
    },
    kill: async () => void (await Promise.all(launched.map((shop) => shop.kill()))),
    async setToken(url) {
      const answer = await ask(url, {
        method: 'POST',
        path: '/auth/signin',
        body: { username: adminCuit, password: PASSWORD },
      })
      token = ((await answer.json()) as { accessToken: string }).accessToken
    },
    async call(url, name) {
      const point = POINTS[name]
      if (!point) throw new Error(`No point ${name}`)
      const call = await point.perform(cast, nth++)
      const note = (isAcknowledged: boolean, mark = call.mark) => {
        if (typeof mark === 'string') ledger.note({ point: name, mark, isAcknowledged })
      }
      let answer: Response
      let bytes: Buffer
      try {
        answer = await ask(url, call)
        bytes = Buffer.from(await answer.arrayBuffer())
      } catch (error) {
        note(false)
        if ((error as Error).name === 'TimeoutError') faults.push(`${name}: sin respuesta en ${LONGEST_ANSWER} ms`)
        return undefined
      }
      if (answer.status === 200) {
        try {
          note(true, typeof call.mark === 'string' ? call.mark : call.mark(bytes))
        } catch (error) {
          faults.push(`${name}: ${(error as Error).message}`)
        }
        return 200
      }
      note(false)
      const words = faultOfAnswer(answer, bytes.toString())
      // An order needs a line in the cart, which the fault may have refused.
      if (words && !(name === 'order' && answer.status === 400)) faults.push(`${name}: ${words}`)
      return answer.status
    },
    async daysOfOrders() {
      const stored = await openDatabase({ url: place.databaseUrl, dataDir: place.dataDir })
      try {
        const rows = await stored.kysely.selectFrom('sales_order').select('created_at').execute()
        const times = rows.map(({ created_at }) => Date.parse(created_at))
        return (Math.max(...times) - Math.min(...times)) / 86_400_000
      } finally {
        await stored.close()
      }
    },
    async check(restoredIn) {
      const dataDir = restoredIn ?? place.dataDir
      const stored = await openDatabase({ url: place.databaseUrl, dataDir })
      try {
        const kept = { db: stored.kysely, files: files ?? diskFiles(join(dataDir, 'files')) }
        faults.push(...(await ledger.check(kept, restoredIn !== undefined)))
      } finally {
        await stored.close()
      }
    },
  }
}

/** What is wrong with a refusal; undefined when it is 503 with Retry-After, or another refusal, and one Spanish sentence. */
function faultOfAnswer({ status, headers }: Response, text: string): string | undefined {
  let message: unknown
  try {
    ;({ message } = JSON.parse(text) as { message: unknown })
  } catch {
    return `respondió ${status} sin JSON: ${text.slice(0, 200)}`
  }
  if (status >= 500 && status !== 503) return `respondió ${status}: ${message}`
  if (status === 503 && headers.get('retry-after') === null) return `respondió 503 sin Retry-After: ${message}`
  return isSpanish(String(message)) ? undefined : `respondió ${status} con «${message}»`
}

/** One sentence for a person: Spanish words, no stack and no name of an error. */
export function isSpanish(text: string): boolean {
  return /\b(la|el|los|no|en|de|un|una|se|es)\b/i.test(text) && !/^\s+at |Error:|undefined|\[object/m.test(text)
}
