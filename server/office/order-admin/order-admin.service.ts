/** The orders of all clients, for whoever may see them (R100). */
import type { QueryOf } from '../../../contract/endpoint.ts'
import {
  chooseOneClient,
  HISTORY_PAGE_SIZE,
  type HistoricArticle,
  type HistoricClient,
  type HistoricOrder,
  type listHistoricArticles,
  type listHistory,
  MOST_CLIENTS_ADDED_UP,
} from '../../../contract/order-admin.ts'
import { NO_CLIENT, NO_SELLER } from '../../../contract/rules.ts'
import { type Caller, isSupervisor } from '../../caller.ts'
import type { Queryable } from '../../db/open.ts'
import { foldText } from '../../lib/search-text.ts'
import { clientsFor } from '../../people/people.ts'
import { malformed } from '../../refusal.ts'
import * as queries from './order-admin.queries.ts'

type Asked = QueryOf<typeof listHistoricArticles>

/** The filter that was asked for, within what the caller may see; undefined when nothing can match. */
function filterOf(caller: Caller, asked: Asked): queries.HistoryFilter | undefined {
  const { client, clientId, userId, accountId, sellerId, from, to, erpState, fulfilmentState, held } = asked
  const clients = clientsFor(caller, { text: client, sellerId })
  if (clients === 'nobody') return undefined
  // A user without a client has no seller either.
  const isWithoutSeller = sellerId === undefined || sellerId === NO_SELLER
  return {
    clients,
    withoutClient:
      clients && isSupervisor(caller) && isWithoutSeller ? foldText(client).split(' ').filter(Boolean) : undefined,
    clientId: clientId === NO_CLIENT && userId === undefined ? undefined : clientId,
    userId,
    accountId,
    from,
    to,
    erpState,
    fulfilmentState,
    held,
  }
}

/** A page of orders; the first row says how many match. */
export async function historyPage(
  db: Queryable,
  caller: Caller,
  { page, size = HISTORY_PAGE_SIZE, sort, ...asked }: QueryOf<typeof listHistory>,
): Promise<HistoricOrder[]> {
  const filter = filterOf(caller, asked)
  if (!filter) return []
  const before = page * size
  const [first, ...rest] = await queries.listHistory(db, filter, sort, size, before)
  if (!first) return []
  const onPage = rest.length + 1
  const matches = onPage < size ? before + onPage : await queries.countHistory(db, filter)
  return [{ ...first, matches }, ...rest]
}

/** All orders that match. */
export async function wholeHistory(
  db: Queryable,
  caller: Caller,
  { page: _, size: __, sort, ...asked }: QueryOf<typeof listHistory>,
): Promise<HistoricOrder[]> {
  const filter = filterOf(caller, asked)
  return filter ? queries.listHistory(db, filter, sort) : []
}

/** The owners of the orders that match. @throws Refusal 400 for more than MOST_CLIENTS_ADDED_UP */
export async function historicClients(db: Queryable, caller: Caller, asked: Asked): Promise<HistoricClient[]> {
  const filter = filterOf(caller, asked)
  if (!filter) return []
  const clients = await queries.listHistoricClients(db, filter, MOST_CLIENTS_ADDED_UP + 1)
  if (clients.length > MOST_CLIENTS_ADDED_UP) throw malformed(chooseOneClient)
  return clients
}

/** What clients ordered, article by article. @throws Refusal 400 for more than MOST_CLIENTS_ADDED_UP clients */
export async function historicArticles(db: Queryable, caller: Caller, asked: Asked): Promise<HistoricArticle[]> {
  const filter = filterOf(caller, asked)
  if (!filter) return []
  const isNamed = [filter.clientId, filter.userId, filter.accountId].some((id) => id !== undefined)
  const areMany = !filter.clients || (await queries.areMoreThan(db, filter.clients, MOST_CLIENTS_ADDED_UP))
  if (!isNamed && areMany) throw malformed(chooseOneClient)
  return queries.listHistoricArticles(db, filter)
}
