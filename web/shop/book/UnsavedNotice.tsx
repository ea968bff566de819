import { IconClock } from '@tabler/icons-react'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { formatCount } from '../../lib/format.ts'
import { optionalPart } from '../../lib/optional-part.ts'
import { useCartOwner, usePendingLines } from '../cart.ts'
import { discardLines, onPending, type Pending, retryLines, saveLine, sendAll } from './cart-saves.ts'
import { hasMore, isKeptHereOnly } from './device-store.ts'
import { RefusedLines } from './RefusedLines.tsx'
import './UnsavedNotice.css'

const ConfirmDialog = lazy(() =>
  import('../../ui/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)
const OrdersNotice = optionalPart(() => import('./OrdersNotice.tsx').then((module) => module.OrdersNotice))

/**
 * The question about a quantity that looks like a slip (R34). Else what the server refused, named until it is saved or
 * discarded, and what waits on the device for the server (R33, R228).
 */
export function UnsavedNotice() {
  const owner = useCartOwner()
  const pending = [...usePendingLines().values()]
  const ordered = useSyncExternalStore(onPending, () => hasMore(owner))
  const asking = pending.find(({ state }) => state === 'asking')
  const refused = pending.filter(({ state }) => state === 'refused')
  const waiting = pending.filter(({ state }) => state === 'waiting')
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
  return (
    <>
      {ordered && (
        <Suspense>
          <OrdersNotice />
        </Suspense>
      )}
      {refused.length > 0 && (
        <RefusedLines lines={refused}>
          <button type="button" className="button" onClick={() => retryLines(owner)}>
            Guardar ahora
          </button>
          <button type="button" className="button button--plain" onClick={() => discardLines(owner)}>
            Descartar
          </button>
        </RefusedLines>
      )}
      {/* There before its text: a live region that comes with it is not read everywhere. */}
      <div className="unsaved-said" aria-live="polite" aria-atomic>
        {refused.length === 0 && waiting.length > 0 && <WaitingLines lines={waiting} />}
      </div>
    </>
  )
}

/** Nothing is wrong with these: they are on the device, and go by themselves. */
function WaitingLines({ lines }: { lines: readonly Pending[] }) {
  const waitsFor = lines[0]?.waitsFor ?? 'signal'
  const one = lines.length === 1
  const count = one ? '1 artículo espera' : `${lines.length} artículos esperan`
  const what = {
    signal: `${count} señal`,
    shop: `La tienda no pudo guardar ${one ? '1 artículo' : `${lines.length} artículos`}; se vuelve a intentar`,
    order: `${count} a que se resuelva el pedido anterior`,
  }[waitsFor]
  return (
    <section
      className="unsaved"
      aria-label={waitsFor === 'signal' ? 'Artículos que esperan señal' : 'Artículos que esperan'}
      data-waiting
    >
      <IconClock size={20} aria-hidden />
      <p className="unsaved__text">
        <strong>{what}.</strong>{' '}
        {isKeptHereOnly()
          ? 'Este navegador no deja guardar: no cierre esta página hasta que se envíe.'
          : one
            ? 'Guardado en este equipo; se envía solo.'
            : 'Guardados en este equipo; se envían solos.'}
      </p>
      {waitsFor !== 'order' && (
        <button type="button" className="button button--plain button--small" onClick={sendAll}>
          Guardar ahora
        </button>
      )}
    </section>
  )
}
