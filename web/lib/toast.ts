/** Short messages about what just happened; ui/Toast.tsx shows them. */
import { onSessionChange, storedUser } from './stored-user.ts'

export interface Toast {
  readonly id: number
  readonly kind: 'success' | 'failure'
  readonly text: string
  /** A way back; the message stays longer then. */
  readonly action?: ToastAction | undefined
}

export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

/** How long a message stays, in milliseconds (R109); with a way back (R34). */
export const TOAST_TIME = 2000
export const UNDO_TIME = 10_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Takes a message away. */
export const closeToast = (id: number): void => change(toasts.filter((toast) => toast.id !== id))

/** Shows a message in place of the one of its kind; a way back gives way to another way back only. */
export function showToast(kind: Toast['kind'], text: string, action?: ToastAction): void {
  lastId += 1
  const toast = { id: lastId, kind, text, action }
  change([...toasts.filter((shown) => shown.kind !== kind || Boolean(shown.action) !== Boolean(action)), toast])
  const close = () => closeToast(toast.id)
  setTimeout(close, action ? UNDO_TIME : TOAST_TIME)
  if (!action) return
  // A way back belongs to its user: pressed by the next user, it would change something of theirs.
  const userId = storedUser()?.id
  const stop = onSessionChange(() => {
    if (storedUser()?.id !== userId) close()
  })
  setTimeout(stop, UNDO_TIME)
}

export const currentToasts = (): readonly Toast[] => toasts

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
