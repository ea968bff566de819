/** ERP clients as staff finds them: by what is typed, by id, and on which terms they buy. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CLIENT_MATCHES, type Client, findClients, getClient } from '../../contract/clients.ts'
import { formatCuit } from '../../contract/cuit.ts'
import { NO_CLIENT } from '../../contract/rules.ts'
import { clientSaleTerms } from '../../contract/users.ts'
import { pagesQueryOf, queryOf } from '../lib/query.ts'
import { useDebounced } from '../lib/use-debounced.ts'

const MINUTE = 60_000
/** Rest between two keys after which the server is asked, in milliseconds. */
const REST = 180

/** A client by its id; null when there is none. */
export const clientQuery = (id: number) => ({
  ...queryOf(getClient, id === NO_CLIENT ? null : { query: { id } }),
  staleTime: 5 * MINUTE,
})

/** A client's sale condition and its line. */
export const saleTermsQuery = (clientId: number) => ({
  ...queryOf(clientSaleTerms, clientId === NO_CLIENT ? null : { params: { clientId } }),
  staleTime: MINUTE,
})

/** The clients for what was typed so far, best matches first; all by name for nothing. `more` asks for the next ones. */
export function useClientSearch(typed: string, { enabled }: { enabled: boolean }) {
  const text = useDebounced(typed.trim(), REST)
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...pagesQueryOf(findClients, { query: { text } }, CLIENT_MATCHES),
    placeholderData: keepPreviousData,
    staleTime: MINUTE,
    enabled,
  })
  return {
    clients: data?.pages.flat() ?? [],
    /** Whether the clients belong to what stands in the box now. */
    settled: text === typed.trim() && (!isFetching || isFetchingNextPage),
    more: () => {
      if (hasNextPage && !isFetching) void fetchNextPage()
    },
    error,
  }
}

/** A client in one line: 'Juguetería El Duende S.R.L. — 30-71234567-1'. */
export const clientLabel = ({ businessName, cuit }: Pick<Client, 'businessName' | 'cuit'>): string =>
  cuit ? `${businessName} — ${formatCuit(cuit)}` : businessName
