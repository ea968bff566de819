import { type ReactNode, useEffect, useRef } from 'react'
import { addressesOfScreen, menuText, type Screen, screens } from '../../contract/screens.ts'
import { firstShop } from '../lib/first-answers.ts'
import { Link, useLocation } from '../lib/router.tsx'
import styles from './admin.module.css'

const isAt = (screen: Screen, pathname: string) => addressesOfScreen(screen).includes(pathname)

/** The entry of a screen: its own, or that of the screen that it belongs to, e.g. 'Productos' of the bulk changes. */
const entryOf = (entries: readonly Screen[], pathname: string): Screen | undefined =>
  entries.find((screen) => isAt(screen, pathname)) ??
  entries.find(({ path }) => path !== screens.admin.path && pathname.startsWith(`${path}/`))

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
  const current = entryOf(entries, pathname)
  return (
    <div className={styles.root}>
      <nav ref={menu} className={styles.menu} aria-label="Administración">
        <ul>
          {entries.map((screen) => (
            <li key={screen.path}>
              <Link
                to={screen.path}
                aria-current={screen !== current ? undefined : isAt(screen, pathname) ? 'page' : 'true'}
              >
                {screen.adminMenu && menuText(screen.adminMenu, screen)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {firstShop().isDrill && (
        <p className={styles.strip} role="status">
          <strong>Simulacro</strong> · Esta tienda es una copia restaurada: no manda correos, pedidos al ERP ni avisos.
        </p>
      )}
      {firstShop().hasNoMail && (
        <p className={styles.strip} role="status">
          <strong>Sin correo</strong> · No sale ningún correo: a la tienda le falta un servidor (SMTP_URL). Hasta
          entonces los guarda en su carpeta «mails».
        </p>
      )}
      {children}
    </div>
  )
}
