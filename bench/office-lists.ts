/** Every list of the back office, with its most expensive filters. */
import { addressOf } from '../contract/address.ts'
import { listAudit, listAuditors } from '../contract/audit.ts'
import { listBatches } from '../contract/bulk-edit.ts'
import { listBranch, listNodes } from '../contract/category-manager.ts'
import { listContacts } from '../contract/contacts.ts'
import { getCartAges, getMissedSearches, getQuietClients, getSales } from '../contract/dashboard.ts'
import type { QueryOf } from '../contract/endpoint.ts'
import { listNewUserOrders } from '../contract/new-user-orders.ts'
import { listCarts, listHistoricArticles, listHistory } from '../contract/order-admin.ts'
import { filterListings, type ListingFilter, listUnassigned } from '../contract/product-manager.ts'
import { filterUsers, listNotEnabled } from '../contract/user-admin.ts'
import { takenArticles, usualOrder } from '../contract/usual-order.ts'

/** One list to measure. */
export interface List {
  readonly name: string
  /** Addresses that are asked for in turn. */
  readonly paths: readonly string[]
}

const listings = (given: Partial<ListingFilter>, page = 0): string =>
  addressOf(filterListings, { query: { text: '', order: 'default', active: true, page, ...given } })
const users = (given: { name?: string; sort?: 'businessName' }, page = 0): string =>
  addressOf(filterUsers, {
    query: {
      name: given.name ?? '',
      type: '',
      enabled: '',
      active: '',
      page,
      sort: given.sort && { by: given.sort, down: false },
    },
  })
const contacts = (given: Partial<QueryOf<typeof listContacts>>, page = 0): string =>
  addressOf(listContacts, {
    query: { text: '', type: '', sellerId: undefined, sort: undefined, page, ...given },
  })
const everyOrder = {
  client: '',
  clientId: undefined,
  userId: undefined,
  sellerId: undefined,
  from: undefined,
  to: undefined,
}
type HistoryQuery = QueryOf<typeof listHistory>
const history = (given: Partial<HistoryQuery>, page = 0): string =>
  addressOf(listHistory, { query: { ...everyOrder, sort: undefined, page, ...given } })
type AuditQuery = QueryOf<typeof listAudit>
const audit = (given: Partial<AuditQuery>, page = 0): string =>
  addressOf(listAudit, { query: { text: '', entityId: '', action: '', page, ...given } as AuditQuery })

const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
const WORDS = ['auto', 'muñeca', 'bebe rosa', 'oso', 'pista', 'qqqq']
const PAGES = [0, 1, 20, 200]

/**
 * The lists to measure.
 * @param staffId A user of the staff who made changes
 * @param clientId A client with orders
 */
