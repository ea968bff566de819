import { IconShoppingCart } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { CartLine } from '../../../contract/cart.ts'
import { emptyCart, noLongerSold } from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { messageOf } from '../../lib/api.ts'
import { isOrderable, totalOf, useCartDetail, useDeleteCartLine } from '../../lib/cart.ts'
import { chooseClient, useClientId } from '../../lib/chosen-client.ts'
import { Link, useLocation } from '../../lib/router.tsx'
import { useUser } from '../../lib/session.ts'
import { titleOf } from '../../lib/shop.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Money } from '../../ui/Money.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { CartRow } from './CartRow.tsx'
import { RepeatReport } from './RepeatReport.tsx'
import './cart.css'

/** The cart (spec 1 section 2). `?id=` chooses the client for staff. */
export function CartPage() {
  const user = useUser()
  const { search, state } = useLocation()
  const cart = useCartDetail()
  useEffect(() => {
    if (user.type !== 'cliente' && /^-?\d{1,15}$/.test(search.id ?? ''))
      chooseClient(user.id, Number(search.id))
  }, [search.id, user])
  return (
    <div className="page cart-page">
      <title>{titleOf('Carrito')}</title>
      <div className="page__head">
        <h1>Carrito</h1>
        <Link to={paths.catalogue} className="button button--plain">
          + Agregar articulos
        </Link>
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
      {cart.data?.length === 0 && (
        <EmptyState text={emptyCart} icon={<IconShoppingCart size={34} stroke={1.6} />}>
          <Link to={paths.catalogue} className="button">
            Ir al catálogo
          </Link>
        </EmptyState>
      )}
      {cart.data && cart.data.length > 0 && <Filled lines={cart.data} />}
    </div>
  )
}

function Filled({ lines }: { lines: readonly CartLine[] }) {
  const remove = useDeleteCartLine()
  const list = useRef<HTMLUListElement>(null)
  const blocked = lines.filter((line) => !isOrderable(line)).length
  /** The focus goes on to the neighbouring row, so that the keyboard does not lose its place. */
  const removeLine = (line: CartLine, at: number) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])]
    const next = buttons[at + 1] ?? buttons[at - 1] ?? document.getElementById('contenido')
    next?.focus()
    remove.mutate(line.id)
  }
  return (
    <div className="cart">
      <div className="cart__lines panel">
        {blocked > 0 && (
          <p className="notice notice--error cart__blocked" role="alert">
            {noLongerSold}
          </p>
        )}
        <div className="cart__head" aria-hidden>
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
      <Summary lines={lines} blocked={blocked > 0} />
    </div>
  )
}

function Summary({ lines, blocked }: { lines: readonly CartLine[]; blocked: boolean }) {
  const user = useUser()
  const clientId = useClientId()
  const withoutClient = user.type !== 'cliente' && clientId === NO_CLIENT
  return (
    <section className="cart__summary panel" aria-label="Resumen">
      <p className="cart__count">
        {lines.length} {lines.length === 1 ? 'artículo' : 'artículos'}
      </p>
      <p className="cart__total">
        <span>Total</span>
        <strong>
          <Money cents={totalOf(lines)} />
        </strong>
      </p>
      {withoutClient && <p className="cart__hint">Elija un cliente para confirmar el pedido.</p>}
      {blocked || withoutClient ? (
        <button type="button" className="button button--ok button--wide" disabled>
          Confirmar Pedido
        </button>
      ) : (
        <Link
          to={user.type === 'cliente' ? paths.confirmOrder : paths.confirmOrderFor(clientId)}
          className="button button--ok button--wide"
        >
          Confirmar Pedido
        </Link>
      )}
    </section>
  )
}
