import { IconShoppingCart } from '@tabler/icons-react'
import { Link } from '../lib/router.tsx'
import { paths } from '../paths.ts'
import { useCart, useCartCount, useCartTotal, usePendingCounts } from '../shop/cart.ts'
import { Money } from '../ui/Money.tsx'
import styles from './shell.module.css'

/** What the cart holds and what is not in it yet, in words: '8 ítems · guardando 3'. */
function useCartText(items: (count: number) => string): {
  text: string
  total: number | null
  empty: boolean
} {
  const { isPending } = useCart()
  const count = useCartCount()
  const total = useCartTotal()
  const { saving, waiting, unsaved, forSignal } = usePendingCounts()
  const parts = [
    (count > 0 || saving + unsaved === 0) && !isPending && items(count),
    saving > 0 && `guardando ${saving}`,
    waiting > 0 && `${waiting} ${waiting === 1 ? 'espera' : 'esperan'}${forSignal ? ' señal' : ''}`,
    unsaved > 0 && `${unsaved} sin guardar`,
  ]
  return {
    text: parts.filter(Boolean).join(' · '),
    total,
    empty: count + saving + unsaved === 0,
  }
}

/** The way to the cart: how many items, and what they come to. */
export function CartLink() {
  const { text, total } = useCartText((count) => `${count} ITEMS`)
  return (
    <Link to={paths.cart} className={styles.cartLink}>
      <IconShoppingCart size={19} aria-hidden />
      <span>Carrito{text && ` (${text})`}</span>
      {total !== null && <Money className={styles.cartLinkTotal} cents={total} />}
    </Link>
  )
}

/** The same at the phone's lower edge, while there is something in the cart or on its way. */
export function CartStrip() {
  const { text, total, empty } = useCartText((count) => `${count} ${count === 1 ? 'ítem' : 'ítems'}`)
  if (empty) return null
  return (
    <Link to={paths.cart} className={styles.cartStrip} data-strip>
      <span>Ver carrito{text && ` · ${text}`}</span>
      {total !== null && <Money cents={total} />}
    </Link>
  )
}
