/**
 * Kinds of work that a kill may fall into. Each does one piece after another and remembers what the shop acknowledged; what
 * nobody answered may be stored or not, but only whole.
 */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { CatalogueItem } from '../../engine/item.ts'
import type { Db } from '../../server/db/open.ts'
import type { FilledClient } from '../fill-shop.ts'
import { type Numbers, refuseLater, Unreachable } from './fault-client.ts'

/** What a check of the stored rows found, against what was acknowledged. */
export interface Found {
  lost: number
  doubled: number
  /** What is neither whole nor absent, in Spanish. */
  faults: string[]
}

export interface Work {
  /** Pieces that the shop acknowledged. */
  acknowledged: number
  /** Does one piece. @throws Unreachable when the shop is gone */
  piece(url: string): Promise<void>
  /** Compares with the rows, once the shop is stopped. */
  check(db: Db): Promise<Found>
}

/** Whose work it is and what it is about. */
export interface Cast {
  readonly admin: Caller
  /** A client of its own, whom no stream orders for. */
  readonly client: FilledClient
  readonly password: string
  /** Articles that can be ordered; each kind of work takes other ones. */
  readonly items: readonly CatalogueItem[]
  readonly listings: readonly { id: number; articleId: number }[]
}

export interface Caller {
  /** @throws Unreachable without a whole answer, Error for another status than 200 */
  call<T>(url: string, method: string, path: string, body?: unknown): Promise<T>
}

/** Signs in with its first call, and keeps its token for good: a session outlives a kill. */
export function createCaller(cuit: string, password: string): Caller {
  let token: string | undefined
  const call = async <T>(url: string, method: string, path: string, body?: unknown): Promise<T> => {
    token ??= (await signIn(url, cuit, password)).accessToken
    return JSON.parse((await send(url, method, path, { body, token })).toString()) as T
  }
  return { call }
}

const signIn = async (url: string, username: string, password: string) =>
  JSON.parse((await send(url, 'POST', '/auth/signin', { body: { username, password } })).toString()) as {
    accessToken: string
  }

