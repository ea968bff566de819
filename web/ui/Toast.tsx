import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { closeToast, currentToasts, onToasts } from '../lib/toast.ts'
import styles from './Toast.module.css'
import { inTheWay, liftOver } from './toast-place.ts'

/** Shows the current messages; one of it stands in the frame. Screen readers hear each message once. */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, currentToasts)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const toaster = box.current
    if (!toaster || toasts.length === 0) return
    const place = () => {
      toaster.style.translate = ''
      const at = toaster.getBoundingClientRect()
      // The second look is at what lies where the first one moves it to.
      const first = inTheWay(at)
      const lift = liftOver(at, first)
      const then = { left: at.left, right: at.right, top: at.top - lift, bottom: at.bottom - lift }
      toaster.style.translate = `0 ${-liftOver(at, [...first, ...inTheWay(then)])}px`
    }
    // With the next picture: measured at once, a press in a list of a thousand cards would wait for the page's layout.
    const next = requestAnimationFrame(place)
    window.addEventListener('focusin', place)
    window.addEventListener('resize', place)
    return () => {
      cancelAnimationFrame(next)
      window.removeEventListener('focusin', place)
      window.removeEventListener('resize', place)
    }
  }, [toasts])
  return (
    <div
      ref={box}
      className={styles.toaster}
      data-toasts
      role="status"
      aria-live="polite"
      aria-atomic="false"
    >
      {toasts.map(({ id, kind, text, action }) => (
        <div key={id} className={styles.toast} data-kind={kind}>
          {kind === 'success' ? (
            <IconCircleCheck aria-label="Listo:" />
          ) : (
            <IconAlertCircle aria-label="Error:" />
          )}
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
