import { IconAlertTriangle } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { formatCount } from '../lib/format.ts'
import { useCartOwner, usePendingLines } from '../shop/cart.ts'
import { discardLines, type Pending, retryLines, saveLine } from '../shop/cart-saves.ts'
import './UnsavedNotice.css'

const ConfirmDialog = lazy(() =>
  import('../ui/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)

/** Beyond this many the codes are counted, not named. */
const NAMED = 12

const textOf = ({ code, quantity, reason }: Pending): string => {
  const what = quantity === 0 ? `${code}, quitar` : `${code} × ${formatCount(quantity)}`
  return reason ? `${what}: ${reason}` : what
}

/**
 * The question about a quantity that looks like a slip (R34). Else what did not arrive, in this visit or an earlier one: named, until it is saved or discarded (R33). Reasons that
 * several lines share are said once.
 */
export function UnsavedNotice() {
  const owner = useCartOwner()
  const pending = [...usePendingLines().values()]
  const asking = pending.find(({ state }) => state === 'asking')
  const unsaved = pending.filter(({ state }) => state === 'waiting' || state === 'refused')
  if (asking)
    return (
      <Suspense>
        <ConfirmDialog
          key={asking.articleId}
          title="¿Es correcta la cantidad?"
          text={asking.reason}
          confirm={`Sí, ${formatCount(asking.quantity)} unidades`}
          cancel="No, cambiarla"
          onConfirm={() => saveLine(owner, asking, true)}
          onCancel={() => discardLines(owner, asking.articleId)}
        />
      </Suspense>
    )
  if (unsaved.length === 0) return null
  const [first] = unsaved
  const shared = unsaved.every(({ reason }) => reason === first?.reason) ? first?.reason : undefined
  const named = unsaved.slice(0, NAMED).map((line) => textOf(shared ? { ...line, reason: '' } : line))
  const count = unsaved.length === 1 ? '1 artículo no llegó' : `${unsaved.length} artículos no llegaron`
  return (
    <section className="unsaved" aria-label="Artículos sin guardar" role="alert">
      <IconAlertTriangle size={22} aria-hidden />
      <div className="unsaved__text">
        <p>
          <strong>{count} a guardarse.</strong> {shared}
        </p>
        <p className="unsaved__codes">
          {named.join(' · ')}
          {unsaved.length > NAMED && ` y ${unsaved.length - NAMED} más`}
        </p>
      </div>
      <div className="unsaved__ways">
        <button type="button" className="button" onClick={() => retryLines(owner)}>
          Guardar ahora
        </button>
        <button type="button" className="button button--plain" onClick={() => discardLines(owner)}>
          Descartar
        </button>
      </div>
    </section>
  )
}
