/**
 * How the code of each screen but the first one is loaded. Apart from routes.tsx: the list names a hundred files, which
 * the first cards have no use for. The page says early that it is needed (server/page/early-files.ts).
 */
import type { ComponentType } from 'react'
import type { ScreenName } from '../contract/screens.ts'
import type { AdminScreenName } from './shell/admin-screens.ts'
import { ErrorPage } from './shell/ErrorPage.tsx'
import { prepareGate } from './shell/page-gate.ts'

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

/** The screens whose code is loaded from here: those that are neither the catalogue nor of the administration. */
export type PageName = Exclude<ScreenName, AdminScreenName | 'catalogue'>

export const pages: Record<PageName, () => Promise<ComponentType>> = {
  login,
  waiting: () => import('./features/accounts/WaitingPage.tsx').then((m) => m.WaitingPage),
  terms: () => import('./features/site/TermsPage.tsx').then((m) => m.TermsPage),
  maintenance: () => import('./features/site/MaintenancePage.tsx').then((m) => m.MaintenancePage),
  certificates: () => import('./features/certificates/CertificatesPage.tsx').then((m) => m.CertificatesPage),
  inventory: () => import('./features/inventory/InventoryPage.tsx').then((m) => m.InventoryPage),
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

/** Fetches the code of the way from the catalogue to an order's number, so that nobody on it waits for code, or to be let in. */
export const prepareOrdering = (): Promise<unknown> =>
  Promise.all([
    ...[pages.quickOrder(), pages.cart(), pages.confirmOrder(), pages.orderConfirmed()],
    import('./shell/OrdersNotice.tsx'),
    ...[prepareGate('CARRITO'), prepareGate('PEDIDOS')],
  ])
