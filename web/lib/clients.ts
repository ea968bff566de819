/** ERP clients as staff finds them: by what is typed, by id, and on which terms they buy. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import {
  CLIENT_MATCHES,
  type Client,
  findClients,
  getClient,
  listSellersClients,
} from '../../contract/clients.ts'
import { NO_CLIENT } from '../../contract/rules.ts'
import { clientSaleTerms } from '../../contract/users.ts'
import { call } from './api.ts'
import { formatCuit } from './format.ts'
import { useUser } from './session.ts'
import { useDebounced } from './use-debounced.ts'

const MINUTE = 60_000
/** Rest between two keys after which the server is asked, in milliseconds. */
const REST = 180

/** A client by its id; null when there is none. */
export const clientQuery = (id: number) =>
  queryOptions({
    queryKey: ['clients', 'one', id],
    queryFn: ({ signal }) => call(getClient, { query: { id }, signal }),
    staleTime: 5 * MINUTE,
    enabled: id !== NO_CLIENT,
  })

/** A client's sale condition and its line. */
export const saleTermsQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['clients', 'terms', clientId],
    queryFn: ({ signal }) => call(clientSaleTerms, { params: { clientId }, signal }),
    staleTime: MINUTE,
    enabled: clientId !== NO_CLIENT,
  })

/**
 * The clients for what was typed so far, best matches first. For nothing a vendedor is shown the first of the own
 * ones; supervisors and admins, who have all of them, none.
 */
export function useClientSearch(typed: string, { enabled }: { enabled: boolean }) {
  const isSeller = useUser().type === 'vendedor'
  const text = useDebounced(typed.trim(), REST)
  const found = useQuery({
    queryKey: ['clients', 'found', text],
    queryFn: ({ signal }) => call(findClients, { query: { text }, signal }),
    placeholderData: keepPreviousData,
    staleTime: MINUTE,
    enabled: enabled && text !== '',
  })
  const own = useQuery({
    queryKey: ['clients', 'own'],
    queryFn: ({ signal }) => call(listSellersClients, { query: {}, signal }),
    staleTime: 5 * MINUTE,
    enabled: enabled && isSeller && text === '',
  })
  const { data, error, isFetching } = text === '' ? own : found
  return {
    clients: text === '' && !isSeller ? [] : (data?.slice(0, CLIENT_MATCHES) ?? []),
    /** Whether the clients belong to what stands in the box now. */
    settled: text === typed.trim() && !isFetching,
    error,
  }
}

/** A client in one line: 'Juguetería El Duende S.R.L. — 30-71234567-1'. */
export const clientLabel = ({ businessName, cuit }: Pick<Client, 'businessName' | 'cuit'>): string =>
  cuit ? `${businessName} — ${formatCuit(cuit)}` : businessName
