/** The points at which a fault or a kill is met: each stores something, in the database, in the files or both. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type * as z from 'zod/mini'
import { saveAddress } from '../../contract/accounts.ts'
import { signin } from '../../contract/auth.ts'
import { applyChoice, reviewChoice } from '../../contract/bulk-edit.ts'
import { uploadCertificate } from '../../contract/certificates.ts'
import { priceList } from '../../contract/documents.ts'
import { uploadProductImage } from '../../contract/media-upload.ts'
import { setNotified } from '../../contract/notified-mails.ts'
import { importOrders } from '../../contract/order-import.ts'
import type { createOrder } from '../../contract/orders.ts'
import { saveSettings } from '../../contract/settings-admin.ts'
import type { CatalogueItem } from '../../engine/item.ts'
import type { Queryable } from '../../server/db/open.ts'
import { documentVariant } from '../../server/media/media.ts'
import type { Files } from '../../server/ports/files/port.ts'
import { type Client, type Line, linesCall, orderCall, type WireCall, wireCall } from '../client.ts'
import { PASSWORD } from '../shop-data.ts'
import { smallPdf } from '../small-pdf.ts'

/** Whose calls these are and what they are about. */
export interface Cast {
  readonly admin: Client
  readonly adminId: number
  readonly clientId: number
  readonly cuit: string
  /** Articles that can be ordered; most points take another one each time, so that no piece replaces one before. */
  readonly items: readonly CatalogueItem[]
  /** Articles that nobody orders, whose prices change. */
  readonly repriced: readonly CatalogueItem[]
  /** Lines of the admin's cart that no order has taken yet. */
  readonly cart: Line[]
  /** The order that was sent and not answered; it is sent again. */
  pending: { readonly key: string; readonly lines: readonly Line[] } | undefined
}

/** What a shop has stored. */
export interface Stored {
  readonly db: Queryable
  readonly files: Files
  readonly cast: Cast
}

export interface PointCall {
  readonly call: WireCall
  /**
   * What its piece is known by among the stored ones: before it is sent, or by its answer; undefined when nothing is stored.
   * @throws Error for an answer that is not whole
   */
  readonly mark: string | ((answer: Buffer) => string | undefined)
}

interface Piece {
  readonly mark: string
  readonly isWhole: boolean
}

export interface Point {
  /** A piece takes the place of the one before. */
  readonly replaces?: true
  /** A backup leaves its pieces out. */
  readonly isTransient?: true
  perform(cast: Cast, nth: number): PointCall | Promise<PointCall>
  pieces(stored: Stored): Promise<readonly Piece[]>
}

const form = (bytes: Uint8Array, type: string, name: string) => {
  const data = new FormData()
  data.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
  return data
}

const itemAt = ({ items }: Cast, nth: number): CatalogueItem => {
  const item = items[nth % items.length]
  if (!item) throw new Error('No articles')
  return item
}

const whole = (mark: string): Piece => ({ mark, isWhole: true })

/** An order is whole with as many lines as it says that it has. */
async function ordersOf({ db }: Stored) {
  const orders = await db
    .selectFrom('sales_order')
    .select(({ selectFrom, fn }) => [
      ...(['id', 'import_number', 'line_count'] as const),
      selectFrom('sales_order_line')
        .whereRef('order_id', '=', 'sales_order.id')
        .select(fn.countAll<number>().as('n'))
        .as('lines'),
    ])
    .execute()
  return orders.map(({ id, import_number, line_count, lines }) => ({
    id: String(id),
    number: import_number,
    isWhole: Number(lines) === line_count,
  }))
}

async function areStored({ files }: Stored, names: readonly string[]): Promise<boolean> {
  const facts = await Promise.all(names.map((name) => files.stat(name)))
  return facts.every((fact) => fact !== null && fact.size > 0)
}

const settingsOf = async ({ db }: Stored, key: 'NOTIF_PED' | 'CONTACTO_TEL') => {
  const rows = await db.selectFrom('setting').select('value').where('key', '=', key).execute()
  return rows.map(({ value }) => whole(value))
}

/** Larger than what a disk that is called full may still take. */
const CERTIFICATE_BYTES = 300_000

