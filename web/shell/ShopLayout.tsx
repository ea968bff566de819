import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { roles } from '../../contract/roles.ts'
import { Link, Navigate, useLocation, useScreenTitle } from '../lib/router.tsx'
import { useSessionState } from '../lib/session.ts'
import { shopName } from '../lib/shop.ts'
import { paths } from '../paths.ts'
import { UnsavedNotice } from '../shop/book/UnsavedNotice.tsx'
import { useKeptLines } from '../shop/cart.ts'
import { useClientInAddress, useLinkRefused } from '../shop/chosen-client.ts'
import { Logo } from '../shop/Logo.tsx'
import { noteWork, signinOf, useTouch } from '../shop/work-begun.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { HeaderSlot } from '../ui/HeaderSlot.tsx'
import { Announcement } from './Announcement.tsx'
import { BottomBar } from './BottomBar.tsx'
import { CartLink, CartStrip } from './CartLink.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { Footer } from './Footer.tsx'
import { HeaderSearch } from './HeaderSearch.tsx'
import styles from './shell.module.css'
import { UserMenu } from './UserMenu.tsx'
import { useSignOutAsked } from './use-sign-out.ts'

const ClientBar = lazy(() => import('./ClientBar.tsx').then((module) => ({ default: module.ClientBar })))

const LinkRefused = lazy(() => import('./LinkRefused.tsx').then((module) => ({ default: module.LinkRefused })))

const SignOutQuestion = lazy(() =>
  import('./SignOutQuestion.tsx').then((module) => ({ default: module.SignOutQuestion })),
)

/** Tells what is not saved. Not loaded lazily: without a connection it could not come any more. */
function Unsaved() {
  useKeptLines()
  return <UnsavedNotice />
}

/** The screens on which staff orders for a client. */
const isForClient = (path: string): boolean =>
  (
    [
      ...[paths.catalogue, paths.cart, paths.confirmOrder, paths.orderConfirmed, paths.myOrders],
      ...[paths.pendingLines, paths.clientAccount, paths.savedLists],
      ...[paths.quickOrder, paths.usualOrder, paths.filledList, paths.branchOrders],
    ] as string[]
  ).includes(path) || path.startsWith(paths.confirmOrderFor(''))

/** A screen that is for a client, unless its address names one that it cannot be for. */
function ForClient({ children }: { children: ReactNode }) {
  if (!useLinkRefused()) return children
  return (
    <Suspense>
      <LinkRefused />
    </Suspense>
  )
}

/** The bar of the client that staff orders for; its height is there before its code. */
function ClientStrip() {
  useClientInAddress()
  return (
    <section className={styles.clientBar} data-client-bar aria-label="Cliente del pedido">
      <Suspense>
        <ClientBar />
      </Suspense>
    </section>
  )
}

/** Beyond this many CSS pixels from the top the header is small. */
const SHRINK_AT = 24

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const read = () => setScrolled(window.scrollY > SHRINK_AT)
    read()
    window.addEventListener('scroll', read, { passive: true })
    return () => window.removeEventListener('scroll', read)
  }, [])
  return scrolled
}

/** The path of the screen that had the focus last. Kept outside of `Main`: signing in and out changes the frame, and its Main. */
let lastPath: string | undefined

/**
 * The page's main part. It takes the focus when another screen opens, so that keyboard and screen reader start there. The
 * screen reader says its name, because nothing else tells that the page is another one.
 */
export function Main({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    const isFirst = lastPath === undefined
    if (lastPath === pathname) return
    lastPath = pathname
    // The browser reads a page that it has just loaded by itself.
    if (isFirst) return
    // A user who is typing in the header's search stays there.
    if (document.activeElement?.matches('search input')) return
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <main ref={main} id="contenido" className="main" tabIndex={-1} aria-label={useScreenTitle()}>
      {children}
    </main>
  )
}

/** The first stop of the Tab key. */
export const SkipLink = () => (
  // biome-ignore lint/a11y/useValidAnchor: it leads to #contenido; the router must not take the hash for a navigation.
  <a
    href="#contenido"
    className={styles.skipLink}
    onClick={(event) => {
      event.preventDefault()
      document.getElementById('contenido')?.focus()
    }}
  >
    Saltar al contenido
  </a>
)

/** The frame of every screen behind the guard; without a user it leads to /login. */
export function ShopLayout({ children }: { children: ReactNode }) {
  const { user, ended } = useSessionState()
  const { pathname, href } = useLocation()
  const scrolled = useScrolled()
  const leaving = useSignOutAsked()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useTouch(useCallback(() => user && noteWork(signinOf(user)), [user]))
  if (!user) return <Navigate to={paths.login} search={ended === 'signedOut' ? {} : { volver: href }} />
  const inShop = !pathname.startsWith(paths.admin)
  return (
    <HeaderSlot value={slot}>
      <SkipLink />
      <Announcement />
      <header className={styles.top} data-small={scrolled}>
        <div className={styles.topBar}>
          <Link to={paths.catalogue} className={styles.logo} aria-label={`${shopName()}, ir al catálogo`}>
            <Logo />
          </Link>
          <div className={styles.topSlot}>
            {inShop && <HeaderSearch />}
            <div ref={setSlot} className={styles.topMore} />
          </div>
          <UserMenu />
          <CartLink />
        </div>
      </header>
      {roles[user.type].isStaff && isForClient(pathname) && <ClientStrip />}
      {inShop && <Unsaved />}
      <Main>
        <ErrorBoundary at={href} fallback={(error) => <ErrorPage error={error} />}>
          {isForClient(pathname) ? <ForClient>{children}</ForClient> : children}
        </ErrorBoundary>
      </Main>
      <Footer />
      {pathname === paths.catalogue && <CartStrip />}
      <BottomBar />
      {leaving && (
        <Suspense>
          <SignOutQuestion />
        </Suspense>
      )}
    </HeaderSlot>
  )
}
