/** A scanned article and its state: only a stored line has the tick (R33). */
import { IconCheck, IconLoader2, IconRefresh } from '@tabler/icons-react'
import type { CatalogueRow } from '../../../contract/catalogue.ts'
import { formatCount } from '../../lib/format.ts'
import { useCart, usePendingLine } from '../cart.ts'
import styles from './scan.module.css'

export function ScannedLine({ article: { articleId, code, description } }: { article: CatalogueRow }) {
  const { lines } = useCart()
  const pending = usePendingLine(articleId)
  const quantity = pending?.quantity ?? lines.get(articleId)?.quantity ?? 0
  const icon = !pending ? IconCheck : pending.state === 'saving' ? IconLoader2 : IconRefresh
  const words = !pending ? 'en el carrito' : pending.state === 'saving' ? 'guardando…' : 'no guardado'
  const Icon = icon
  return (
    <li data-state={pending ? pending.state : 'saved'}>
      <Icon size={18} className={pending?.state === 'saving' ? 'spin' : undefined} aria-hidden />
      <strong>{code}</strong>
      <span className={styles.name}>{description}</span>
      <span>
        {formatCount(quantity)} {words}
      </span>
      {pending?.reason && <small>{pending.reason}</small>}
    </li>
  )
}
