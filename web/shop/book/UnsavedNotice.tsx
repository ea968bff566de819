import { IconClock } from '@tabler/icons-react'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { formatCount } from '../../lib/format.ts'
import { optionalPart } from '../../lib/optional-part.ts'
import { useCartOwner, usePendingLines } from '../cart.ts'
import { discardLines, onPending, type Pending, retryLines, saveLine, sendAll } from './cart-saves.ts'
import { hasMore, isKeptHereOnly } from './device-store.ts'
import styles from './notices.module.css'

const ConfirmDialog = lazy(() =>
  import('../../ui/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)
const OrdersNotice = optionalPart(() => import('./OrdersNotice.tsx').then((module) => module.OrdersNotice))
// A refusal is an answer of the server: its code comes with the way to an order, after the first cards.
const RefusedLines = optionalPart(() => import('./RefusedLines.tsx').then((module) => module.RefusedLines))
const UnsentSheet = optionalPart(() => import('./Unsent.tsx').then((module) => module.UnsentSheet))

/**
 * Asks about a quantity that looks like a slip (R34). While nothing is asked, it names the lines that the server refused,
 * until they are saved or discarded, and counts those that wait on the device for the server (R33, R228). 'Ver' lists all that
 * waits, of all clients (R255).
 */
export function UnsavedNotice() {
  const owner = useCartOwner()
  const pending = [...usePendingLines().values()]
  const [isListed, setListed] = useState(false)
  const list = () => setListed(true)
  const hasMoreKept = useSyncExternalStore(onPending, () => hasMore(owner))
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
          harmless
          confirm={`Sí, ${formatCount(asking.quantity)} unidades`}
          cancel="No, cambiarla"
          onConfirm={() => saveLine(owner, asking, true)}
          onCancel={() => discardLines(owner, asking.articleId)}
        />
      </Suspense>
    )
  return (
    <>
      {hasMoreKept && (
        <Suspense>
          <OrdersNotice onList={list} />
        </Suspense>
      )}
      {refused.length > 0 && (
        <Suspense>
          <RefusedLines lines={refused}>
            <button type="button" className="button" onClick={() => retryLines(owner)}>
              Guardar ahora
            </button>
            <button type="button" className="button button--plain" onClick={() => discardLines(owner)}>
              Descartar
            </button>
          </RefusedLines>
        </Suspense>
      )}
      {/* The live region is there before its text: not every screen reader reads one that comes with its text. */}
      <div className={styles.said} aria-live="polite" aria-atomic>
        {refused.length === 0 && waiting.length > 0 && <WaitingLines lines={waiting} onList={list} />}
      </div>
      {isListed && (
        <Suspense>
          <UnsentSheet onClose={() => setListed(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Lines that wait on the device. This is no error: they are sent without the user. */
function WaitingLines({ lines, onList }: { lines: readonly Pending[]; onList: () => void }) {
  const waitsFor = lines[0]?.waitsFor ?? 'signal'
  const isSingle = lines.length === 1
  const count = isSingle ? '1 artículo espera' : `${lines.length} artículos esperan`
  const text = {
    signal: `${count} señal`,
    shop: `La tienda no pudo guardar ${isSingle ? '1 artículo' : `${lines.length} artículos`}; se vuelve a intentar`,
    order: `${count} a que se resuelva el pedido anterior`,
  }[waitsFor]
  return (
    <section
      className={styles.notice}
      aria-label={waitsFor === 'signal' ? 'Artículos que esperan señal' : 'Artículos que esperan'}
      data-waiting={isKeptHereOnly() ? 'here' : ''}
    >
      <IconClock size={20} aria-hidden />
      <p className={styles.text}>
        <strong>{text}.</strong>{' '}
        {isKeptHereOnly() ? (
          'Este navegador no deja guardar: no cierre esta página hasta que se envíe.'
        ) : (
          <span className={styles.more}>
            {isSingle ? 'Guardado en este equipo; se envía solo.' : 'Guardados en este equipo; se envían solos.'}
          </span>
        )}
      </p>
      <button type="button" className="button button--quiet button--small" onClick={onList}>
        Ver
      </button>
      {waitsFor !== 'order' && (
        <button type="button" className={`button button--plain button--small ${styles.now}`} onClick={sendAll}>
          Guardar ahora
        </button>
      )}
    </section>
  )
}
