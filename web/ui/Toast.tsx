import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { closeToast, currentToasts, onToasts } from '../lib/toast.ts'
import './Toast.css'
import { inTheWay, liftOver } from './toast-place.ts'

/** Shows the current messages; one of it stands in the frame. Screen readers hear each message once. */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, currentToasts)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
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
    place()
    const events = ['focusin', 'scroll', 'resize'] as const
    for (const event of events) window.addEventListener(event, place, { capture: true, passive: true })
    return () => {
      for (const event of events) window.removeEventListener(event, place, { capture: true })
    }
  }, [toasts])
  return (
    <div ref={box} className="toaster" role="status" aria-live="polite" aria-atomic="false">
      {toasts.map(({ id, kind, text, action }) => (
        <div key={id} className={`toast toast--${kind}`}>
          {kind === 'success' ? (
            <IconCircleCheck aria-label="Listo:" />
          ) : (
            <IconAlertCircle aria-label="Error:" />
          )}
          <span>{text}</span>
          {action && (
            <button
              type="button"
              className="toast__action"
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
