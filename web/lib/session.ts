/** Signing in and out, and who is signed in (R104, R9 and R12). */
import { useSyncExternalStore } from 'react'
import { type SessionUser, signin, signinRefused } from '../../contract/auth.ts'
import { ApiError, call } from './api.ts'
import { keepSignOuts, keptSignOuts } from './device/kept-sign-outs.ts'
import { currentSession, forgetUser, onSessionChange, type Session, storedUser, storeUser } from './stored-user.ts'

/** The session, kept current: `user`, or why there is none. */
export const useSessionState = (): Session => useSyncExternalStore(onSessionChange, currentSession)

/** The signed-in user, null without one. */
export const useSession = (): SessionUser | null => useSessionState().user

/** The signed-in user, for everything behind the guard. */
export function useUser(): SessionUser {
  const user = useSession()
  if (!user) throw new ApiError(401, 'UNAUTHENTICATED', 'Debe iniciar sesión')
  return user
}

/**
 * Signs in with a CUIT, with or without dashes, and keeps the user. @param code of a second factor; '' for none (R261)
 * @throws ApiError with the text to show
 */
export async function signIn(cuit: string, password: string, code = ''): Promise<SessionUser> {
  const user = await call(signin, { body: { cuit: cuit.trim(), password, code: code || undefined } })
  if (!user) throw new ApiError(401, 'UNAUTHENTICATED', signinRefused)
  storeUser(user)
  return user
}

/**
 * Removes the user here, and with them the server's data on the device. Then ends the session at the server; without a signal
 * that waits until there is one. For this browser the session is over at once.
 */
export async function signOut(): Promise<void> {
  const token = storedUser()?.token
  if (token) keepSignOuts([...keptSignOuts(), token])
  forgetUser('signedOut')
  // If this code cannot be loaded now, the next start loads it and finishes the sign-out.
  await import('./device/sign-outs.ts').then(({ finishSignOuts }) => finishSignOuts()).catch(() => undefined)
}
