import { isAdmin } from '../../contract/users.ts'
import { queryOf } from '../lib/query.ts'
import { queryClient } from '../lib/query-client.ts'
import type { Redirect } from '../lib/router.tsx'
import { storedUser } from '../lib/stored-user.ts'
import { paths } from '../paths.ts'

/** How long the server's answer holds here, in milliseconds; the server checks each call again anyway. */
const HOLDS = 5 * 60_000

/** Opens /admin only when the server says that the user is an admin; else to /catalogo (R202). */
export async function adminGate(): Promise<Redirect | null> {
  const userId = storedUser()?.id
  const asked = userId === undefined ? null : { params: { userId } }
  const admin =
    asked && (await queryClient.fetchQuery({ ...queryOf(isAdmin, asked), staleTime: HOLDS }).catch(() => false))
  return admin ? null : { to: paths.catalogue }
}
