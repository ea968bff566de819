import { IconAlertTriangle, IconLoader2 } from '@tabler/icons-react'
import { usePendingLine } from '../../../shop/cart.ts'
import styles from './cart.module.css'

/** What became of a line's last change while it is not stored (R33); why, and a second try, stand above the cart. */
export function LineState({ articleId }: { articleId: number }) {
  const pending = usePendingLine(articleId)
  if (!pending) return null
  const gone = pending.quantity === 0
  if (pending.state === 'saving')
    return (
      <p className={styles.state}>
        <IconLoader2 size={15} className="spin" aria-hidden /> {gone ? 'Quitando…' : 'Guardando…'}
      </p>
    )
  return (
    <p className={styles.state} data-unsaved>
      <IconAlertTriangle size={15} aria-hidden /> {gone ? 'No se quitó' : 'No guardado'}
    </p>
  )
}
