/** A small shop for the named faults, and the calls of somebody who works in it while something is broken. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase } from '../../server/db/open.ts'
import { fillCatalogue, fillClients, shopCatalogue } from '../fill-shop.ts'
import { launchShop, type ShopProcess } from '../shop-process.ts'

const PASSWORD = 'una-clave-larga'
/** Milliseconds after which a call that has no answer is a fault: longer than any limit of the shop's own. */
const LONGEST_ANSWER = 45_000

export interface Place {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
}

export interface FaultShop {
  readonly place: Place
  launch(more?: { env?: NodeJS.ProcessEnv; nodeArgs?: readonly string[] }): ShopProcess
  /** A call of the admin; what is wrong with the answer goes to the faults. Undefined without an answer. */
  call(url: string, name: string): Promise<number | undefined>
  /** Ids of the orders that the shop acknowledged. */
  readonly orders: number[]
  /** Compares the acknowledged orders with the stored ones; the shop must not run on an embedded database. */
  check(dataDir?: string): Promise<void>
  /** From the first order to the last one, by their dates; no shop may run. */
  daysOfOrders(): Promise<number>
  /** Signs the admin in, for all later calls. */
  setToken(url: string): Promise<void>
  readonly faults: string[]
}

interface Ids {
  articleId: number
  listingId: number
  code: string
  clientId: number
  cuit: string
  adminId: number
}
type Made = { method: string; path: string; body?: unknown }
let nth = 0
const form = (bytes: Uint8Array, type: string, name: string) => {
  const data = new FormData()
  data.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
  return data
}

/** The ten points at which a fault is met: each stores something, in the database, in the files or both. */
export const CALLS: Record<string, (ids: Ids) => Made | Promise<Made>> = {
  'sign-in': ({ cuit }) => ({
    method: 'POST',
    path: '/auth/signin',
    body: { username: cuit, password: PASSWORD },
  }),
  cart: ({ articleId, clientId }) => ({
    method: 'POST',
    path: '/pedidos/itemsCarrito',
    body: { id: null, idart: articleId, cantidad: 6 * ++nth, obs: '', idcli: clientId },
  }),
  order: ({ clientId }) => ({
    method: 'POST',
    path: `/pedidos/productos/pedido?idcli=${clientId}&dir=0&obs=&cond=-1`,
  }),
  import: ({ cuit, code }) => ({
    method: 'POST',
    path: '/pedidos/itemsCarrito/importar-pedido',
    body: [
      {
        ...{ cuit, iddir: 0, condicion: 1, numero: `falla-${++nth}` },
        items: [{ cod: code, cantidad: 600, precio: 0 }],
      },
    ],
  }),
  photo: async ({ listingId }) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const size = { width: 900, height: 900 + (++nth % 50), channels: 3 } as const
    const png = await sharp({ create: { ...size, background: '#888', noise } })
      .png()
      .toBuffer()
    return {
      method: 'POST',
      path: `/pedidos/productos/imagen?idio=${listingId}&nro=1`,
      body: form(png, 'image/png', 'foto.png'),
    }
  },
  certificate: ({ code }) => ({
    method: 'POST',
    path: '/pedidos/productos/certificados',
    body: form(
      Buffer.from(`%PDF-1.4 ${'x'.repeat(300_000)}${++nth} %%EOF`),
      'application/pdf',
      `${code}.pdf`,
    ),
  }),
  'order mails': () => ({
    method: 'PUT',
    path: `/config/notif-ped?mails=ventas${++nth}@example.test`,
  }),
  document: () => ({ method: 'GET', path: `/pedidos/productos/lista-precios?id=${1 + (++nth % 5)}` }),
  address: ({ adminId }) => ({
    method: 'POST',
    path: '/usuarios/direcciones',
    body: { id: null, direccion: `Mitre ${++nth}`, provincia: 1, ciudad: 'Lanús', obs: '', idusu: adminId },
  }),
  setting: () => ({
    method: 'PUT',
    path: '/config/utils',
    body: [{ clave: 'CONTACTO_TEL', valor: `+54 11 5555-${1_000 + ++nth}`, aux: '' }],
  }),
}

