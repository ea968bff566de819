/** Short messages about what just happened; ui/Toast.tsx shows them. */
export interface Toast {
  readonly id: number
  readonly kind: 'success' | 'failure'
  readonly text: string
}

/** How long a message stays, in milliseconds (spec 1 section 9). */
export const TOAST_TIME = 2000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a message; the newest three are on the screen. */
export function showToast(kind: Toast['kind'], text: string): void {
  lastId += 1
  const toast = { id: lastId, kind, text }
  change([...toasts.slice(-2), toast])
  setTimeout(() => change(toasts.filter(({ id }) => id !== toast.id)), TOAST_TIME)
}

export const currentToasts = (): readonly Toast[] => toasts

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
