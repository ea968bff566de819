import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { closeToast, currentToasts, onToasts } from '../lib/toast.ts'
import styles from './Toast.module.css'

/** Shows the current messages; one of it stands in the frame. Screen readers hear each message once. */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, currentToasts)
  return (
    <div className={styles.toaster} role="status" aria-live="polite" aria-atomic="false">
      {toasts.map(({ id, kind, text, action }) => (
        <div key={id} className={styles.toast} data-kind={kind}>
          {kind === 'success' ? <IconCircleCheck aria-label="Listo:" /> : <IconAlertCircle aria-label="Error:" />}
          <span>{text}</span>
          {action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                closeToast(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  )
}
