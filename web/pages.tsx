/**
 * How the code of each screen but the first one is loaded. Apart from routes.tsx: the list names a hundred files, which
 * the first cards have no use for. The page says early that it is needed (server/page/early-files.ts).
 */
import type { ComponentType } from 'react'
import type { ScreenName } from '../contract/screens.ts'
import type { AdminScreenName } from './shell/admin-screens.ts'
import { ErrorPage } from './shell/ErrorPage.tsx'
import { prepareGate } from './shell/page-gate.ts'

export { PublicLayout } from './shell/PublicLayout.tsx'

/** Signing in, and below it the registration. */
async function login() {
  const [{ LoginPage }, { RegistrationForm }] = await Promise.all([
    import('./features/people/auth/LoginPage.tsx'),
    import('./features/people/accounts/RegistrationForm.tsx'),
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
  waiting: () => import('./features/people/accounts/WaitingPage.tsx').then((m) => m.WaitingPage),
  terms: () => import('./features/settings/site/TermsPage.tsx').then((m) => m.TermsPage),
  maintenance: () => import('./features/settings/site/MaintenancePage.tsx').then((m) => m.MaintenancePage),
  certificates: () => import('./features/media/certificates/CertificatesPage.tsx').then((m) => m.CertificatesPage),
  inventory: () => import('./features/catalogue/inventory/InventoryPage.tsx').then((m) => m.InventoryPage),
  accept: () => import('./features/ordering/accept/AcceptPage.tsx').then((m) => m.AcceptPage),
  cart: () => import('./features/ordering/cart/CartPage.tsx').then((m) => m.CartPage),
  filledList: () => import('./features/ordering/filled-list/FilledListPage.tsx').then((m) => m.FilledListPage),
  branchOrders: () => import('./features/ordering/branch-orders/BranchOrdersPage.tsx').then((m) => m.BranchOrdersPage),
  quickOrder: () => import('./features/ordering/quick-order/QuickOrderPage.tsx').then((m) => m.QuickOrderPage),
  usualOrder: () => import('./features/ordering/usual-order/UsualOrderPage.tsx').then((m) => m.UsualOrderPage),
  savedLists: () => import('./features/ordering/saved-lists/SavedListsPage.tsx').then((m) => m.SavedListsPage),
  confirmOrder: () => import('./features/ordering/orders/ConfirmOrderPage.tsx').then((m) => m.ConfirmOrderPage),
  orderConfirmed: () => import('./features/ordering/orders/OrderConfirmedPage.tsx').then((m) => m.OrderConfirmedPage),
  myOrders: () => import('./features/ordering/orders/MyOrdersPage.tsx').then((m) => m.MyOrdersPage),
  order: () => import('./features/ordering/order-page/OrderPage.tsx').then((m) => m.OrderPage),
  pendingLines: () => import('./features/ordering/pending-lines/PendingLinesPage.tsx').then((m) => m.PendingLinesPage),
  clientAccount: () =>
    import('./features/ordering/client-account/ClientAccountPage.tsx').then((m) => m.ClientAccountPage),
  catalogues: () => import('./features/papers/catalogue-files/CataloguesPage.tsx').then((m) => m.CataloguesPage),
  profile: () => import('./features/people/accounts/ProfilePage.tsx').then((m) => m.ProfilePage),
  resetPassword: () => import('./features/people/accounts/ResetPasswordPage.tsx').then((m) => m.ResetPasswordPage),
  importOrders: () => import('./features/ordering/order-import/ImportPage.tsx').then((m) => m.ImportPage),
  mailbox: () => import('./features/ordering/mailbox/MailboxPage.tsx').then((m) => m.MailboxPage),
  pendingCarts: () => import('./features/office/order-admin/PendingCartsPage.tsx').then((m) => m.PendingCartsPage),
  articles: () => import('./shell/product-screens.tsx').then((m) => m.Articles),
  priceLists: () => import('./features/office/price-lists/PriceListsPage.tsx').then((m) => m.PriceListsPage),
  bulkChanges: () => import('./features/catalogue/bulk-edit/BulkChangesPage.tsx').then((m) => m.BulkChangesPage),
  error: () => Promise.resolve(ErrorPage),
}

/** Fetches the code of the way from the catalogue to an order's number, so that nobody on it waits for code, or to be let in. */
export const prepareOrdering = (): Promise<unknown> =>
  Promise.all([
    ...[pages.quickOrder(), pages.cart(), pages.confirmOrder(), pages.orderConfirmed()],
    import('./shop/book/OrdersNotice.tsx'),
    ...[prepareGate('CARRITO'), prepareGate('PEDIDOS')],
  ])