export const POINTS: Record<string, Point> = {
  'sign-in': {
    isTransient: true,
    perform: ({ cuit }) => ({
      call: wireCall(signin, { body: { cuit, password: PASSWORD } }),
      mark: (answer) => {
        const { accessToken } = JSON.parse(answer.toString()) as { accessToken: string }
        return createHash('sha256').update(accessToken).digest('hex')
      },
    }),
    async pieces({ db }) {
      const rows = await db.selectFrom('session').select('token_hash').execute()
      return rows.map(({ token_hash }) => whole(token_hash.toString('hex')))
    },
  },
  cart: {
    perform(cast, nth) {
      const item = itemAt(cast, nth)
      const line = { item, quantity: item.multiple * (1 + Math.floor(nth / cast.items.length)) }
      cast.cart.push(line)
      return { call: linesCall(cast.clientId, [line]), mark: `${item.articleId} × ${line.quantity}` }
    },
    /** An order takes the cart's lines. */
    async pieces({ db, cast: { adminId } }) {
      const inCart = await db
        .selectFrom('cart_line')
        .select(['article_id', 'quantity'])
        .where('user_id', '=', adminId)
        .execute()
      const ordered = await db
        .selectFrom('sales_order_line')
        .innerJoin('sales_order', 'sales_order.id', 'order_id')
        .where('import_number', 'is', null)
        .where('user_id', '=', adminId)
        .select(['article_id', 'quantity'])
        .execute()
      return [...inCart, ...ordered].map(({ article_id, quantity }) => whole(`${article_id} × ${quantity}`))
    },
  },
  order: {
    perform(cast, nth) {
      const order = cast.pending ?? { key: `falla-${nth}-`, lines: cast.cart.splice(0) }
      // An empty cart is no order.
      if (order.lines.length > 0) cast.pending = order
      const { key, lines } = order
      return {
        call: orderCall(cast.clientId, key, lines),
        mark(answer) {
          cast.pending = undefined
          return String((JSON.parse(answer.toString()) as z.input<typeof createOrder.response>).IDCON_PED)
        },
      }
    },
    pieces: async (stored) => (await ordersOf(stored)).map(({ id, isWhole }) => ({ mark: id, isWhole })),
  },
  import: {
    perform(cast, nth) {
      const { code, multiple } = itemAt(cast, nth)
      const mark = `falla-${nth}`
      const items = [{ code, quantity: multiple, price: 0 }]
      const order = { cuit: cast.cuit, addressId: 0, condition: 1, number: mark, items }
      return { call: wireCall(importOrders, { body: [order] }), mark }
    },
    pieces: async (stored) =>
      (await ordersOf(stored)).flatMap(({ number, isWhole }) => (number === null ? [] : [{ mark: number, isWhole }])),
  },
  photo: {
    async perform(cast, nth) {
      const { articleId, listingId } = itemAt(cast, nth)
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
      const size = { width: 900, height: 900 + (nth % 50), channels: 3 } as const
      const png = await sharp({ create: { ...size, background: '#888', noise } })
        .png()
        .toBuffer()
      return {
        call: wireCall(uploadProductImage, { query: { listingId, slot: 1 }, body: form(png, 'image/png', 'foto.png') }),
        mark: String(articleId),
      }
    },
    async pieces(stored) {
      const rows = await stored.db.selectFrom('media').select(['article_id', 'file']).execute()
      return Promise.all(
        rows.map(async ({ article_id, file }) => ({
          mark: String(article_id),
          isWhole: await areStored(stored, [documentVariant(file), file]),
        })),
      )
    },
  },
  certificate: {
    perform(cast, nth) {
      const mark = `${itemAt(cast, nth).code}.pdf`
      const padding = `9 0 obj\n<< /Length ${CERTIFICATE_BYTES} >>\nstream\n${'x'.repeat(CERTIFICATE_BYTES)}\nendstream\nendobj`
      const pdf = smallPdf(`Certificado ${nth}`, { objects: padding })
      return {
        call: wireCall(uploadCertificate, {
          query: { kind: '', expiresOn: undefined },
          body: form(pdf, 'application/pdf', mark),
        }),
        mark,
      }
    },
    async pieces(stored) {
      const rows = await stored.db.selectFrom('certificate').select(['name', 'file']).execute()
      return Promise.all(rows.map(async ({ name, file }) => ({ mark: name, isWhole: await areStored(stored, [file]) })))
    },
  },
  'order mails': {
    replaces: true,
    perform(_cast, nth) {
      const mark = `ventas${nth}@example.test`
      return { call: wireCall(setNotified, { query: { emails: mark } }), mark }
    },
    pieces: (stored) => settingsOf(stored, 'NOTIF_PED'),
  },
  document: {
    perform: ({ items }, nth) => ({
      call: wireCall(priceList, { query: { brandId: items[nth % items.length]?.brandId ?? 1 } }),
      mark(answer) {
        const isBook = answer.subarray(0, 2).toString() === 'PK'
        if (!answer.includes(isBook ? 'PK\x05\x06' : '%%EOF'))
          throw new Error(`un documento de ${answer.length} bytes llegó a medias con 200`)
        return undefined
      },
    }),
    pieces: async () => [],
  },
  address: {
    perform({ adminId }, nth) {
      const mark = `Mitre ${nth}`
      const body = { id: null, street: mark, provinceId: 1, city: 'Lanús', notes: '', userId: adminId }
      return { call: wireCall(saveAddress, { body }), mark }
    },
    async pieces({ db }) {
      const rows = await db.selectFrom('user_address').select(['street', 'city']).execute()
      return rows.map(({ street, city }) => ({ mark: street, isWhole: city === 'Lanús' }))
    },
  },
  setting: {
    replaces: true,
    perform(_cast, nth) {
      const mark = `+54 11 5555-${1_000 + nth}`
      return { call: wireCall(saveSettings, { body: [{ key: 'CONTACTO_TEL', value: mark, aux: '' }] }), mark }
    },
    pieces: (stored) => settingsOf(stored, 'CONTACTO_TEL'),
  },
  /** One discount for many articles at once: all of them have it, or none. */
  'bulk edit': {
    replaces: true,
    async perform({ admin, repriced }, nth) {
      const discount = 100 * (1 + (nth % 60))
      const choice = { ids: repriced.map(({ articleId }) => articleId), changes: { discount } }
      const { fingerprint } = await admin.call(reviewChoice, { body: choice })
      return { call: wireCall(applyChoice, { body: { ...choice, fingerprint } }), mark: String(discount) }
    },
    async pieces({ db, cast: { repriced } }) {
      const ids = repriced.map(({ articleId }) => articleId)
      const rows = await db.selectFrom('listing').select('discount').where('article_id', 'in', ids).distinct().execute()
      return [{ mark: rows.map(({ discount }) => discount).join(', '), isWhole: true }]
    },
  },
}
