import { isAdmin } from '../../contract/users.ts'
import { call } from '../lib/api.ts'
import type { Redirect } from '../lib/router.tsx'
import { storedUser } from '../lib/stored-user.ts'
import { paths } from '../paths.ts'

/** Opens /admin only when the server says that the user is an admin; else to /catalogo (spec 2 section 2). */
export async function adminGate(): Promise<Redirect | null> {
  const userId = storedUser()?.id
  const admin = userId !== undefined && (await call(isAdmin, { params: { userId } }).catch(() => false))
  return admin ? null : { to: paths.catalogue }
}
