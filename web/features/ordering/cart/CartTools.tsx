import type { KeyboardEvent } from 'react'
import { formatCount } from '../../../lib/format.ts'
import styles from './cart.module.css'
import { type CartView, cartOrders, orderOf } from './cart-view.ts'

interface CartToolsProps {
  readonly text: string
  readonly onText: (text: string) => void
  /** How many of the cart's lines are shown. */
  readonly found: number
  /** How many lines the cart has. */
  readonly of: number
  readonly view: CartView
  readonly onView: (view: CartView) => void
  /** Called on Enter or ↓ in the search box. */
  readonly onGo: () => void
}

/** The tools for a long cart: a search, a sort order, and groups by brand. */
export function CartTools({ text, onText, found, of, view, onView, onGo }: CartToolsProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text) onText('')
    else if (event.key === 'Enter' || event.key === 'ArrowDown') onGo()
    else return
    event.preventDefault()
  }
  return (
    <search className={styles.tools}>
      <input
        type="search"
        className="input input--small"
        aria-label="Buscar en el carrito"
        placeholder="Buscar en el carrito"
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={onKeyDown}
      />
      <select
        className="input input--small"
        aria-label="Orden del carrito"
        value={view.order}
        onChange={({ target }) => onView({ ...view, order: orderOf(target.value) })}
      >
        {cartOrders.map(([order, words]) => (
          <option key={order} value={order}>
            {words}
          </option>
        ))}
      </select>
      <label className={styles.byBrand}>
        <input
          type="checkbox"
          checked={view.byBrand}
          onChange={({ target }) => onView({ ...view, byBrand: target.checked })}
        />
        Agrupar por marca
      </label>
      <p className={styles.found} role="status">
        {text.trim() && `${formatCount(found)} de ${formatCount(of)}`}
      </p>
    </search>
  )
}
