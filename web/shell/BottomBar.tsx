import { IconClipboardList, IconLayoutGrid, IconShoppingCart, IconUser } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from '../lib/router.tsx'
import { paths } from '../paths.ts'
import { useCartCount } from '../shop/cart.ts'
import styles from './shell.module.css'

const AccountSheet = lazy(() => import('./AccountSheet.tsx').then((module) => ({ default: module.AccountSheet })))

/** The phone's main navigation. */
export function BottomBar() {
  const count = useCartCount()
  const [account, setAccount] = useState(false)
  return (
    <>
      <nav className={styles.bottomBar} aria-label="Principal">
        <Link to={paths.catalogue}>
          <IconLayoutGrid size={22} aria-hidden />
          Catálogo
        </Link>
        <Link to={paths.cart}>
          <IconShoppingCart size={22} aria-hidden />
          <span>
            Carrito<span className="visually-hidden"> ({count} ITEMS)</span>
          </span>
          {count > 0 && (
            <span className={styles.bottomBarCount} aria-hidden>
              {count}
            </span>
          )}
        </Link>
        <Link to={paths.myOrders}>
          <IconClipboardList size={22} aria-hidden />
          Pedidos
        </Link>
        <button type="button" aria-haspopup="dialog" onClick={() => setAccount(true)}>
          <IconUser size={22} aria-hidden />
          Cuenta
        </button>
      </nav>
      {account && (
        <Suspense>
          <AccountSheet onClose={() => setAccount(false)} />
        </Suspense>
      )}
    </>
  )
}
