/** What an order without signal needs, fetched while there is one, also from screens nobody has opened yet (R226). */

import { CancelledError, type QueryKey } from '@tanstack/react-query'
import { filterOfPlace } from '../../contract/address.ts'
import type { SessionUser } from '../../contract/auth.ts'
import { getCart, getSimpleCart } from '../../contract/cart.ts'
import { categoryTree, listBrands, searchProducts } from '../../contract/catalogue.ts'
import { listClientsForOrders } from '../../contract/clients.ts'
import { getFulfilment } from '../../contract/fulfilment.ts'
import { getOrder, getOrderLines, myOrders } from '../../contract/orders.ts'
import { roles } from '../../contract/roles.ts'
import { NO_CLIENT } from '../../contract/rules.ts'
import { getSavedList, listSavedLists } from '../../contract/saved-lists.ts'
import { getContact, isPageOpen } from '../../contract/settings.ts'
import { userAddresses } from '../../contract/users.ts'
import { keptAt } from '../lib/device/kept-answers.ts'
import { pagesQueryOf, queryOf } from '../lib/query.ts'
import { queryClient } from '../lib/query-client.ts'
import { addressesQuery, clientQuery, lastDeliveryQuery, saleTermsQuery } from '../shop/clients.ts'
import { orderTermsQuery } from '../shop/order-terms/order-terms.ts'

/** Answers younger than so many milliseconds are not fetched again. */
const FRESH = 3_600_000
const LAST_ORDERS = 3
/** Saved lists whose lines are fetched: those that were changed last, and not very long ones, for which a device has no room. */
const LAST_LISTS = 5
const LONG_LIST = 500

/**
 * Asks, one after the other, for what `user` needs to order for a client, as far as the device has none of it.
 * @throws the first call's failure: the next visit goes on
 */
export async function warmUp(user: SessionUser, clientId: number, signal: AbortSignal): Promise<void> {
  const kept = await keptAt(user.id)
  const needs = (key: QueryKey) => !signal.aborted && Date.now() - kept(key) > FRESH
  const ask = async <Options extends { queryKey: QueryKey }>(options: Options) => {
    if (!needs(options.queryKey)) return
    try {
      await queryClient.fetchQuery(options as never)
    } catch (error) {
      // Given up because something newer was stored meanwhile: the next screen asks for it.
      if (!(error instanceof CancelledError)) throw error
    }
  }
  const { isStaff } = roles[user.type]
  const orderClientId = isStaff ? clientId : user.clientId
  const owner = { userId: user.id, clientId: orderClientId }

  for (const page of ['CATALOGO', 'CARRITO', 'PEDIDOS']) await ask(queryOf(isPageOpen, { query: { page } }))
  await ask(queryOf(categoryTree))
  await ask(
    queryOf(searchProducts, {
      query: { ...filterOfPlace({}, isStaff && clientId !== NO_CLIENT ? clientId : undefined), page: 0 },
    }),
  )
  await ask(queryOf(listBrands))
  await ask(queryOf(getContact))
  if (isStaff) await ask(queryOf(listClientsForOrders))
  if (isStaff && orderClientId === NO_CLIENT) return

  await ask(queryOf(getSimpleCart, { query: owner }))
  await ask(queryOf(getCart, { query: owner }))
  await ask(lastDeliveryQuery(orderClientId))
  await ask(orderTermsQuery(orderClientId))
  if (orderClientId === NO_CLIENT) await ask(queryOf(userAddresses, { params: { userId: user.id } }))
  else await ask(addressesQuery(orderClientId))
  if (isStaff) {
    await ask(clientQuery(orderClientId))
    await ask(saleTermsQuery(orderClientId))
  }
  const listsOf = { query: { clientId: orderClientId } }
  const lists = queryOf(listSavedLists, listsOf)
  await ask(lists)
  const read = queryClient
    .getQueryData(lists.queryKey)
    ?.filter(({ archived, lineCount }) => !archived && lineCount <= LONG_LIST)
  for (const { id } of read?.slice(0, LAST_LISTS) ?? [])
    await ask(queryOf(getSavedList, { params: { id }, ...listsOf }))
  const orders = pagesQueryOf(myOrders, {
    query: { clientId: isStaff ? orderClientId : undefined, text: '' },
  })
  if (needs(orders.queryKey)) await queryClient.fetchInfiniteQuery(orders)
  const last = queryClient.getQueryData(orders.queryKey)?.pages[0] ?? []
  for (const { id } of last.slice(0, LAST_ORDERS))
    for (const part of [getOrder, getOrderLines, getFulfilment]) await ask(queryOf(part, { params: { id } }))
}
