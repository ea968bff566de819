/** ERP clients as staff finds them: by what is typed, by id, and on which terms they buy. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  CLIENT_MATCHES,
  type Client,
  type ClientForOrders,
  type FoundClient,
  findClients,
  getClient,
  listClientsForOrders,
  MOST_RECENT_CLIENTS,
} from '../../contract/clients.ts'
import { formatCuit } from '../../contract/cuit.ts'
import type { Endpoint, ResponseOf } from '../../contract/endpoint.ts'
import { readId } from '../../contract/ids.ts'
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

const recentName = (userId: number) => `clientes-recientes:${userId}`

/** Ids of the clients that the user had chosen on this device last, the latest first. */
export function recentClients(userId: number): readonly number[] {
  try {
    const kept = localStorage.getItem(recentName(userId)) ?? ''
    return kept.split(',').flatMap((id) => readId(id) ?? [])
  } catch {
    return []
  }
}

/** Notes that the user has chosen a client. */
export function noteRecentClient(userId: number, clientId: number): void {
  const others = recentClients(userId).filter((id) => id !== clientId)
  try {
    localStorage.setItem(recentName(userId), [clientId, ...others].slice(0, MOST_RECENT_CLIENTS).join())
  } catch {
    // A browser that refuses storage lists all clients by name.
  }
}

/** The clients of `recent` first, in its order; the others as they stand. */
export function recentFirst<Of extends { readonly id: number }>(
  clients: readonly Of[],
  recent: readonly number[],
): Of[] {
  const first = recent.flatMap((id) => clients.filter((client) => client.id === id))
  return [...first, ...clients.filter(({ id }) => !recent.includes(id))]
}

const pagesOf = (text: string, recent: readonly number[]) =>
  pagesQueryOf(findClients, { query: { text, recent: [...recent] } }, CLIENT_MATCHES)

const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether each typed word is in the client's name, code or CUIT. */
function isMeant({ businessName, code, cuit }: Client, typed: string): boolean {
  const known = bare(`${businessName} ${code} ${cuit} ${cuit && formatCuit(cuit)}`)
  return bare(typed)
    .split(/\s+/)
    .every((word) => known.includes(word))
}

/** A client of the device's list as a search would find it. What is in its cart is not known then. */
const asFound = ({ addresses, ...client }: ClientForOrders): FoundClient => ({
  ...client,
  locality: addresses[0]?.locality ?? '',
  cartLines: 0,
})

interface ClientSearch {
  readonly enabled: boolean
  /** Ids of the clients that come first where nothing else tells them apart. */
  readonly recent: readonly number[]
}

/** The clients for the typed text, best matches first; without text all, the recent ones first. `more` asks for the next page. */
export function useClientSearch(typed: string, { enabled, recent }: ClientSearch) {
  const text = useDebounced(typed.trim(), REST)
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...pagesOf(text, recent),
    placeholderData: keepPreviousData,
    // Without signal the device's own clients are searched at once.
    retry: false,
    enabled,
  })
  const known = useKnownClients(enabled && error !== null)
  const fromDevice = () => recentFirst(known?.filter((client) => isMeant(client, text)) ?? [], recent).map(asFound)
  return {
    clients: error && known ? fromDevice() : (data?.pages.flat() ?? []),
    /** Whether the clients belong to the text that is in the box now. */
    settled: text === typed.trim() && (!isFetching || isFetchingNextPage),
    more: () => {
      if (hasNextPage && !isFetching) void fetchNextPage()
    },
    error: known ? null : error,
  }
}

/** All clients that the device knows (R226); undefined while there are none. */
const useKnownClients = (wanted: boolean): readonly ClientForOrders[] | undefined =>
  useQuery({ ...queryOf(listClientsForOrders), enabled: wanted }).data
