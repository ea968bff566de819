import type { ReactNode } from 'react'
import { Link, useLocation } from '../lib/router.tsx'
import { useSession } from '../lib/session.ts'
import { shopName } from '../lib/shop.ts'
import { paths } from '../paths.ts'
import { Logo } from '../shop/Logo.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { Footer } from './Footer.tsx'
import { Main, ShopLayout, SkipLink } from './ShopLayout.tsx'
import styles from './shell.module.css'

/** The frame of screens that open for everyone: the shop's own frame for whoever is signed in. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const user = useSession()
  const { pathname, href } = useLocation()
  const onLogin = pathname === paths.login
  if (user && !onLogin) return <ShopLayout>{children}</ShopLayout>
  return (
    <div className={styles.public}>
      <SkipLink />
      {!onLogin && (
        <header className={styles.top}>
          <div className={styles.topBar}>
            <Link to={paths.login} className={styles.logo} aria-label={`${shopName()}, ir al inicio de sesión`}>
              <Logo />
            </Link>
            <Link to={paths.login} className={`button button--plain ${styles.topEnter}`}>
              Ingresar
            </Link>
          </div>
        </header>
      )}
      <Main>
        <ErrorBoundary at={href} fallback={(error) => <ErrorPage error={error} />}>
          {children}
        </ErrorBoundary>
      </Main>
      <Footer />
    </div>
  )
}
