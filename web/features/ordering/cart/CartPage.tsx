import { IconShoppingCart } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { CartLine } from '../../../../contract/cart.ts'
import { emptyCart } from '../../../../contract/orders.ts'
import { totalWithVatLabel } from '../../../../contract/vat.ts'
import { messageOf } from '../../../lib/api.ts'
import { Link, useLocation } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import type { Pending } from '../../../shop/book/cart-saves.ts'
import { ChooseClientFirst } from '../../../shop/ChooseClientFirst.tsx'
import { useCartBusy, useCartDetail, useCartOwner, usePendingLines } from '../../../shop/cart.ts'
import { isOrderable, totalOf } from '../../../shop/cart-amounts.ts'
import { useOnBehalf } from '../../../shop/chosen-client.ts'
import { OrderTermsNote } from '../../../shop/order-terms/OrderTermsNote.tsx'
import { useOrderTerms } from '../../../shop/order-terms/order-terms.ts'
import { AccountNote } from '../../../shop/orders/AccountNote.tsx'
import { LeftRows } from '../../../shop/review/LeftRows.tsx'
import { useCartVat } from '../../../shop/vat/use-vat.ts'
import { VatRows } from '../../../shop/vat/VatRows.tsx'
import type { ShownVat } from '../../../shop/vat/vat-of-lines.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Money } from '../../../ui/Money.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { AddToOrder } from './AddToOrder.tsx'
import { CartLines } from './CartLines.tsx'
import styles from './cart.module.css'
import { KeepCart } from './KeepCart.tsx'

const CartExports = lazy(() => import('./CartExports.tsx').then((module) => ({ default: module.CartExports })))

/** Lazy: it is needed only after a repeated order, and it brings the whole review with it. */
const RepeatReport = lazy(() => import('./RepeatReport.tsx').then((module) => ({ default: module.RepeatReport })))

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
          <Link to={paths.usualOrder} className="button button--plain">
            Su pedido de siempre
          </Link>
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
      <AccountNote clientId={clientId} className={styles.left} />
      <LeftRows className={styles.left} />
      {state.repeated && (
        <Suspense>
          <RepeatReport
            key={clientId}
            lines={state.repeated}
            by={state.filledBy ?? 'order'}
            replaced={state.replaced ?? []}
          />
        </Suspense>
      )}
      {cart.isPending && <SkeletonRows rows={8} height={48} />}
      {cart.isError && !cart.data && (
        <EmptyState text={messageOf(cart.error)}>
          <button type="button" className="button" onClick={() => cart.refetch()}>
            Volver a intentar
          </button>
        </EmptyState>
      )}
      <Coming lines={cart.data} />
      {cart.data?.length === 0 && !isComing(pending) && (
        <EmptyState text={emptyCart} icon={<IconShoppingCart size={34} stroke={1.6} />}>
          <Link to={paths.catalogue} className="button">
            Ir al catálogo
          </Link>
          <Link to={paths.savedLists} className="button button--plain">
            Mis listas
          </Link>
        </EmptyState>
      )}
      {/* The key: a change that is still to be saved belongs to the cart it was made in. */}
      {cart.data && cart.data.length > 0 && <Filled key={clientId} lines={cart.data} exports={isStaff} />}
    </div>
  )
}

/** Whether a change on its way will put a line into the cart. */
const isComing = (pending: ReadonlyMap<number, Pending>): boolean =>
  [...pending.values()].some(({ quantity }) => quantity > 0)

/** Names the articles that are being saved and have no line on the screen yet. */
function Coming({ lines }: { lines: readonly CartLine[] | undefined }) {
  const storedIds = new Set(lines?.map(({ articleId }) => articleId))
  const coming = [...usePendingLines().values()].filter(
    ({ articleId, quantity, state }) => state === 'saving' && quantity > 0 && !storedIds.has(articleId),
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
  /** Whether the cart may be exported as a file: for staff (R106). */
  exports: boolean
}

function Filled({ lines, exports }: FilledProps) {
  const vat = useCartVat(lines)
  return (
    // On a phone the bar of the total reaches to the lower edge; the device bar gives way to it (shell/DeviceBar.module.css).
    <div className={styles.cart} data-foot>
      <CartLines lines={lines} />
      <div className={styles.side}>
        {vat && (
          // The bar that stays at the lower edge of a phone has no room for them.
          <section className={`panel ${styles.vatBelow}`} aria-label="IVA">
            <VatRows vat={vat} />
          </section>
        )}
        <OrderTermsNote lines={lines} delivers={null} className={styles.terms} />
        <Summary lines={lines} vat={vat} blocked={!lines.every(isOrderable)} />
        <KeepCart lines={lines} />
        {exports && (
          <Suspense>
            <CartExports />
          </Suspense>
        )}
      </div>
    </div>
  )
}

interface SummaryProps {
  lines: readonly CartLine[]
  /** Null where nothing is said of VAT. */
  vat: ShownVat | null
  blocked: boolean
}

function Summary({ lines, vat, blocked }: SummaryProps) {
  const { isStaff } = useOnBehalf()
  const { clientId } = useCartOwner()
  const busy = useCartBusy()
  const confirm = useOrderTerms()?.preparesOnly ? 'Enviar a confirmar' : 'Confirmar Pedido'
  return (
    <section className={`panel ${styles.summary}`} aria-label="Resumen">
      <p className={styles.count}>
        {lines.length} {lines.length === 1 ? 'artículo' : 'artículos'}
      </p>
      {/* A screen reader announces the total once a quantity is stored. */}
      <p className={styles.total} aria-live="polite" aria-atomic aria-busy={busy}>
        <span>{vat ? totalWithVatLabel('Total', vat.pricesWithVat) : 'Total'}</span>
        <strong>
          {/* The total is that of stored quantities only. */}
          {busy ? 'Guardando…' : <Money cents={totalOf(lines)} />}
        </strong>
        {vat && !vat.pricesWithVat && !busy && (
          <small className={styles.withVat}>
            con IVA <Money cents={vat.sums.final} />
          </small>
        )}
      </p>
      {vat && !busy && <VatRows vat={vat} className={styles.vat} />}
      {blocked ? (
        <button type="button" className={`button button--ok button--wide ${styles.confirm}`} disabled>
          {confirm}
        </button>
      ) : (
        <Link
          to={isStaff ? paths.confirmOrderFor(clientId) : paths.confirmOrder}
          className={`button button--ok button--wide ${styles.confirm}`}
        >
          {confirm}
        </Link>
      )}
      {!blocked && <AddToOrder lines={lines} />}
    </section>
  )
}
