import { IconShoppingCart } from '@tabler/icons-react'
import { useCart, useCartTotal } from '../lib/cart.ts'
import { Link } from '../lib/router.tsx'
import { paths } from '../paths.ts'
import { Money } from '../ui/Money.tsx'

/** The way to the cart: how many items, and what they come to. */
export function CartLink() {
  const { count } = useCart()
  const total = useCartTotal()
  return (
    <Link to={paths.cart} className="cart-link">
      <IconShoppingCart size={19} aria-hidden />
      <span>Carrito ({count} ITEMS)</span>
      {total !== null && <Money className="cart-link__total" cents={total} />}
    </Link>
  )
}

/** The same at the phone's lower edge, while there is something in the cart. */
export function CartStrip() {
  const { count } = useCart()
  const total = useCartTotal()
  if (count === 0) return null
  return (
    <Link to={paths.cart} className="cart-strip">
      <span>
        Ver carrito · {count} {count === 1 ? 'ítem' : 'ítems'}
      </span>
      {total !== null && <Money cents={total} />}
    </Link>
  )
}
