import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { currentToasts, onToasts } from '../lib/toast.ts'
import './Toast.css'

/** Shows the current messages; one of it stands in the frame. Screen readers hear each message once. */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, currentToasts)
  return (
    <div className="toaster" role="status" aria-live="polite" aria-atomic="false">
      {toasts.map(({ id, kind, text }) => (
        <div key={id} className={`toast toast--${kind}`}>
          {kind === 'success' ? (
            <IconCircleCheck aria-label="Listo:" />
          ) : (
            <IconAlertCircle aria-label="Error:" />
          )}
          <span>{text}</span>
        </div>
      ))}
    </div>
  )
}