/** Makes a shop in `place` with an admin who can do everything. */
export async function makeFaultShop(
  place: Place,
  faults: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<FaultShop> {
  mkdirSync(place.dataDir, { recursive: true })
  const db = await openDatabase({ url: place.databaseUrl, dataDir: place.dataDir })
  const items = shopCatalogue(200)
  let ids: Ids
  let adminCuit = ''
  try {
    await migrate(db)
    await fillCatalogue(db, items, { withMedia: false })
    const [client, admin] = await fillClients(db, { count: 2, password: PASSWORD })
    const item = items.find(({ listPrice }) => listPrice > 0)
    if (!client || !admin || !item) throw new Error('The shop is empty')
    await db.kysely
      .updateTable('app_user')
      .set({ type: 'admin', client_id: null })
      .where('id', '=', admin.userId)
      .execute()
    // A clock that is put a day forward ends an admin's session as unused (R267), and no fault would be met any more.
    await db.kysely.insertInto('setting').values({ key: 'INACTIVIDAD_MIN', value: '0' }).execute()
    const { id } = await db.kysely
      .selectFrom('listing')
      .select('id')
      .where('article_id', '=', item.articleId)
      .executeTakeFirstOrThrow()
    adminCuit = admin.cuit
    ids = {
      adminId: admin.userId,
      articleId: item.articleId,
      listingId: id,
      code: item.code,
      clientId: client.clientId,
      cuit: client.cuit,
    }
  } finally {
    await db.close()
  }
  const orders: number[] = []
  let token = ''
  const ask = async (url: string, { method, path, body }: Made) => {
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
    ...{ place, orders, faults },
    launch: ({ env: more = {}, nodeArgs = [] } = {}) =>
      launchShop({
        dataDir: place.dataDir,
        logFile: join('/tmp', `bulto-faults-${process.pid}.log`),
        nodeArgs,
        env: {
          ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
          LOG_LEVEL: 'warn',
          ...env,
          ...more,
        },
      }),
    async setToken(url) {
      const answer = await ask(url, {
        method: 'POST',
        path: '/auth/signin',
        body: { username: adminCuit, password: PASSWORD },
      })
      token = ((await answer.json()) as { accessToken: string }).accessToken
    },
    async call(url, name) {
      const make = CALLS[name]
      if (!make) throw new Error(`No call ${name}`)
      let answer: Response
      let text: string
      try {
        answer = await ask(url, await make(ids))
        text = await answer.text()
      } catch (error) {
        if ((error as Error).name === 'TimeoutError')
          faults.push(`${name}: sin respuesta en ${LONGEST_ANSWER} ms`)
        return undefined
      }
      if (answer.status === 200) {
        const { IDCON_PED } =
          name === 'order' ? (JSON.parse(text) as { IDCON_PED: number }) : { IDCON_PED: 0 }
        if (IDCON_PED) orders.push(IDCON_PED)
        return 200
      }
      const words = faultOfAnswer(answer, text)
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
    async check(dataDir = place.dataDir) {
      const stored = await openDatabase({ url: place.databaseUrl, dataDir })
      try {
        const rows = await stored.kysely.selectFrom('sales_order').select(['id', 'line_count']).execute()
        const lines = await stored.kysely.selectFrom('sales_order_line').select('order_id').execute()
        const known = new Set(rows.map(({ id }) => id))
        for (const id of orders) if (!known.has(id)) faults.push(`falta el pedido ${id}`)
        for (const { id, line_count } of rows)
          if (lines.filter(({ order_id }) => order_id === id).length !== line_count)
            faults.push(`el pedido ${id} quedó a medias`)
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
  if (status === 503 && headers.get('retry-after') === null)
    return `respondió 503 sin Retry-After: ${message}`
  return isSpanish(String(message)) ? undefined : `respondió ${status} con «${message}»`
}

/** One sentence for a person: Spanish words, no stack and no name of an error. */
export function isSpanish(text: string): boolean {
  return (
    /\b(la|el|los|no|en|de|un|una|se|es)\b/i.test(text) && !/^\s+at |Error:|undefined|\[object/m.test(text)
  )
}
