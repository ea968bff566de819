/** The demo shop's rows of the tables that the ERP owns. */
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { clientSearchText } from '../lib/search-text.ts'
import type { DemoArticle } from './catalogue.ts'
import { carriers, type DemoClient, sellers, vatConditions, zones } from './clients.ts'
import { endOfDayIn, insertAll } from './demo.queries.ts'
import { listOfClient, makeListPrices, makeOwnPrices, priceLists } from './price-lists.ts'

const named = (names: readonly string[]) => names.map((name, index) => ({ id: index + 1, name }))

const licences = ['Astropatrulla', 'Ponis del Arroyo', 'Dinoamigos', 'Capitán Mareas', 'La Granja de Tita']
/** Ages in months. */
const ages = [
  [6, 36],
  [18, 48],
  [36, null],
  [48, 96],
  [72, 144],
  [96, null],
] as const

/** For whom an article is, as far as the ERP says: of every fifth one it says nothing. */
function audienceOf({ id }: DemoArticle) {
  if (id % 5 === 0) return { age_from: null, age_to: null, licence: '', gender: '' }
  const [age_from, age_to] = ages[id % ages.length] ?? [null, null]
  const licence = id % 4 === 1 ? (licences[id % licences.length] ?? '') : ''
  return { age_from, age_to, licence, gender: ['Unisex', 'Unisex', 'Niñas', 'Niños'][id % 4] ?? '' }
}

/** Inserts sellers, lists of prices, clients with their addresses, articles and prices. */
export async function fillErpTables(
  t: Transaction<Tables>,
  articles: readonly DemoArticle[],
  clients: readonly DemoClient[],
) {
  await insertAll(t, 'seller', named(sellers))
  await insertAll(t, 'zone', named(zones))
  await insertAll(t, 'carrier', named(carriers))
  await insertAll(
    t,
    'vat_condition',
    Object.entries(vatConditions).map(([id, name]) => ({ id: Number(id), name })),
  )
  await insertAll(
    t,
    'price_list',
    priceLists.map(({ id, name }) => ({ id, name })),
  )
  await insertAll(
    t,
    'client',
    clients.map((client) => ({
      id: client.id,
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
      list_id: listOfClient(client),
      search_text: clientSearchText(client),
    })),
  )
  await insertAll(
    t,
    'client_address',
    clients.flatMap(({ id, addresses }) =>
      addresses.map((address) => ({
        id: address.id,
        client_id: id,
        street: address.street,
        locality: address.locality,
        province_id: address.provinceId,
        postal_code: address.postalCode,
        carrier_id: address.carrierId,
        name: address.name,
      })),
    ),
  )
  await insertAll(
    t,
    'article',
    articles.map((article) => ({
      id: article.id,
      code: article.code,
      description: article.description,
      alias: article.alias,
      units_per_pack: article.unitsPerPack,
      inner_pack: article.innerPack,
      assortment: article.assortment,
      multiple: article.multiple,
      season: article.season,
      active: article.active,
      ...audienceOf(article),
    })),
  )
  const prices = articles.map(({ id, listPrice }) => ({ article_id: id, list_price: listPrice }))
  await insertAll(t, 'price', prices)
  await insertAll(
    t,
    'list_price',
    makeListPrices(articles).map(({ listId, articleId, listPrice }) => ({
      id: `${listId}/${articleId}/`,
      list_id: listId,
      article_id: articleId,
      list_price: listPrice,
    })),
  )
  await insertAll(
    t,
    'client_price',
    makeOwnPrices(articles).map(({ clientId, articleId, listPrice, days }) => ({
      id: `${clientId}/${articleId}/`,
      client_id: clientId,
      article_id: articleId,
      until: days === null ? 'infinity' : endOfDayIn(days),
      list_price: listPrice,
    })),
  )
}
