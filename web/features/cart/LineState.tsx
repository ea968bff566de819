import { IconAlertTriangle, IconLoader2 } from '@tabler/icons-react'
import { useCartOwner, usePendingLine } from '../../lib/cart.ts'
import { retryLines } from '../../lib/cart-saves.ts'

/** What became of a line's last change while it is not stored, and a second try (R33). */
export function LineState({ articleId, code }: { articleId: number; code: string }) {
  const owner = useCartOwner()
  const pending = usePendingLine(articleId)
  if (!pending) return null
  if (pending.state === 'saving')
    return (
      <p className="cart-row__state">
        <IconLoader2 size={15} className="spin" aria-hidden />{' '}
        {pending.quantity === 0 ? 'Quitando…' : 'Guardando…'}
      </p>
    )
  return (
    <div className="cart-row__state" data-unsaved role="alert">
      <p>
        <IconAlertTriangle size={15} aria-hidden /> <span className="visually-hidden">{code}: </span>
        {pending.quantity === 0 ? 'No se quitó' : 'No guardado'}. {pending.reason}
      </p>
      <button
        type="button"
        className="button button--quiet"
        aria-label={`Reintentar ${code}`}
        onClick={() => retryLines(owner, articleId)}
      >
        Reintentar
      </button>
    </div>
  )
}
