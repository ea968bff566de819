/** The ten points at which a fault is met: each stores something, in the database, in the files or both. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { CatalogueItem } from '../../engine/item.ts'
import type { Queryable } from '../../server/db/open.ts'
import { documentVariant } from '../../server/media/media.ts'
import type { Files } from '../../server/ports/files/port.ts'
import { smallPdf } from '../small-pdf.ts'

export const PASSWORD = 'una-clave-larga'

/** Whose calls these are and what they are about. */
export interface Cast {
  readonly adminId: number
  readonly clientId: number
  readonly cuit: string
  /** Articles that can be ordered; most points take another one each time, so that no piece replaces one before. */
  readonly items: readonly CatalogueItem[]
}

/** What a shop has stored. */
export interface Stored {
  readonly db: Queryable
  readonly files: Files
}

export interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
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
  perform(cast: Cast, nth: number): Call | Promise<Call>
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
      method: 'POST',
      path: '/auth/signin',
      body: { username: cuit, password: PASSWORD },
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
      const { articleId, multiple } = itemAt(cast, nth)
      const quantity = multiple * (1 + Math.floor(nth / cast.items.length))
      return {
        method: 'POST',
        path: '/pedidos/itemsCarrito',
        body: { id: null, idart: articleId, cantidad: quantity, obs: '', idcli: cast.clientId },
        mark: `${articleId} × ${quantity}`,
      }
    },
    /** An order takes the cart's lines. */
    async pieces({ db }) {
      const inCart = await db.selectFrom('cart_line').select(['article_id', 'quantity']).execute()
      const ordered = await db
        .selectFrom('sales_order_line')
        .innerJoin('sales_order', 'sales_order.id', 'order_id')
        .where('import_number', 'is', null)
        .select(['article_id', 'quantity'])
        .execute()
      return [...inCart, ...ordered].map(({ article_id, quantity }) => whole(`${article_id} × ${quantity}`))
    },
  },
  order: {
    perform: ({ clientId }) => ({
      method: 'POST',
      path: `/pedidos/productos/pedido?idcli=${clientId}&dir=0&obs=&cond=-1`,
      mark: (answer) => String((JSON.parse(answer.toString()) as { IDCON_PED: number }).IDCON_PED),
    }),
    pieces: async (stored) => (await ordersOf(stored)).map(({ id, isWhole }) => ({ mark: id, isWhole })),
  },
  import: {
    perform(cast, nth) {
      const { code, multiple } = itemAt(cast, nth)
      const items = [{ cod: code, cantidad: multiple, precio: 0 }]
      const mark = `falla-${nth}`
      return {
        method: 'POST',
        path: '/pedidos/itemsCarrito/importar-pedido',
        body: [{ cuit: cast.cuit, iddir: 0, condicion: 1, numero: mark, items }],
        mark,
      }
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
        method: 'POST',
        path: `/pedidos/productos/imagen?idio=${listingId}&nro=1`,
        body: form(png, 'image/png', 'foto.png'),
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
        method: 'POST',
        path: '/pedidos/productos/certificados',
        body: form(pdf, 'application/pdf', mark),
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
      return { method: 'PUT', path: `/config/notif-ped?mails=${mark}`, mark }
    },
    pieces: (stored) => settingsOf(stored, 'NOTIF_PED'),
  },
  document: {
    perform: ({ items }, nth) => ({
      method: 'GET',
      path: `/pedidos/productos/lista-precios?id=${items[nth % items.length]?.brandId ?? 1}`,
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
      const place = { direccion: mark, provincia: 1, ciudad: 'Lanús', obs: '' }
      return {
        method: 'POST',
        path: '/usuarios/direcciones',
        body: { id: null, ...place, idusu: adminId },
        mark,
      }
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
      return {
        method: 'PUT',
        path: '/config/utils',
        body: [{ clave: 'CONTACTO_TEL', valor: mark, aux: '' }],
        mark,
      }
    },
    pieces: (stored) => settingsOf(stored, 'CONTACTO_TEL'),
  },
}
