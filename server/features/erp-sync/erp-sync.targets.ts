/** Where each kind of ERP record is stored, what it refers to, and what becomes of it when it is missing. */
import type { ClientRecord, FeedRecords } from '../../ports/erp/erp.ts'
import { clientSearchText } from '../../search-text.ts'
import type { Columns, ErpTable, OwnedByErp, Target } from './erp-sync.types.ts'

const inactive = { whenMissing: { active: false }, isActive: ({ active }: Columns) => active === true }
const byId = { key: 'id', keyOf: ({ id }: { id: number }) => id }

const named = (table: ErpTable, plural: string): Target<FeedRecords['sellers']> => ({
  table,
  plural,
  ...byId,
  ...inactive,
  types: { name: 'text', active: 'boolean' },
  toColumns: ({ name }) => ({ name, active: true }),
  references: [],
  inCatalogue: false,
})

const clients: Target<ClientRecord> = {
  table: 'client',
  plural: 'clientes',
  ...byId,
  ...inactive,
  types: {
    code: 'text',
    business_name: 'text',
    contact_name: 'text',
    cuit: 'text',
    email: 'text',
    seller_id: 'integer',
    sale_condition: 'integer',
    zone_id: 'integer',
    vat_condition_id: 'integer',
    bonus: 'integer',
    search_text: 'text',
    active: 'boolean',
  },
  toColumns: (client) => ({
    code: client.code,
    business_name: client.businessName,
    contact_name: client.contactName,
    cuit: client.cuit,
    email: client.email,
    seller_id: client.sellerId,
    sale_condition: client.saleCondition,
    zone_id: client.zoneId,
    vat_condition_id: client.vatConditionId,
    bonus: client.bonus,
    search_text: clientSearchText(client),
    active: client.active,
  }),
  uniqueField: 'code',
  references: [
    { field: 'sellerId', table: 'seller', kind: 'sellers', noun: 'El vendedor' },
    { field: 'zoneId', table: 'zone', kind: 'zones', noun: 'La zona' },
    { field: 'vatConditionId', table: 'vat_condition', kind: 'vatConditions', noun: 'La condición de IVA' },
  ],
  inCatalogue: false,
}

export const targets: { readonly [T in OwnedByErp]: Target<FeedRecords[T]> } = {
  sellers: named('seller', 'vendedores'),
  zones: named('zone', 'zonas'),
  carriers: named('carrier', 'expresos'),
  vatConditions: named('vat_condition', 'condiciones de IVA'),
  clients,
  addresses: {
    table: 'client_address',
    plural: 'direcciones',
    ...byId,
    ...inactive,
    types: {
      client_id: 'integer',
      street: 'text',
      locality: 'text',
      province_id: 'integer',
      postal_code: 'text',
      carrier_id: 'integer',
      active: 'boolean',
    },
    toColumns: (address) => ({
      client_id: address.clientId,
      street: address.street,
      locality: address.locality,
      province_id: address.provinceId,
      postal_code: address.postalCode,
      carrier_id: address.carrierId,
      active: true,
    }),
    references: [
      { field: 'clientId', table: 'client', kind: 'clients', noun: 'El cliente' },
      { field: 'carrierId', table: 'carrier', kind: 'carriers', noun: 'El expreso' },
    ],
    inCatalogue: false,
  },
  articles: {
    table: 'article',
    plural: 'artículos',
    ...byId,
    ...inactive,
    types: {
      code: 'text',
      description: 'text',
      alias: 'text',
      units_per_pack: 'integer',
      inner_pack: 'integer',
      assortment: 'integer',
      multiple: 'integer',
      season: 'text',
      active: 'boolean',
    },
    toColumns: (article) => ({
      code: article.code,
      description: article.description,
      alias: article.alias,
      units_per_pack: article.unitsPerPack,
      inner_pack: article.innerPack,
      assortment: article.assortment,
      multiple: article.multiple,
      season: article.season,
      active: article.active,
    }),
    uniqueField: 'code',
    references: [],
    inCatalogue: true,
  },
  prices: {
    table: 'price',
    plural: 'precios',
    key: 'article_id',
    keyOf: ({ articleId }) => articleId,
    types: { list_price: 'bigint' },
    toColumns: ({ listPrice }) => ({ list_price: listPrice }),
    // Without a price the shop shows 'Consultar' and sells none (R6); an old price would go on selling.
    whenMissing: { list_price: 0 },
    isActive: ({ list_price }) => Number(list_price) > 0,
    references: [{ field: 'articleId', table: 'article', kind: 'articles', noun: 'El artículo' }],
    inCatalogue: true,
  },
}
