import { navigate } from '../lib/navigation.ts'
import { signOut } from '../lib/session.ts'
import { paths } from '../paths.ts'

/** Ends the session here and at the server, and shows /login. */
export function useSignOut(): () => void {
  return () => {
    void signOut()
    navigate(paths.login)
  }
}
