/** The client that carts and orders on the screen are for (READINGS 17 to 20). */
import { useSyncExternalStore } from 'react'
import { NO_CLIENT } from '../../contract/rules.ts'
import { useSession } from './session.ts'

const KEY = 'cliente-elegido'
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function stored(): string {
  return sessionStorage.getItem(KEY) ?? ''
}

/** Chooses the client a member of the staff acts for, for this tab. */
export function chooseClient(userId: number, clientId: number): void {
  sessionStorage.setItem(KEY, `${userId}:${clientId}`)
  for (const listener of listeners) listener()
}

/** The client's id in the ERP: a cliente's own one; staff's chosen one; −1 for none. */
export function useClientId(): number {
  const user = useSession()
  const [chooser, clientId] = useSyncExternalStore(subscribe, stored).split(':').map(Number)
  if (!user) return NO_CLIENT
  if (user.type === 'cliente') return user.clientId
  return chooser === user.id && clientId !== undefined ? clientId : NO_CLIENT
}
