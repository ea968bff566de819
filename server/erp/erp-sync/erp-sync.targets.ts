/** Where each kind of ERP record is stored, what it refers to, and what becomes of it when it is missing. */

import { articleColumns, type Fields } from '../../db/article-columns.ts'
import { clientSearchText } from '../../lib/search-text.ts'
import type { FeedRecords } from '../../ports/erp/erp.ts'
import type { Columns, ColumnType, ErpTable, OwnedByErp, RowKey, Scalar, Storing, Target } from './erp-sync.types.ts'

const inactive = { whenMissing: { active: false }, isActive: ({ active }: Columns) => active === true }
const byId = { field: 'id', column: 'id' } as const
/** For files without a column 'active': their records are in use as long as the feed has them. */
const alwaysActive = { types: { active: 'boolean' }, columnsOf: () => ({ active: true }) } as const

/** Makes of a target's declaration what an import works with. */
function storing<R extends object, N extends ErpTable, K extends keyof R & string>(target: Target<R, N, K>): Storing {
  const stores = Object.entries(target.stores) as [string, readonly [string, ColumnType, Scalar?]][]
  const made = target.made
  return {
    ...(target as unknown as Omit<
      Storing,
      'key' | 'keyType' | 'keyField' | 'types' | 'columnOf' | 'toRow' | 'toRecord'
    >),
    key: target.key.column,
    keyType: target.key.type ?? 'integer',
    keyField: target.key.field,
    columnOf: Object.fromEntries(stores.map(([field, [column]]) => [field, column])),
    types: {
      ...Object.fromEntries(stores.map(([, [column, type]]) => [column, type])),
      ...(made?.types as Storing['types']),
    },
    toRecord: (columns) =>
      Object.fromEntries(
        stores.map(([field, [column, , empty]]) => {
          const value = columns[column] ?? null
          return [field, value === empty ? null : value]
        }),
      ),
    toRow: (record) => {
      const columns: Columns = {}
      for (const [field, [column, , empty = null]] of stores) {
        // A field that the file has no column for keeps its stored value.
        const value = (record as Record<string, Scalar | undefined>)[field]
        if (value !== undefined) columns[column] = value ?? empty
      }
      const key = (record as Record<string, RowKey>)[target.key.field] as RowKey
      return { key, columns: Object.assign(columns, made?.columnsOf(record as R)) }
    },
  }
}

/** Declared columns in the form of a target: their types without the '?' of optional ones. */
function storedAs<F extends Fields>(
  fields: F,
): { readonly [K in keyof F]: readonly [column: F[K][0], type: ColumnType] } {
  const stores = Object.entries(fields).map(([name, [column, stored]]) => [
    name,
    [column, stored.replace('?', '') as ColumnType],
  ])
  return Object.fromEntries(stores) as ReturnType<typeof storedAs<F>>
}

const list = { field: 'listId', table: 'price_list', kind: 'priceLists', noun: 'La lista' } as const
const article = { field: 'articleId', table: 'article', kind: 'articles', noun: 'El artículo' } as const

const named = (
  table: 'seller' | 'zone' | 'carrier' | 'vat_condition' | 'price_list',
  plural: string,
  inCatalogue = false,
): Storing =>
  storing<FeedRecords['sellers'], typeof table, 'id'>({
    table,
    plural,
    key: byId,
    ...inactive,
    stores: { name: ['name', 'text'] },
    made: alwaysActive,
    references: [],
    inCatalogue,
  })

