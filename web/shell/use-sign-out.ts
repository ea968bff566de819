import { useSyncExternalStore } from 'react'
import { navigate } from '../lib/navigation.ts'
import { signOut, useUser } from '../lib/session.ts'
import { storedUser } from '../lib/stored-user.ts'
import { paths } from '../paths.ts'
import { countKept } from '../shop/book/device-store.ts'

/** The token of the session that its user wants to leave. A later session, perhaps another user's, has another token. */
let asked: string | undefined
const listeners = new Set<() => void>()

function ask(session: string | undefined): void {
  asked = session
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether somebody wants to sign out while something waits to be sent. */
export const useSignOutAsked = (): boolean =>
  useSyncExternalStore(subscribe, () => asked !== undefined && asked === storedUser()?.token)
/** Withdraws the question: the user stays. */
export const stay = (): void => ask(undefined)

/** Ends the session here and at the server, and shows /login. */
export function leave(): void {
  ask(undefined)
  void signOut()
  navigate(paths.login)
}

/** A function that signs out; while something waits to be sent it asks first (R37, R229). */
export function useSignOut(): () => void {
  const { id, token } = useUser()
  return () => {
    const { lines, orders } = countKept(id)
    if (lines + orders === 0) leave()
    else ask(token)
  }
}
