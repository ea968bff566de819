import { useQuery } from '@tanstack/react-query'
import {
  changePassword,
  type Registration,
  register,
  saveAddress,
  sendResetCode,
  updateProfile,
} from '../../../contract/accounts.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { listCarriers, listZones } from '../../../contract/erp-lists.ts'
import { findPlace, listLocalities, type PlaceParts, suggestPlaces } from '../../../contract/places.ts'
import { lookUpCuit } from '../../../contract/registry.ts'
import { getContact } from '../../../contract/settings.ts'
import { getUser } from '../../../contract/user-admin.ts'
import { clientAddresses, userAddresses } from '../../../contract/users.ts'
import { call } from '../../lib/api.ts'
import { outdate } from '../../lib/query.ts'
import { queryClient } from '../../lib/query-client.ts'
import { ADDRESSES, USERS } from '../../lib/query-keys.ts'
import { storedUser, storeUser } from '../../lib/stored-user.ts'

const HOUR = 3_600_000

export const useCarriers = () =>
  useQuery({
    queryKey: ['carriers'],
    queryFn: ({ signal }) => call(listCarriers, { signal }),
    staleTime: HOUR,
  })

export const useZones = () =>
  useQuery({
    queryKey: ['zones'],
    queryFn: ({ signal }) => call(listZones, { signal }),
    staleTime: HOUR,
  })

/** What the tax registry says of a CUIT. @param cuit Eleven right digits, null while there are none. */
export const useRegistry = (cuit: string | null) =>
  useQuery({
    queryKey: ['tax-registry', cuit],
    queryFn: ({ signal }) => call(lookUpCuit, { query: { cuit: cuit ?? '' }, signal }),
    enabled: cuit !== null,
    // The form goes on without it, and look-ups are counted.
    retry: false,
    staleTime: HOUR,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Localities of a province to choose from. @param provinceId '' while none is chosen. */
export const useLocalities = (provinceId: string) =>
  useQuery({
    queryKey: ['localities', provinceId],
    queryFn: ({ signal }) => call(listLocalities, { query: { provinceId: Number(provinceId) }, signal }),
    enabled: provinceId !== '',
    staleTime: HOUR,
    retry: false,
  })

/** Fewer letters say too little to ask a provider who counts. */
const FEWEST_LETTERS = 4

/** Suggestions for an address; none while little is typed and when the provider is away. */
export const useSuggestions = (text: string, provinceId: string, session: string) =>
  useQuery({
    queryKey: ['places', text, provinceId],
    queryFn: ({ signal }) =>
      call(suggestPlaces, {
        query: { text, session, ...(provinceId !== '' && { provinceId: Number(provinceId) }) },
        signal,
      }),
    enabled: text.length >= FEWEST_LETTERS,
    retry: false,
    staleTime: HOUR,
    placeholderData: (before) => before,
  })

/** The parts of a suggestion; null when nobody tells. */
export const partsOf = (id: string, session: string): Promise<PlaceParts | null> =>
  call(findPlace, { params: { id }, query: { session } }).catch(() => null)

/** The shop's mail for questions, '' when it has none. */
export function useContactMail(): string {
  const { data } = useQuery({
    queryKey: ['contact'],
    queryFn: ({ signal }) => call(getContact, { signal }),
    staleTime: HOUR,
  })
  return data?.find(({ key }) => key === 'CONTACTO_MAIL')?.value.trim() ?? ''
}

/** Registers a prospect. @throws ApiError 400 with the refused fields, 403 with the reason */
export const sendRegistration = (body: Registration) => call(register, { body })

/** Has a code mailed. @throws ApiError */
export const mailResetCode = (email: string) => call(sendResetCode, { query: { email } })

/** Changes the password with the mailed code and signs in. @throws ApiError; 403 when only the signing in failed */
export async function resetPassword(body: BodyOf<typeof changePassword>): Promise<void> {
  storeUser(await call(changePassword, { query: {}, body }))
}

/** The signed-in user's own data; null without one. @param id Of the stored user. */
export const useOwnUser = (id: number | null) =>
  useQuery({
    queryKey: [USERS, 'own', id],
    queryFn: ({ signal }) => call(getUser, { params: { id: id ?? 0 }, signal }),
    enabled: id !== null,
    // A form must not change under whoever fills it in.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Changes the own contact data, and the name in the greeting with it. @throws ApiError */
export async function saveProfile(body: BodyOf<typeof updateProfile>): Promise<void> {
  await call(updateProfile, { body })
  const user = storedUser()
  if (user?.id === body.id) storeUser({ ...user, name: body.firstName.trim() })
  await queryClient.invalidateQueries({ queryKey: [USERS] })
}

export const useOwnAddresses = (userId: number) =>
  useQuery({
    queryKey: [ADDRESSES, 'own', userId],
    queryFn: ({ signal }) => call(userAddresses, { params: { userId }, signal }),
  })

/** The addresses that the shop keeps for a client; none without one. */
export const useClientAddresses = (clientId: number) =>
  useQuery({
    queryKey: [ADDRESSES, 'client', clientId],
    queryFn: ({ signal }) => call(clientAddresses, { params: { clientId }, signal }),
    enabled: clientId > 0,
  })

/** Adds or changes an own address. @throws ApiError */
export async function saveOwnAddress(body: BodyOf<typeof saveAddress>): Promise<void> {
  await call(saveAddress, { body })
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [ADDRESSES] }),
    outdate(userAddresses),
    outdate(clientAddresses),
  ])
}