export const targets: { readonly [T in OwnedByErp]: Storing } = {
  sellers: named('seller', 'vendedores'),
  zones: named('zone', 'zonas'),
  carriers: named('carrier', 'expresos'),
  vatConditions: named('vat_condition', 'condiciones de IVA'),
  priceLists: named('price_list', 'listas de precios', true),
  clients: storing<FeedRecords['clients'], 'client', 'id'>({
    table: 'client',
    plural: 'clientes',
    key: byId,
    ...inactive,
    stores: {
      code: ['code', 'text'],
      businessName: ['business_name', 'text'],
      contactName: ['contact_name', 'text'],
      cuit: ['cuit', 'text'],
      email: ['email', 'text'],
      sellerId: ['seller_id', 'integer'],
      saleCondition: ['sale_condition', 'integer'],
      zoneId: ['zone_id', 'integer'],
      vatConditionId: ['vat_condition_id', 'integer'],
      bonus: ['bonus', 'integer'],
      active: ['active', 'boolean'],
      listId: ['list_id', 'integer'],
    },
    made: {
      types: { search_text: 'text' },
      columnsOf: (client) => ({ search_text: clientSearchText(client) }),
    },
    uniqueField: 'code',
    references: [
      { field: 'sellerId', table: 'seller', kind: 'sellers', noun: 'El vendedor' },
      { field: 'zoneId', table: 'zone', kind: 'zones', noun: 'La zona' },
      { field: 'vatConditionId', table: 'vat_condition', kind: 'vatConditions', noun: 'La condición de IVA' },
      list,
    ],
    inCatalogue: ['list_id', 'bonus'],
  }),
  addresses: storing<FeedRecords['addresses'], 'client_address', 'id'>({
    table: 'client_address',
    plural: 'direcciones',
    key: byId,
    ...inactive,
    stores: {
      clientId: ['client_id', 'integer'],
      street: ['street', 'text'],
      locality: ['locality', 'text'],
      provinceId: ['province_id', 'integer'],
      postalCode: ['postal_code', 'text'],
      carrierId: ['carrier_id', 'integer'],
      name: ['name', 'text'],
    },
    made: alwaysActive,
    references: [
      { field: 'clientId', table: 'client', kind: 'clients', noun: 'El cliente' },
      { field: 'carrierId', table: 'carrier', kind: 'carriers', noun: 'El expreso' },
    ],
    inCatalogue: false,
  }),
  articles: storing<FeedRecords['articles'], 'article', 'id'>({
    table: 'article',
    plural: 'artículos',
    key: byId,
    ...inactive,
    stores: {
      ...storedAs(articleColumns),
      active: ['active', 'boolean'],
    },
    uniqueField: 'code',
    references: [],
    inCatalogue: true,
  }),
  // Of the rows of an article the one that holds; those with a beginning ahead wait for it (prices-ahead.service.ts).
  prices: storing<Pick<FeedRecords['prices'], 'articleId' | 'listPrice'>, 'price', 'articleId'>({
    table: 'price',
    plural: 'precios',
    key: { field: 'articleId', column: 'article_id' },
    stores: { listPrice: ['list_price', 'bigint'] },
    // Without a price the shop shows 'Consultar' and sells none (R6); an old price would go on selling.
    whenMissing: { list_price: 0 },
    isActive: ({ list_price }) => Number(list_price) > 0,
    references: [article],
    inCatalogue: true,
  }),
  listPrices: storing<FeedRecords['listPrices'], 'list_price', 'id'>({
    table: 'list_price',
    plural: 'precios',
    key: { field: 'id', column: 'id', type: 'text' },
    ...inactive,
    stores: {
      listId: ['list_id', 'integer'],
      articleId: ['article_id', 'integer'],
      since: ['since', 'timestamptz', '-infinity'],
      listPrice: ['list_price', 'bigint'],
    },
    made: alwaysActive,
    references: [list, article],
    inCatalogue: true,
  }),
  clientPrices: storing<FeedRecords['clientPrices'], 'client_price', 'id'>({
    table: 'client_price',
    plural: 'precios',
    key: { field: 'id', column: 'id', type: 'text' },
    ...inactive,
    stores: {
      clientId: ['client_id', 'integer'],
      articleId: ['article_id', 'integer'],
      since: ['since', 'timestamptz', '-infinity'],
      until: ['until', 'timestamptz', 'infinity'],
      listPrice: ['list_price', 'bigint'],
      withDiscount: ['with_discount', 'boolean'],
    },
    made: alwaysActive,
    references: [{ field: 'clientId', table: 'client', kind: 'clients', noun: 'El cliente' }, article],
    inCatalogue: true,
  }),
  priceSteps: storing<FeedRecords['priceSteps'], 'price_step', 'id'>({
    table: 'price_step',
    plural: 'escalones de precio',
    key: byId,
    ...inactive,
    stores: {
      articleId: ['article_id', 'integer'],
      brand: ['brand', 'text'],
      category: ['category', 'text'],
      subcategory: ['subcategory', 'text'],
      units: ['units', 'integer'],
      percent: ['percent', 'integer'],
      listId: ['list_id', 'integer'],
    },
    made: alwaysActive,
    references: [article, list],
    inCatalogue: true,
  }),
}