export const officeLists = ({ staffId, clientId }: { staffId: number; clientId: number }): List[] => [
  { name: 'lo que llevó un cliente', paths: [addressOf(takenArticles, { query: { clientId } })] },
  { name: 'su pedido de siempre', paths: [addressOf(usualOrder, { query: { clientId } })] },
  { name: 'artículos, sin filtro', paths: PAGES.map((page) => listings({}, page)) },
  { name: 'artículos, en todo estado', paths: PAGES.map((page) => listings({ active: undefined }, page)) },
  { name: 'artículos, por palabras', paths: WORDS.map((text) => listings({ text, active: undefined })) },
  {
    name: 'artículos, por precio',
    paths: (['priceAsc', 'priceDesc'] as const).flatMap((order) => PAGES.map((page) => listings({ order }, page))),
  },
  { name: 'artículos, por código', paths: PAGES.map((page) => listings({ order: 'codeDesc' }, page)) },
  { name: 'artículos de una marca', paths: [1, 2, 3].map((brandId) => listings({ brandId })) },
  { name: 'artículos sin categoría', paths: [listings({ categoryId: 99 })] },
  {
    name: 'artículos no asignados',
    paths: [addressOf(listUnassigned, { query: { text: '', page: 0 } }), listings({ brandId: 0 })],
  },
  { name: 'cambios masivos', paths: [addressOf(listBatches, { query: { page: 0 } })] },
  {
    name: 'categorías, y los artículos de una marca',
    paths: [
      addressOf(listNodes),
      addressOf(listBranch, {
        query: { brandId: 1, categoryId: undefined, subcategoryId: undefined, page: 0 },
      }),
    ],
  },
  { name: 'usuarios', paths: PAGES.map((page) => users({}, page)) },
  { name: 'usuarios, por nombre', paths: ['juguetería', 'ana 5', '1001'].map((name) => users({ name })) },
  { name: 'usuarios, por razón social', paths: PAGES.map((page) => users({ sort: 'businessName' }, page)) },
  {
    name: 'inicio: por habilitar, y pedidos sin cliente',
    paths: [addressOf(listNotEnabled), addressOf(listNewUserOrders)],
  },
  { name: 'contactos', paths: PAGES.map((page) => contacts({}, page)) },
  {
    name: 'contactos, por palabras, tipo o vendedor',
    paths: [
      ...['juguetería', 'ana', '1001'].map((text) => contacts({ text })),
      contacts({ type: 'vendedor' }),
      contacts({ sellerId: 3 }),
    ],
  },
  {
    name: 'contactos, en orden de vendedor',
    paths: PAGES.map((page) => contacts({ sort: { by: 'seller', down: false } }, page)),
  },
  { name: 'históricos', paths: [...PAGES, 4_000].map((page) => history({}, page)) },
  {
    name: 'históricos, por cliente',
    paths: ['juguetería', 'jugueteria 2001', '30000015000'].map((client) => history({ client })),
  },
  {
    name: 'históricos, por vendedor',
    paths: [history({ sellerId: 3 }), history({ sellerId: 3, from: day(90), to: day(0) }), history({ sellerId: 0 })],
  },
  {
    name: 'históricos, de un mes, y de uno solo',
    paths: [
      history({ from: day(60), to: day(30) }),
      history({ from: day(400), to: day(1) }, 20),
      history({ clientId }),
    ],
  },
  {
    name: 'históricos, por importe',
    paths: PAGES.map((page) => history({ sort: { by: 'total', down: true } }, page)),
  },
  {
    name: 'lo que pidió un cliente, por artículo',
    paths: [addressOf(listHistoricArticles, { query: { ...everyOrder, clientId } })],
  },
  { name: 'pendientes, 400 carritos', paths: [addressOf(listCarts)] },
  { name: 'auditoría', paths: PAGES.map((page) => audit({}, page)) },
  {
    name: 'auditoría, de quién y entre días',
    paths: [
      audit({ by: staffId }),
      audit({ by: 0 }),
      audit({ by: staffId, from: day(90), to: day(60) }),
      audit({ from: day(30), to: day(30) }),
    ],
  },
  {
    name: 'auditoría, de qué',
    paths: [
      audit({ entity: 'product' }),
      audit({ entity: 'user', action: 'update' }),
      audit({ action: 'create' }),
      audit({ entity: 'product', entityId: '77' }),
      audit({ entity: 'slide' }),
    ],
  },
  {
    name: 'auditoría, por palabras',
    paths: ['juguetería 2001', 'descuento', 'auto', 'qqqq', '77'].map((text) => audit({ text })),
  },
  { name: 'auditoría, autores', paths: [addressOf(listAuditors)] },
  { name: 'inicio: ventas de 90 días', paths: [addressOf(getSales)] },
  { name: 'inicio: clientes que dejaron de pedir', paths: [addressOf(getQuietClients)] },
  { name: 'inicio: carritos por días', paths: [addressOf(getCartAges)] },
  { name: 'inicio: búsquedas sin resultado', paths: [addressOf(getMissedSearches)] },
]
