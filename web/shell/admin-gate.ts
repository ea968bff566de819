import { isAdmin } from '../../contract/users.ts'
import { currentLocation } from '../lib/navigation.ts'
import { queryOf } from '../lib/query.ts'
import { isPassing, queryClient } from '../lib/query-client.ts'
import type { Redirect } from '../lib/router.tsx'
import { storedUser } from '../lib/stored-user.ts'
import { paths } from '../paths.ts'

/** How long the server's answer holds here, in milliseconds; the server checks each call again anyway. */
const HOLDS = 5 * 60_000

/**
 * Opens /admin only when the server says that the user is an admin; else to /catalogo (R202). A session that has ended leads
 * to /login and from there back to this screen.
 * @throws ApiError where nobody answered: that says nothing about the user
 */
export async function adminGate(): Promise<Redirect | null> {
  const userId = storedUser()?.id
  const asked = userId === undefined ? null : { params: { userId } }
  const isUserAdmin =
    asked &&
    (await queryClient.fetchQuery({ ...queryOf(isAdmin, asked), staleTime: HOLDS }).catch((error: unknown) => {
      if (isPassing(error)) throw error
      return false
    }))
  if (isUserAdmin) return null
  return storedUser() ? { to: paths.catalogue } : { to: paths.login, search: { volver: currentLocation().href } }
}
