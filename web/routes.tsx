/** Every screen and where it stands (spec 1 section 2). A screen's code is loaded when it is first needed. */
import type { PageLocation } from './lib/navigation.ts'
import type { Redirect, Route } from './lib/router.tsx'
import { storedUser } from './lib/stored-user.ts'
import { isPublicPath, paths } from './paths.ts'
import type { AdminScreenName } from './shell/admin-screens.tsx'
import { ErrorPage } from './shell/ErrorPage.tsx'
import { PublicLayout } from './shell/PublicLayout.tsx'
import { gateOf } from './shell/page-gate.ts'
import { ShopLayout } from './shell/ShopLayout.tsx'

/** Without a user every other path leads to /login, and from there back to where they were going (spec 1 section 4). */
export const guard = ({ pathname, href }: PageLocation): Redirect | null =>
  storedUser() || isPublicPath(pathname) ? null : { to: paths.login, search: { volver: href } }

/** A screen of /admin: for admins only, and all its code apart from the shop's. */
const admin = (path: string, name: AdminScreenName): Route => ({
  path,
  frame: ShopLayout,
  gate: () => import('./shell/admin-screens.tsx').then((m) => m.adminGate()),
  load: () => import('./shell/admin-screens.tsx').then((m) => m.loadAdminScreen(name)),
})

/** A screen for everybody but clients (spec 1 section 6). */
const staffGate = async (): Promise<Redirect | null> =>
  storedUser()?.type === 'cliente' ? { to: paths.catalogue } : null

const confirmOrder = () => import('./features/orders/ConfirmOrderPage.tsx').then((m) => m.ConfirmOrderPage)

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

export const routes: readonly Route[] = [
  {
    path: paths.login,
    frame: PublicLayout,
    load: login,
  },
  {
    path: paths.resetPassword,
    frame: PublicLayout,
    load: () => import('./features/accounts/ResetPasswordPage.tsx').then((m) => m.ResetPasswordPage),
  },
  {
    path: paths.waiting,
    frame: PublicLayout,
    load: () => import('./features/accounts/WaitingPage.tsx').then((m) => m.WaitingPage),
  },
  {
    path: paths.terms,
    frame: PublicLayout,
    load: () => import('./features/site/TermsPage.tsx').then((m) => m.TermsPage),
  },
  {
    path: paths.maintenance,
    frame: PublicLayout,
    load: () => import('./features/site/MaintenancePage.tsx').then((m) => m.MaintenancePage),
  },
  {
    path: paths.catalogue,
    frame: ShopLayout,
    gate: gateOf('CATALOGO'),
    ownScroll: true,
    load: () => import('./features/catalogue/CataloguePage.tsx').then((m) => m.CataloguePage),
  },
  {
    path: paths.cart,
    frame: ShopLayout,
    gate: gateOf('CARRITO'),
    load: () => import('./features/cart/CartPage.tsx').then((m) => m.CartPage),
  },
  { path: paths.confirmOrder, frame: ShopLayout, gate: gateOf('PEDIDOS'), load: confirmOrder },
  { path: paths.confirmOrderFor(':idcli'), frame: ShopLayout, gate: gateOf('PEDIDOS'), load: confirmOrder },
  {
    path: paths.orderConfirmed,
    frame: ShopLayout,
    load: () => import('./features/orders/OrderConfirmedPage.tsx').then((m) => m.OrderConfirmedPage),
  },
  {
    path: paths.myOrders,
    frame: ShopLayout,
    load: () => import('./features/orders/MyOrdersPage.tsx').then((m) => m.MyOrdersPage),
  },
  {
    path: paths.importOrders,
    frame: ShopLayout,
    gate: staffGate,
    load: () => import('./features/order-import/ImportPage.tsx').then((m) => m.ImportPage),
  },
  {
    path: paths.profile,
    frame: ShopLayout,
    load: () => import('./features/accounts/ProfilePage.tsx').then((m) => m.ProfilePage),
  },
  admin(paths.admin, 'home'),
  admin(paths.adminHome, 'home'),
  admin(paths.adminUsers, 'users'),
  {
    path: paths.error,
    frame: ShopLayout,
    load: () => Promise.resolve(ErrorPage),
  },
]