async function send(
  url: string,
  method: string,
  path: string,
  { body, token }: { body?: unknown; token?: string | undefined },
): Promise<Buffer> {
  const isForm = body instanceof FormData
  let answer: Response
  let bytes: Buffer
  try {
    answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    bytes = Buffer.from(await answer.arrayBuffer())
  } catch (cause) {
    throw new Unreachable('no answer', { cause })
  }
  if (answer.status === 503) refuseLater(answer, JSON.parse(bytes.toString()))
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${bytes.subarray(0, 500)}`)
  return bytes
}

const nothing = (): Found => ({ lost: 0, doubled: 0, faults: [] })

/** Somebody signs in; the session is there for good. */
export function signInWork({ client, password }: Cast): Work {
  const tokens: string[] = []
  return {
    acknowledged: 0,
    async piece(url) {
      tokens.push((await signIn(url, client.cuit, password)).accessToken)
      this.acknowledged++
    },
    async check(db) {
      const rows = await db.kysely.selectFrom('session').select('token_hash').execute()
      const stored = new Set(rows.map(({ token_hash }) => token_hash.toString('hex')))
      const isStored = (token: string) => stored.has(createHash('sha256').update(token).digest('hex'))
      return { ...nothing(), lost: tokens.filter((token) => !isStored(token)).length }
    },
  }
}

/** Lines of a cart whose quantities rise: a line holds the last one acknowledged, or the one that nobody answered about. */
export function cartWork({ client, password, items }: Cast): Work {
  const caller = createCaller(client.cuit, password)
  const asked = new Map<number, { known: number; tried: number }>()
  let made = 0
  return {
    acknowledged: 0,
    async piece(url) {
      const nth = made++
      const item = items[nth % 20]
      if (!item) throw new Error('No articles')
      const line = asked.get(item.articleId) ?? { known: 0, tried: 0 }
      asked.set(item.articleId, line)
      line.tried = item.multiple * (1 + Math.floor(nth / 20))
      const body = { id: null, idart: item.articleId, cantidad: line.tried, obs: '', idcli: client.clientId }
      await caller.call(url, 'POST', '/pedidos/itemsCarrito', body)
      line.known = line.tried
      this.acknowledged++
    },
    async check(db) {
      const rows = await db.kysely
        .selectFrom('cart_line')
        .select(['article_id', 'quantity'])
        .where('user_id', '=', client.userId)
        .execute()
      const found = nothing()
      for (const [articleId, { known, tried }] of asked) {
        const lines = rows.filter(({ article_id }) => article_id === articleId)
        const quantity = lines[0]?.quantity ?? 0
        if (lines.length > 1) found.doubled++
        if (quantity < known) found.lost++
        else if (quantity !== known && quantity !== tried)
          found.faults.push(`el artículo ${articleId} quedó con ${quantity}, no con ${known} ni ${tried}`)
      }
      return found
    },
  }
}

const LINES = 5

/** Imported orders, each under a number of its own. */
export function importWork({ admin, client, items }: Cast): Work {
  const known = new Set<string>()
  let made = 0
  return {
    acknowledged: 0,
    async piece(url) {
      const numero = `corte-${made++}`
      const lines = items
        .slice(20, 20 + LINES)
        .map(({ code, multiple }) => ({ cod: code, cantidad: multiple, precio: 0 }))
      const order = { cuit: client.cuit, iddir: 0, condicion: 1, numero, items: lines }
      const [outcome] = await admin.call<Numbers[]>(url, 'POST', '/pedidos/itemsCarrito/importar-pedido', [order])
      if (!outcome?.IDCON_PED) throw new Error(`the import made no order: ${JSON.stringify(outcome)}`)
      known.add(numero)
      this.acknowledged++
    },
    async check(db) {
      const orders = await db.kysely
        .selectFrom('sales_order')
        .select(({ selectFrom, fn }) => [
          'import_number',
          selectFrom('sales_order_line')
            .whereRef('order_id', '=', 'sales_order.id')
            .select(fn.countAll<number>().as('n'))
            .as('lines'),
        ])
        .where('import_number', 'is not', null)
        .execute()
      const found = nothing()
      const numbers = orders.map(({ import_number }) => import_number ?? '')
      found.lost = [...known].filter((number) => !numbers.includes(number)).length
      found.doubled = numbers.length - new Set(numbers).size
      for (const { import_number, lines } of orders)
        if (Number(lines) !== LINES) found.faults.push(`el pedido importado ${import_number} tiene ${lines} renglones`)
      return found
    },
  }
}

/** Pictures of articles; one that was acknowledged has its row and its file. */
export function uploadWork({ admin, listings }: Cast, hasFile: (name: string) => boolean): Work {
  const known = new Set<number>()
  let made = 0
  return {
    acknowledged: 0,
    async piece(url) {
      const nth = made++
      const listing = listings[nth % listings.length]
      if (!listing) throw new Error('No listings')
      const colour = { r: nth % 256, g: (nth * 7) % 256, b: 90 }
      const png = await sharp({ create: { width: 320, height: 240, channels: 3, background: colour } })
        .png()
        .toBuffer()
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'foto.png')
      await admin.call(url, 'POST', `/pedidos/productos/imagen?idio=${listing.id}&nro=1`, form)
      known.add(listing.articleId)
      this.acknowledged++
    },
    async check(db) {
      const rows = await db.kysely.selectFrom('media').select(['article_id', 'file']).execute()
      const found = nothing()
      const articles = rows.map(({ article_id }) => article_id)
      found.lost = [...known].filter((id) => !articles.includes(id)).length
      found.doubled = articles.length - new Set(articles).size
      for (const { file, article_id } of rows)
        if (!hasFile(file)) found.faults.push(`falta el archivo de la foto del artículo ${article_id}`)
      return found
    },
  }
}

/** One discount for many articles at once: all of them have it, or none. */
export function bulkWork({ admin, items }: Cast): Work {
  const ids = items.slice(60, 110).map(({ articleId }) => articleId)
  let known = -1
  let tried = -1
  let made = 0
  return {
    acknowledged: 0,
    async piece(url) {
      tried = 1 + (made++ % 60)
      const body = { ids, cambios: { DESCUENTO_IO: tried } }
      const reviewed = await admin.call<{ huella: string }>(url, 'POST', '/pedidos/productos/lotes/revisar', body)
      await admin.call(url, 'POST', '/pedidos/productos/lotes', { ...body, huella: reviewed.huella })
      known = tried
      this.acknowledged++
    },
    async check(db) {
      const rows = await db.kysely.selectFrom('listing').select('discount').where('article_id', 'in', ids).execute()
      const discounts = new Set(rows.map(({ discount }) => discount / 100))
      const found = nothing()
      if (known < 0) return found
      if (discounts.size !== 1) found.faults.push(`un cambio de muchos quedó a medias: ${[...discounts].join(', ')}`)
      else if (!discounts.has(known) && !discounts.has(tried)) found.lost++
      return found
    },
  }
}

/** A document that was answered is whole. Nothing of it is kept, so nothing can be lost. */
export function documentsWork({ client, password, items }: Cast): Work {
  const faults: string[] = []
  let token: string | undefined
  let made = 0
  return {
    acknowledged: 0,
    async piece(url) {
      token ??= (await signIn(url, client.cuit, password)).accessToken
      const brand = items[made++ % items.length]?.brandId ?? ''
      const bytes = await send(url, 'GET', `/pedidos/productos/lista-precios?id=${brand}`, { token })
      const isWhole = bytes.subarray(0, 2).toString() === 'PK' ? bytes.includes('PK\x05\x06') : bytes.includes('%%EOF')
      if (!isWhole) faults.push(`un documento de ${bytes.length} bytes llegó a medias con 200`)
      this.acknowledged++
    },
    check: async () => ({ ...nothing(), faults }),
  }
}
