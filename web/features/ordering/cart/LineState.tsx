import { IconAlertTriangle, IconLoader2 } from '@tabler/icons-react'
import { usePendingLine } from '../../../shop/cart.ts'
import styles from './cart.module.css'

/** The state of a line's last change until it is stored (R33). The reason of a failure and the retry are above the cart. */
export function LineState({ articleId }: { articleId: number }) {
  const pending = usePendingLine(articleId)
  if (!pending) return null
  const isRemoval = pending.quantity === 0
  if (pending.state === 'saving')
    return (
      <p className={styles.state}>
        <IconLoader2 size={15} className="spin" aria-hidden /> {isRemoval ? 'Quitando…' : 'Guardando…'}
      </p>
    )
  return (
    <p className={styles.state} data-unsaved>
      <IconAlertTriangle size={15} aria-hidden /> {isRemoval ? 'No se quitó' : 'No guardado'}
    </p>
  )
}
