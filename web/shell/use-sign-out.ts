import { useSyncExternalStore } from 'react'
import { navigate } from '../lib/navigation.ts'
import { signOut, useUser } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { countKept } from '../shop/device-store.ts'

let asked = false
const listeners = new Set<() => void>()

function ask(next: boolean): void {
  asked = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether somebody wants to sign out while something waits to be sent. */
export const useSignOutAsked = (): boolean => useSyncExternalStore(subscribe, () => asked)
/** They stay. */
export const stay = (): void => ask(false)

/** Ends the session here and at the server, and shows /login. */
export function leave(): void {
  ask(false)
  void signOut()
  navigate(paths.login)
}

/** What signs out; with something that waits to be sent it asks first (R37, R229). */
export function useSignOut(): () => void {
  const { id } = useUser()
  return () => {
    const { lines, orders } = countKept(id)
    if (lines + orders === 0) leave()
    else ask(true)
  }
}
