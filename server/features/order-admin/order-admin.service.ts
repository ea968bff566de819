/** The orders of all clients, for whoever may see them (R100). */
import type { QueryOf } from '../../../contract/endpoint.ts'
import {
  chooseOneClient,
  HISTORY_PAGE_SIZE,
  type HistoricArticle,
  type HistoricOrder,
  type listHistoricArticles,
  type listHistory,
  MOST_CLIENTS_ADDED_UP,
} from '../../../contract/order-admin.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { type Caller, isSupervisor } from '../../caller.ts'
import type { Queryable } from '../../db/open.ts'
import { malformed } from '../../refusal.ts'
import { foldText } from '../../search-text.ts'
import { clientIdsFor } from '../clients/clients.service.ts'
import * as queries from './order-admin.queries.ts'

type Asked = QueryOf<typeof listHistoricArticles>

async function filterOf(db: Queryable, caller: Caller, asked: Asked): Promise<queries.HistoryFilter> {
  const { client, clientId, userId, from, to, erpState } = asked
  const words = foldText(client).split(' ').filter(Boolean)
  // Who has no client has no seller either.
  const withoutClient = isSupervisor(caller) && words.length > 0
  return {
    clientIds: await clientIdsFor(db, caller, client),
    orderIds: withoutClient ? await queries.findOrdersWithoutClient(db, words) : [],
    clientId: clientId === NO_CLIENT ? undefined : clientId,
    userId,
    from,
    to,
    erpState,
  }
}

/** A page of orders; the first row says how many match. */
export async function historyPage(
  db: Queryable,
  caller: Caller,
  { page, sort, ...asked }: QueryOf<typeof listHistory>,
): Promise<HistoricOrder[]> {
  const filter = await filterOf(db, caller, asked)
  const before = page * HISTORY_PAGE_SIZE
  const [first, ...rest] = await queries.listHistory(db, filter, sort, HISTORY_PAGE_SIZE, before)
  if (!first) return []
  const here = rest.length + 1
  const matches = here < HISTORY_PAGE_SIZE ? before + here : await queries.countHistory(db, filter)
  return [{ ...first, matches }, ...rest]
}

/** All orders that match. */
export async function wholeHistory(
  db: Queryable,
  caller: Caller,
  { page: _, sort, ...asked }: QueryOf<typeof listHistory>,
): Promise<HistoricOrder[]> {
  return queries.listHistory(db, await filterOf(db, caller, asked), sort)
}

/** What clients ordered, article by article. @throws Refusal 400 for more clients than can be meant */
export async function historicArticles(
  db: Queryable,
  caller: Caller,
  asked: Asked,
): Promise<HistoricArticle[]> {
  const filter = await filterOf(db, caller, asked)
  const named = filter.clientId !== undefined || filter.userId !== undefined
  const clients = filter.clientIds?.length ?? Number.POSITIVE_INFINITY
  if (!named && clients > MOST_CLIENTS_ADDED_UP) throw malformed(chooseOneClient)
  return queries.listHistoricArticles(db, filter)
}
