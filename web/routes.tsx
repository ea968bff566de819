/** From the declared screens (contract/screens.ts) to routes. A screen's code is loaded when it is first needed. */
import type { ComponentType } from 'react'
import { addressesOfScreen, type Screen, type ScreenName, screens } from '../contract/screens.ts'
import type { PageLocation } from './lib/navigation.ts'
import type { Redirect, Route } from './lib/router.tsx'
import { storedUser } from './lib/stored-user.ts'
import { isPublicPath, paths } from './paths.ts'
import type { AdminScreenName } from './shell/admin-screens.ts'
import { ErrorPage } from './shell/ErrorPage.tsx'
import { opensFor } from './shell/menu.ts'
import { PublicLayout } from './shell/PublicLayout.tsx'
import { gateOf } from './shell/page-gate.ts'
import { ShopLayout } from './shell/ShopLayout.tsx'

/** Without a user every other path leads to /login, and from there back to where they were going (R104). */
export const guard = ({ pathname, href }: PageLocation): Redirect | null =>
  storedUser() || isPublicPath(pathname) ? null : { to: paths.login, search: { volver: href } }

/** Opens a screen for some types of users only; others go to `otherwise` (R106). */
const gateFor = (screen: Screen, otherwise: string) => async (): Promise<Redirect | null> => {
  const user = storedUser()
  return user && opensFor(user.type, screen) ? null : { to: otherwise }
}

/** Where a screen's address leads those it is not for (R102). */
const otherwise: Partial<Record<Screen['who'], string>> = { staff: paths.catalogue, supervisor: '/404' }

/** Signing in, and below it the registration. */
async function login() {
  const [{ LoginPage }, { RegistrationForm }] = await Promise.all([
    import('./features/auth/LoginPage.tsx'),
    import('./features/accounts/RegistrationForm.tsx'),
  ])
  return () => (
    <LoginPage>
      <RegistrationForm />
    </LoginPage>
  )
}

const pages: Record<Exclude<ScreenName, AdminScreenName>, () => Promise<ComponentType>> = {
  login,
  waiting: () => import('./features/accounts/WaitingPage.tsx').then((m) => m.WaitingPage),
  terms: () => import('./features/site/TermsPage.tsx').then((m) => m.TermsPage),
  maintenance: () => import('./features/site/MaintenancePage.tsx').then((m) => m.MaintenancePage),
  certificates: () => import('./features/certificates/CertificatesPage.tsx').then((m) => m.CertificatesPage),
  inventory: () => import('./features/inventory/InventoryPage.tsx').then((m) => m.InventoryPage),
  catalogue: () => import('./features/catalogue/CataloguePage.tsx').then((m) => m.CataloguePage),
  cart: () => import('./features/cart/CartPage.tsx').then((m) => m.CartPage),
  filledList: () => import('./features/filled-list/FilledListPage.tsx').then((m) => m.FilledListPage),
  quickOrder: () => import('./features/quick-order/QuickOrderPage.tsx').then((m) => m.QuickOrderPage),
  usualOrder: () => import('./features/usual-order/UsualOrderPage.tsx').then((m) => m.UsualOrderPage),
  confirmOrder: () => import('./features/orders/ConfirmOrderPage.tsx').then((m) => m.ConfirmOrderPage),
  orderConfirmed: () => import('./features/orders/OrderConfirmedPage.tsx').then((m) => m.OrderConfirmedPage),
  myOrders: () => import('./features/orders/MyOrdersPage.tsx').then((m) => m.MyOrdersPage),
  catalogues: () => import('./features/documents/CataloguesPage.tsx').then((m) => m.CataloguesPage),
  profile: () => import('./features/accounts/ProfilePage.tsx').then((m) => m.ProfilePage),
  resetPassword: () => import('./features/accounts/ResetPasswordPage.tsx').then((m) => m.ResetPasswordPage),
  importOrders: () => import('./features/order-import/ImportPage.tsx').then((m) => m.ImportPage),
  pendingCarts: () => import('./features/order-admin/PendingCartsPage.tsx').then((m) => m.PendingCartsPage),
  articles: () => import('./shell/product-screens.tsx').then((m) => m.Articles),
  bulkChanges: () => import('./features/bulk-edit/BulkChangesPage.tsx').then((m) => m.BulkChangesPage),
  error: () => Promise.resolve(ErrorPage),
}

/** One door to all code of /admin, so that the shop loads nothing of it. */
const administration = () => import('./shell/admin-screens.ts')

const routeOf = (name: ScreenName): Route => {
  const screen: Screen = screens[name]
  const shared = { paths: addressesOfScreen(screen), title: screen.title }
  if (screen.frame === 'admin') {
    return {
      ...shared,
      frame: ShopLayout,
      innerFrame: () => administration().then((m) => m.AdminLayout),
      gate: () => administration().then((m) => m.adminGate()),
      load: () => administration().then((m) => m.adminPages[name as AdminScreenName]()),
    }
  }
  const elsewhere = otherwise[screen.who]
  return {
    ...shared,
    frame: screen.frame === 'public' ? PublicLayout : ShopLayout,
    gate: screen.page
      ? gateOf(screen.page)
      : elsewhere === undefined
        ? undefined
        : gateFor(screen, elsewhere),
    load: pages[name as keyof typeof pages],
    ownScroll: name === 'catalogue',
  }
}

export const routes: readonly Route[] = (Object.keys(screens) as ScreenName[]).map(routeOf)
