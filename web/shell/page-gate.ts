import { type Screen, screenAt } from '../../contract/screens.ts'
import { isPageOpen } from '../../contract/settings.ts'
import { onPageClosed } from '../lib/api.ts'
import { currentLocation, navigate } from '../lib/navigation.ts'
import { queryOf } from '../lib/query.ts'
import { isPassing, queryClient } from '../lib/query-client.ts'
import type { Redirect } from '../lib/router.tsx'
import { paths } from '../paths.ts'

type Page = NonNullable<Screen['page']>

/**
 * Opens a screen only while its switch is on; a closed screen, or a failing switch, leads to /mantenimiento (R104). A screen that
 * was open a moment ago opens at once, and its switch is asked meanwhile: on a slow phone the question alone takes half a
 * second. Where the answer is no, the user is led away then.
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

/**
 * Leads away from a screen whose page was closed while it was open, as soon as a call of it is refused (R104). An order is made
 * of the cart, so a closed cart closes the order's screen, too; on other screens a refused call is no reason to leave.
 */
export function leaveClosedScreens(): void {
  onPageClosed((page) => {
    queryClient.setQueryData(queryOf(isPageOpen, { query: { page } }).queryKey, false)
    const shown = screenAt(currentLocation().pathname)?.page
    if (shown === page || (shown === 'PEDIDOS' && page === 'CARRITO')) navigate(paths.maintenance, { replace: true })
  })
}

/** Asks a switch early, so that its screen opens at once. */
export const prepareGate = (page: Page): Promise<void> =>
  queryClient.prefetchQuery(queryOf(isPageOpen, { query: { page } }))

async function redirectOf(page: Page): Promise<Redirect | null> {
  const query = queryOf(isPageOpen, { query: { page } })
  const open = await queryClient.fetchQuery(query).catch((error: unknown) => {
    // A missing connection closes no screen, nor does a shop that comes back: the last known answer holds, and without one
    // the screen waits (R230).
    if (!isPassing(error)) return false
    const known = queryClient.getQueryData<boolean>(query.queryKey)
    if (known === undefined) throw error
    return known
  })
  return open ? null : { to: paths.maintenance }
}
