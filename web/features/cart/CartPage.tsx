import { IconShoppingCart } from '@tabler/icons-react'
import { lazy, Suspense, useRef } from 'react'
import type { CartLine } from '../../../contract/cart.ts'
import { emptyCart, noLongerSold } from '../../../contract/orders.ts'
import { messageOf } from '../../lib/api.ts'
import { Link, useLocation } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { ChooseClientFirst } from '../../shop/ChooseClientFirst.tsx'
import {
  isOrderable,
  totalOf,
  useCartBusy,
  useCartDetail,
  useCartOwner,
  usePendingLines,
  useSaveCartLine,
} from '../../shop/cart.ts'
import { useOnBehalf } from '../../shop/chosen-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Money } from '../../ui/Money.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { CartRow } from './CartRow.tsx'
import styles from './cart.module.css'
import { RepeatReport } from './RepeatReport.tsx'

const CartExports = lazy(() =>
  import('./CartExports.tsx').then((module) => ({ default: module.CartExports })),
)

/** The cart (R102), for staff the one of the chosen client. */
export function CartPage() {
  const { state } = useLocation()
  const { clientId } = useCartOwner()
  const { isStaff, missing } = useOnBehalf()
  const cart = useCartDetail({ enabled: !missing })
  const pending = usePendingLines()
  if (missing) return <ChooseClientFirst title="Carrito" />
  return (
    <div className="page">
      <div className="page__head">
        <h1>Carrito</h1>
        <div className={styles.ways}>
          <Link to={paths.quickOrder} className="button button--plain">
            Pedido rápido
          </Link>
          <Link to={paths.filledList} className="button button--plain">
            Cargar mi lista
          </Link>
          <Link to={paths.catalogue} className="button button--plain">
            + Agregar articulos
          </Link>
        </div>
      </div>
      {state.repeated && <RepeatReport lines={state.repeated} />}
      {cart.isPending && <SkeletonRows rows={4} height={96} />}
      {cart.isError && !cart.data && (
        <EmptyState text={messageOf(cart.error)}>
          <button type="button" className="button" onClick={() => cart.refetch()}>
            Volver a intentar
          </button>
        </EmptyState>
      )}
      <Coming lines={cart.data} />
      {cart.data?.length === 0 && pending.size === 0 && (
        <EmptyState text={emptyCart} icon={<IconShoppingCart size={34} stroke={1.6} />}>
          <Link to={paths.catalogue} className="button">
            Ir al catálogo
          </Link>
        </EmptyState>
      )}
      {/* A step that is still to be saved belongs to the cart it was made in. */}
      {cart.data && cart.data.length > 0 && <Filled key={clientId} lines={cart.data} exports={isStaff} />}
    </div>
  )
}

/** Articles on their way that have no row yet. */
function Coming({ lines }: { lines: readonly CartLine[] | undefined }) {
  const there = new Set(lines?.map(({ articleId }) => articleId))
  const coming = [...usePendingLines().values()].filter(
    ({ articleId, state }) => state === 'saving' && !there.has(articleId),
  )
  if (coming.length === 0) return null
  return (
    <p className="notice" role="status">
      Guardando {coming.map(({ code }) => code).join(', ')}…
    </p>
  )
}

interface FilledProps {
  lines: readonly CartLine[]
  /** Whether the cart may be taken along as a file (R106: staff). */
  exports: boolean
}

function Filled({ lines, exports }: FilledProps) {
  const save = useSaveCartLine()
  const list = useRef<HTMLUListElement>(null)
  const blocked = lines.filter((line) => !isOrderable(line)).length
  /** The focus goes on to the neighbouring row, so that the keyboard does not lose its place. */
  const removeLine = (line: CartLine, at: number) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])]
    const next = buttons[at + 1] ?? buttons[at - 1] ?? document.getElementById('contenido')
    next?.focus()
    save({ articleId: line.articleId, code: line.code, quantity: 0 })
  }
  return (
    <div className={styles.cart}>
      <div className={`panel ${styles.lines}`}>
        {blocked > 0 && (
          <p className={`notice notice--error ${styles.blocked}`} role="alert">
            {noLongerSold}
          </p>
        )}
        <div className={styles.head} aria-hidden>
          <span>Artículo</span>
          <span>Cantidad</span>
          <span>Precio unitario</span>
          <span>Subtotal</span>
        </div>
        <ul ref={list}>
          {lines.map((line, at) => (
            <CartRow key={line.articleId} line={line} onRemove={() => removeLine(line, at)} />
          ))}
        </ul>
      </div>
      <div className={styles.side}>
        <Summary lines={lines} blocked={blocked > 0} />
        {exports && (
          <Suspense>
            <CartExports />
          </Suspense>
        )}
      </div>
    </div>
  )
}

function Summary({ lines, blocked }: { lines: readonly CartLine[]; blocked: boolean }) {
  const { isStaff } = useOnBehalf()
  const { clientId } = useCartOwner()
  const busy = useCartBusy()
  return (
    <section className={`panel ${styles.summary}`} aria-label="Resumen">
      <p className={styles.count}>
        {lines.length} {lines.length === 1 ? 'artículo' : 'artículos'}
      </p>
      <p className={styles.total}>
        <span>Total</span>
        <strong>
          {/* A sum stands for what is stored. */}
          {busy ? 'Guardando…' : <Money cents={totalOf(lines)} />}
        </strong>
      </p>
      {blocked ? (
        <button type="button" className="button button--ok button--wide" disabled>
          Confirmar Pedido
        </button>
      ) : (
        <Link
          to={isStaff ? paths.confirmOrderFor(clientId) : paths.confirmOrder}
          className="button button--ok button--wide"
        >
          Confirmar Pedido
        </Link>
      )}
    </section>
  )
}
