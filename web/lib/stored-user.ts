/** The signed-in user as the browser keeps it (R103, R9); signing in and out is session.ts. */
import * as z from 'zod/mini'
import { type SessionUser, sessionUser } from '../../contract/auth.ts'

/** Why nobody is signed in: at start, by the user's own wish, because the server or another tab ended it, or unused (R267). */
export type Ended = 'never' | 'signedOut' | 'expired' | 'idle'
export type Session =
  | { readonly user: SessionUser; readonly ended: null }
  | { readonly user: null; readonly ended: Ended }

const KEY = 'usuario'

function readStored(): SessionUser | null {
  try {
    const text = localStorage.getItem(KEY)
    const read = text === null ? null : z.safeDecode(sessionUser, JSON.parse(text))
    return read?.success ? read.data : null
  } catch {
    return null
  }
}

const sessionOf = (user: SessionUser | null, ended: Ended): Session =>
  user ? { user, ended: null } : { user: null, ended }

let session: Session | undefined
const listeners = new Set<() => void>()

function change(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

/** Who is signed in now. */
export function currentSession(): Session {
  session ??= sessionOf(readStored(), 'never')
  return session
}

export const storedUser = (): SessionUser | null => currentSession().user

/** Keeps the user a signin answered. */
export function storeUser(user: SessionUser): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(z.encode(sessionUser, user)))
  } catch {
    // A browser that refuses storage keeps the session until the page is closed.
  }
  change(sessionOf(user, 'never'))
}

/** Removes the stored user. */
export function forgetUser(ended: Ended): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was stored then.
  }
  change(sessionOf(null, ended))
}

/** Calls `listener` after every change, also one made in another tab; answers how to stop. */
export function onSessionChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', otherTab)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', otherTab)
  }
}

/**
 * One handler of the window for all listeners: they are told in one go, and React draws once. Told one by one, a part of the
 * screen would be drawn without its user before the frame around it leads to /login.
 */
function otherTab({ key }: StorageEvent): void {
  if (key === KEY || key === null) change(sessionOf(readStored(), 'expired'))
}
