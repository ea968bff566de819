/** ERP clients as staff finds them: by what is typed, by id, and on which terms they buy. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  CLIENT_MATCHES,
  type Client,
  type ClientForOrders,
  findClients,
  getClient,
  listClientsForOrders,
} from '../../contract/clients.ts'
import { formatCuit } from '../../contract/cuit.ts'
import type { Endpoint, ResponseOf } from '../../contract/endpoint.ts'
import { lastDelivery } from '../../contract/orders.ts'
import { NO_CLIENT } from '../../contract/rules.ts'
import { clientAddresses, clientSaleTerms } from '../../contract/users.ts'
import { pagesQueryOf, partQueryOf, queryOf } from '../lib/query.ts'
import { queryClient } from '../lib/query-client.ts'
import { useDebounced } from '../lib/use-debounced.ts'

const MINUTE = 60_000
/** Debounce of the search, in milliseconds. */
const REST = 180

/** Takes the answer about one client from the list of all clients, which a seller's device keeps (R226). */
const inList = <E extends Endpoint>(id: number, pick: (client: ClientForOrders) => ResponseOf<E>) => ({
  whole: listClientsForOrders,
  pick: (clients: readonly ClientForOrders[]) => {
    const client = clients.find((candidate) => candidate.id === id)
    return client && pick(client)
  },
})

/** A client by its id; null when there is none. */
export const clientQuery = (id: number) => ({
  ...partQueryOf(
    getClient,
    id === NO_CLIENT ? null : { query: { id } },
    inList<typeof getClient>(id, (client) => client),
  ),
  staleTime: 5 * MINUTE,
})

/** Where a client's orders may go. */
export const addressesQuery = (clientId: number) =>
  partQueryOf(
    clientAddresses,
    clientId === NO_CLIENT ? null : { params: { clientId } },
    inList<typeof clientAddresses>(clientId, ({ addresses }) => addresses),
  )

/** Where a client's last order went; null without one. */
export const lastDeliveryQuery = (clientId: number) =>
  partQueryOf(
    lastDelivery,
    { query: { clientId } },
    inList<typeof lastDelivery>(clientId, ({ lastAddressId }) => lastAddressId),
  )

/** Stores a found client as the answer of `clientQuery`: without signal no other comes (R226). */
export function knowClient(client: Client): void {
  const { queryKey, meta } = clientQuery(client.id)
  queryClient.getQueryCache().build(queryClient, { queryKey, meta }).setData(client, { manual: true })
}

/** A client's name as the page knows it. */
export const knownName = (id: number): string | undefined =>
  queryClient.getQueryData(clientQuery(id).queryKey)?.businessName

/** A client's sale condition and its line. */
export const saleTermsQuery = (clientId: number) => ({
  ...partQueryOf(
    clientSaleTerms,
    clientId === NO_CLIENT ? null : { params: { clientId } },
    inList<typeof clientSaleTerms>(clientId, ({ condition, line }) => ({ condition, line })),
  ),
  staleTime: MINUTE,
})

const pagesOf = (text: string) => ({
  ...pagesQueryOf(findClients, { query: { text } }, CLIENT_MATCHES),
  staleTime: MINUTE,
})

const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether each typed word is in the client's name, code or CUIT. */
function isMeant({ businessName, code, cuit }: Client, typed: string): boolean {
  const known = bare(`${businessName} ${code} ${cuit} ${cuit && formatCuit(cuit)}`)
  return bare(typed)
    .split(/\s+/)
    .every((word) => known.includes(word))
}

/** The clients for the typed text, best matches first; without text all of them by name. `more` asks for the next page. */
export function useClientSearch(typed: string, { enabled }: { enabled: boolean }) {
  const text = useDebounced(typed.trim(), REST)
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...pagesOf(text),
    placeholderData: keepPreviousData,
    // Without signal the device's own clients are searched at once.
    retry: false,
    enabled,
  })
  const known = useKnownClients(enabled && error !== null)
  return {
    clients: error && known ? known.filter((client) => isMeant(client, text)) : (data?.pages.flat() ?? []),
    /** Whether the clients belong to the text that is in the box now. */
    settled: text === typed.trim() && (!isFetching || isFetchingNextPage),
    more: () => {
      if (hasNextPage && !isFetching) void fetchNextPage()
    },
    error: known ? null : error,
  }
}

/** All clients that the device knows (R226); undefined while there are none. */
const useKnownClients = (wanted: boolean): readonly Client[] | undefined =>
  useQuery({ ...queryOf(listClientsForOrders), enabled: wanted }).data

/** A client in one line: 'Juguetería El Duende S.R.L. — 30-71234567-1'. */
export const clientLabel = ({ businessName, cuit }: Pick<Client, 'businessName' | 'cuit'>): string =>
  cuit ? `${businessName} — ${formatCuit(cuit)}` : businessName
