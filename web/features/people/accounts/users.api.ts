import { useQuery } from '@tanstack/react-query'
import { type Client, findClients, getClient, getClientByCode } from '../../../../contract/clients.ts'
import { parseCuit } from '../../../../contract/cuit.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { listCarriers, listSellers, listVatConditions, listZones } from '../../../../contract/erp-lists.ts'
import { listNewUserOrders } from '../../../../contract/new-user-orders.ts'
import { lookUpCuit, type RegistryEntry } from '../../../../contract/registry.ts'
import {
  createUser,
  filterUsers,
  findUserByCuit,
  getLegacyData,
  getUser,
  listNotEnabled,
  type User,
  updateUser,
} from '../../../../contract/user-admin.ts'
import { call } from '../../../lib/api.ts'
import { queryOf, recordQueryOf } from '../../../lib/query.ts'
import type { Loading } from '../../../ui/Waiting.tsx'
import { hasRegistry } from './accounts.api.ts'
import { changedUserOf, draftOf, newUserOf, type StoredTerms, type UserDraft } from './user-form.ts'

const HOUR = 3_600_000

/** A user, and the terms of the user's ERP client where there is one: the data that the form begins with. */
export function useUserToEdit(id: number): Loading<{ user: User; terms: StoredTerms | null }> {
  const user = useQuery(recordQueryOf(getUser, { params: { id } }))
  const terms = useQuery(recordQueryOf(getLegacyData, user.data?.clientId ? { params: { id } } : null))
  const isComplete = user.data && (terms.data !== undefined || !user.data.clientId)
  return {
    data: isComplete ? { user: user.data, terms: terms.data ?? null } : undefined,
    error: user.error ?? terms.error,
    refetch: () => (user.error ? user.refetch() : terms.refetch()),
  }
}

/** The lists that the form chooses from; `failed` when one of them could not be loaded. */
export function useFormLists() {
  const carriers = useQuery({ ...queryOf(listCarriers), staleTime: HOUR })
  const zones = useQuery({ ...queryOf(listZones), staleTime: HOUR })
  const sellers = useQuery({ ...queryOf(listSellers), staleTime: HOUR })
  const vatConditions = useQuery({ ...queryOf(listVatConditions), staleTime: HOUR })
  return {
    /** Undefined until they have come. */
    carriers: carriers.data,
    zones: zones.data,
    sellers: sellers.data ?? [],
    vatConditions: vatConditions.data ?? [],
    failed: carriers.isError || zones.isError || sellers.isError || vatConditions.isError,
  }
}
export type FormLists = ReturnType<typeof useFormLists>

export interface CuitFacts {
  /** The user who has the CUIT already; null when nobody has it, undefined while that is unknown. */
  owner: { name: string; businessName: string } | null | undefined
  /** The ERP client with the CUIT; null when there is none, undefined while that is unknown. */
  client: Client | null | undefined
  /** The tax registry's entry. */
  entry: RegistryEntry | undefined
  /** Why the registry did not answer. */
  registryError: unknown
  asking: boolean
}

/** All that is known about the CUIT of a new user, asked for once its check digit is right. */
export function useCuitFacts(typed: string, { askRegistry }: { askRegistry: boolean }): CuitFacts {
  const cuit = parseCuit(typed)
  const asked = cuit === null ? null : { query: { cuit } }
  const owner = useQuery(queryOf(findUserByCuit, asked))
  const client = useQuery({
    ...queryOf(findClients, cuit === null ? null : { query: { text: cuit, page: 0, recent: [] } }),
    select: (found) => found.find((candidate) => parseCuit(candidate.cuit) === cuit) ?? null,
  })
  // No retry: the form works without the registry, and look-ups are counted.
  const registry = useQuery({
    ...queryOf(lookUpCuit, askRegistry && hasRegistry() ? asked : null),
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
  useQuery({ ...queryOf(getClient, id === null ? null : { query: { id } }), staleTime: HOUR })

/** The client with this code, or else those whose name, code or CUIT has the words. @throws ApiError */
export async function searchClients(text: string): Promise<readonly Client[]> {
  const exact = await call(getClientByCode, { query: { code: text } })
  return exact ? [exact] : call(findClients, { query: { text, page: 0, recent: [] } })
}

/** The queries that a changed user makes stale; those of clients, too, because a new user may have created one. */
export const afterUserChange = [filterUsers, listNotEnabled, listNewUserOrders, findUserByCuit, findClients, getClient]

/** The caller's own password, where the server wants it again (R340). */
type Own = Pick<BodyOf<typeof updateUser>, 'ownPassword'>

/** Creates a user. @throws ApiError */
export const saveNewUser = (draft: UserDraft, own: Own) => call(createUser, { body: { ...newUserOf(draft), ...own } })

/** Changes a user, and with it the terms of the user's client where they were changed. @throws ApiError */
export const saveUser = (id: number, draft: UserDraft, before: UserDraft, own: Own) =>
  call(updateUser, { body: { ...changedUserOf(id, draft, before), ...own } })

/** The user's form as it would begin now. @throws ApiError */
export async function readUserAgain(id: number): Promise<UserDraft> {
  const user = await call(getUser, { params: { id } })
  return draftOf(user, user.clientId ? await call(getLegacyData, { params: { id } }) : null)
}
