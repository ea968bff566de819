import { type ReactNode, useEffect, useRef } from 'react'
import { addressesOfScreen, type Screen, screens } from '../../contract/screens.ts'
import { Link, useLocation } from '../lib/router.tsx'
import styles from './admin.module.css'

/** The menu of /admin over its screens (R202). */
export function AdminLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const menu = useRef<HTMLElement>(null)
  // On a phone the menu is wider than the screen: the link of the present screen has to be in sight.
  useEffect(() => {
    const currentLink = pathname && menu.current?.querySelector('[aria-current]')
    if (currentLink) currentLink.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  const entries = Object.values<Screen>(screens).filter(({ adminMenu }) => adminMenu)
  return (
    <div className={styles.root}>
      <nav ref={menu} className={styles.menu} aria-label="Administración">
        <ul>
          {entries.map((screen) => (
            <li key={screen.path}>
              <Link
                to={screen.path}
                aria-current={addressesOfScreen(screen).includes(pathname) ? 'page' : undefined}
              >
                {screen.adminMenu}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  )
}
