import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { changePassword, sendResetCode, updateProfile } from '../../../../contract/accounts.ts'
import { parseCuit } from '../../../../contract/cuit.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { listCarriers, listZones } from '../../../../contract/erp-lists.ts'
import { findPlace, listLocalities, type PlaceParts, suggestPlaces } from '../../../../contract/places.ts'
import { lookUpCuit } from '../../../../contract/registry.ts'
import { getUser } from '../../../../contract/user-admin.ts'
import { clientAddresses, userAddresses } from '../../../../contract/users.ts'
import { ApiError, call, messageOf } from '../../../lib/api.ts'
import { firstShop } from '../../../lib/first-answers.ts'
import { queryOf } from '../../../lib/query.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { storedUser, storeUser } from '../../../lib/stored-user.ts'
import { lackOf } from '../../../shop/second-factor/lacks.ts'
import type { CuitState } from './registration-form.ts'

const HOUR = 3_600_000
/** A form must not change while the user fills it in. */
const undisturbed = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const

export const useCarriers = () => useQuery({ ...queryOf(listCarriers), staleTime: HOUR })
export const useZones = () => useQuery({ ...queryOf(listZones), staleTime: HOUR })

const registryQuery = (cuit: string | null) => queryOf(lookUpCuit, cuit === null ? null : { query: { cuit } })

/** Whether the shop asks a tax registry; where it asks none, the forms do not speak of one. */
export const hasRegistry = (): boolean => !firstShop().hasNoRegistry

/** The tax registry's entry of a CUIT. @param cuit a valid CUIT of eleven digits, null while there is none */
export const useRegistry = (cuit: string | null) =>
  // No retry: the form works without the registry, and look-ups are counted.
  useQuery({ ...registryQuery(hasRegistry() ? cuit : null), ...undisturbed, retry: false, staleTime: HOUR })

/** Number of digits of a CUIT, valid or not. */
const CUIT_DIGITS = 11

/** What is known by now of a typed CUIT. */
export function cuitStateOf(typed: string): CuitState {
  const cuit = parseCuit(typed)
  if (cuit === null) return { refused: typed.replace(/\D/g, '').length >= CUIT_DIGITS, answered: false }
  if (!hasRegistry()) return { refused: false, answered: true }
  const look = queryClient.getQueryState(registryQuery(cuit).queryKey)
  const answered = look !== undefined && look.fetchStatus !== 'fetching'
  return { refused: answered && look.error instanceof ApiError && look.error.status === 400, answered }
}

/** Localities of a province to choose from. @param provinceId '' while none is chosen. */
export const useLocalities = (provinceId: string) =>
  useQuery({
    ...queryOf(listLocalities, provinceId === '' ? null : { query: { provinceId: Number(provinceId) } }),
    staleTime: HOUR,
    retry: false,
  })

/** Fewer letters find too little for a call to a provider who counts its calls. */
const FEWEST_LETTERS = 4

/** Suggestions for an address; none while the text is short, and when the provider does not answer. */
export const useSuggestions = (text: string, provinceId: string, session: string) =>
  useQuery({
    ...queryOf(
      suggestPlaces,
      text.length < FEWEST_LETTERS
        ? null
        : { query: { text, session, ...(provinceId !== '' && { provinceId: Number(provinceId) }) } },
    ),
    retry: false,
    staleTime: HOUR,
    placeholderData: keepPreviousData,
  })

/** The parts of a suggestion; null when the call fails or has none. */
export const partsOf = (id: string, session: string): Promise<PlaceParts | null> =>
  call(findPlace, { params: { id }, query: { session } }).catch(() => null)

/** Asks the server to mail a code. @throws ApiError */
export const mailResetCode = (email: string) => call(sendResetCode, { query: { email } })

/** Changes the password with the mailed code. Answers '' when that signed the user in, else why not. @throws ApiError */
export async function resetPassword(body: BodyOf<typeof changePassword>): Promise<string> {
  try {
    storeUser(await call(changePassword, { query: {}, body }))
    return ''
  } catch (error) {
    const lack = lackOf(error)
    if (!lack && !(error instanceof ApiError && error.status === 403)) throw error
    return lack === 'code' ? 'Ingrese con ella y con el código de su aplicación' : messageOf(error)
  }
}

/** The signed-in user's own data. @param id the stored user's; null for none, which asks nothing */
export const useOwnUser = (id: number | null) =>
  useQuery({ ...queryOf(getUser, id === null ? null : { params: { id } }), ...undisturbed })

/** Changes the user's own contact data, and the stored name that the greeting shows. @throws ApiError */
export async function saveProfile(body: BodyOf<typeof updateProfile>): Promise<void> {
  await call(updateProfile, { body })
  const user = storedUser()
  if (user?.id === body.id) storeUser({ ...user, name: body.firstName.trim() })
}

export const useOwnAddresses = (userId: number) => useQuery(queryOf(userAddresses, { params: { userId } }))

/** The addresses that the shop keeps for a client. @param clientId 0 or less for none, which asks nothing */
export const useClientAddresses = (clientId: number) =>
  useQuery(queryOf(clientAddresses, clientId > 0 ? { params: { clientId } } : null))
