import { useQuery } from '@tanstack/react-query'
import { listCarriers, listZones, lookUpCuit, type RegistryEntry } from '../../../contract/accounts.ts'
import { type Client, findClients, getClient, getClientByCode } from '../../../contract/clients.ts'
import { parseCuit } from '../../../contract/cuit.ts'
import {
  createUser,
  filterUsers,
  findUserByCuit,
  getLegacyData,
  getUser,
  listSellers,
  listVatConditions,
  updateLegacyData,
  updateUser,
} from '../../../contract/user-admin.ts'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { USERS } from '../../lib/query-keys.ts'
import { changedUserOf, type LegacyTerms, newUserOf, termsOf, type UserDraft } from './user-form.ts'

/** What the list is narrowed to; '' everywhere is all users. */
export interface UserFilters {
  name: string
  type: string
  enabled: string
  active: string
}

/** A page of the list; the page before stays on the screen meanwhile. */
export const useUserPage = (filters: UserFilters, page: number) =>
  useQuery({
    queryKey: [USERS, 'list', filters, page],
    queryFn: ({ signal }) => call(filterUsers, { query: { ...filters, page }, signal }),
    placeholderData: (before) => before,
  })

/** A user and, with an ERP client, that client's terms, both fresh each time the form opens. */
export const useUserToEdit = (id: number) =>
  useQuery({
    queryKey: [USERS, 'edit', id],
    queryFn: async ({ signal }) => {
      const user = await call(getUser, { params: { id }, signal })
      const terms = user.clientId ? await call(getLegacyData, { params: { id }, signal }) : null
      return { user, terms: terms as LegacyTerms | null }
    },
    // A form must not change under whoever fills it in.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

const CLIENTS = 'clients'
const HOUR = 3_600_000
const noRows: readonly never[] = []

/** The lists that the form chooses from; `failed` when one of them did not come. */
export function useFormLists() {
  const carriers = useQuery({
    queryKey: ['carriers'],
    queryFn: ({ signal }) => call(listCarriers, { signal }),
    staleTime: HOUR,
  })
  const zones = useQuery({
    queryKey: ['zones'],
    queryFn: ({ signal }) => call(listZones, { signal }),
    staleTime: HOUR,
  })
  const sellers = useQuery({
    queryKey: ['sellers'],
    queryFn: ({ signal }) => call(listSellers, { signal }),
    staleTime: HOUR,
  })
  const vatConditions = useQuery({
    queryKey: ['vat-conditions'],
    queryFn: ({ signal }) => call(listVatConditions, { signal }),
    staleTime: HOUR,
  })
  return {
    carriers: carriers.data ?? noRows,
    zones: zones.data ?? noRows,
    sellers: sellers.data ?? noRows,
    vatConditions: vatConditions.data ?? noRows,
    failed: carriers.isError || zones.isError || sellers.isError || vatConditions.isError,
  }
}
export type FormLists = ReturnType<typeof useFormLists>

export interface CuitFacts {
  /** The user who has the CUIT already; null when nobody, undefined while unknown. */
  owner: { name: string; businessName: string } | null | undefined
  /** The ERP client with the CUIT; null when none, undefined while unknown. */
  client: Client | null | undefined
  /** What the tax registry tells. */
  entry: RegistryEntry | undefined
  /** Why the registry tells nothing. */
  registryError: unknown
  asking: boolean
}

/** Whatever is known about a CUIT of a new user, asked once its check digit is right. */
export function useCuitFacts(typed: string, { askRegistry }: { askRegistry: boolean }): CuitFacts {
  const cuit = parseCuit(typed)
  const query = { cuit: cuit ?? '' }
  const enabled = cuit !== null
  const owner = useQuery({
    queryKey: [USERS, 'cuit', cuit],
    queryFn: ({ signal }) => call(findUserByCuit, { query, signal }),
    enabled,
  })
  const client = useQuery({
    queryKey: [CLIENTS, 'cuit', cuit],
    queryFn: async ({ signal }) => {
      const found = await call(findClients, { query: { text: query.cuit, page: 0 }, signal })
      return found.find((one) => parseCuit(one.cuit) === cuit) ?? null
    },
    enabled,
  })
  const registry = useQuery({
    queryKey: ['tax-registry', cuit],
    queryFn: ({ signal }) => call(lookUpCuit, { query, signal }),
    enabled: enabled && askRegistry,
    // The form goes on without it, and look-ups are counted.
    retry: false,
    staleTime: HOUR,
  })
  return {
    owner: owner.data,
    client: client.data,
    entry: registry.data,
    registryError: registry.error,
    asking: registry.isFetching,
  }
}

/** The linked client, for its name. */
export const useLinkedClient = (id: number | null) =>
  useQuery({
    queryKey: [CLIENTS, 'id', id],
    queryFn: ({ signal }) => call(getClient, { query: { id: id ?? undefined }, signal }),
    enabled: id !== null,
    staleTime: HOUR,
  })

/** The client with this code, or else those whose name, code or CUIT has the words. */
export async function searchClients(text: string): Promise<readonly Client[]> {
  const exact = await call(getClientByCode, { query: { code: text } })
  return exact ? [exact] : call(findClients, { query: { text, page: 0 } })
}

/** Creates a user. @throws ApiError */
export async function saveNewUser(draft: UserDraft): Promise<void> {
  await call(createUser, { body: newUserOf(draft) })
  void queryClient.invalidateQueries({ queryKey: [USERS] })
  // It may have made a client.
  void queryClient.invalidateQueries({ queryKey: [CLIENTS] })
}

/** Changes a user, and the terms of the user's client where they were changed. @throws ApiError */
export async function saveUser(id: number, draft: UserDraft, before: UserDraft): Promise<void> {
  await call(updateUser, { body: changedUserOf(id, draft) })
  const terms = termsOf(draft, before)
  if (terms) await call(updateLegacyData, { body: { userId: id, ...terms } })
  void queryClient.invalidateQueries({ queryKey: [USERS] })
}
