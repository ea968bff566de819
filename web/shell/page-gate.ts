import type { Screen } from '../../contract/screens.ts'
import { isPageOpen } from '../../contract/settings.ts'
import { ApiError, isPutOff } from '../lib/api.ts'
import { currentLocation, navigate } from '../lib/navigation.ts'
import { queryOf } from '../lib/query.ts'
import { queryClient } from '../lib/query-client.ts'
import type { Redirect } from '../lib/router.tsx'
import { paths } from '../paths.ts'

type Page = NonNullable<Screen['page']>

/**
 * Opens a screen only while its switch is on; closed or failing goes to /mantenimiento (R104). What was open a moment ago opens at once
 * and is asked meanwhile: on a slow phone the question alone takes half a second, and who is told otherwise is led away then.
 */
export const gateOf = (page: Page) => async (): Promise<Redirect | null> => {
  const asked = redirectOf(page)
  if (queryClient.getQueryData(queryOf(isPageOpen, { query: { page } }).queryKey) !== true) return asked
  const { pathname } = currentLocation()
  const lead = (redirect: Redirect | null) => {
    if (redirect && currentLocation().pathname === pathname) navigate(redirect.to, { replace: true })
  }
  asked.then(lead, () => undefined)
  return null
}

/** Has the answer ready with which a screen opens at once. */
export const prepareGate = (page: Page): Promise<void> =>
  queryClient.prefetchQuery(queryOf(isPageOpen, { query: { page } }))

async function redirectOf(page: Page): Promise<Redirect | null> {
  const query = queryOf(isPageOpen, { query: { page } })
  const open = await queryClient.fetchQuery(query).catch((error: unknown) => {
    // Without a connection nothing is closed, nor where the shop says when to come back: what was known holds, else the
    // screen waits (R230).
    if (!(error instanceof ApiError && error.code === 'NETWORK') && !isPutOff(error)) return false
    const known = queryClient.getQueryData<boolean>(query.queryKey)
    if (known === undefined) throw error
    return known
  })
  return open ? null : { to: paths.maintenance }
}
