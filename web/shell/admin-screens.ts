/** The screens of /admin with their frame and their gate: one door, so that the shop loads nothing of it. */
import { type ComponentType, createElement } from 'react'
import type { ScreenName, screens } from '../../contract/screens.ts'

export { AdminLayout } from './AdminLayout.tsx'
export { adminGate } from './admin-gate.ts'

/** The screens below /admin. */
export type AdminScreenName = {
  [N in ScreenName]: (typeof screens)[N]['path'] extends `/admin${string}` ? N : never
}[ScreenName]

/** What waits for the admin, and how the shop is doing. */
async function home() {
  const [{ AdminHomePage }, { WaitingUsers }, { ExpiringCertificates }, { Dashboard }] = await Promise.all([
    import('../features/office/admin-home/AdminHomePage.tsx'),
    import('../features/people/accounts/WaitingUsers.tsx'),
    import('../features/media/certificates/ExpiringCertificates.tsx'),
    import('../features/office/dashboard/Dashboard.tsx'),
  ])
  return () =>
    createElement(AdminHomePage, { WaitingUsers }, createElement(Dashboard), createElement(ExpiringCertificates))
}

/** The lists of prices, with the settings that name some of them. */
async function priceLists() {
  const [{ PriceListsPage }, { PriceListsForm }] = await Promise.all([
    import('../features/office/price-lists/PriceListsPage.tsx'),
    import('../features/settings/PriceListsForm.tsx'),
  ])
  return () => createElement(PriceListsPage, null, createElement(PriceListsForm))
}

export const adminPages: Record<AdminScreenName, () => Promise<ComponentType>> = {
  admin: home,
  adminOrders: () => import('../features/office/order-admin/OrdersPage.tsx').then((m) => m.OrdersPage),
  adminUserOrders: () => import('../features/office/order-admin/OrdersPage.tsx').then((m) => m.UserOrdersPage),
  adminCategories: () =>
    import('../features/catalogue/category-manager/CategoriesPage.tsx').then((m) => m.CategoriesPage),
  adminCertificates: () =>
    import('../features/media/certificates/AdminCertificatesPage.tsx').then((m) => m.AdminCertificatesPage),
  adminPriceLists: priceLists,
  adminOrderRules: () => import('../features/ordering/order-rules/OrderRulesPage.tsx').then((m) => m.OrderRulesPage),
  adminPromotions: () => import('../features/office/promotions/PromotionsPage.tsx').then((m) => m.PromotionsPage),
  adminUsers: () => import('../features/people/accounts/UsersPage.tsx').then((m) => m.UsersPage),
  contacts: () => import('../features/people/contacts/ContactsPage.tsx').then((m) => m.ContactsPage),
  adminSettings: () => import('../features/settings/SettingsPage.tsx').then((m) => m.SettingsPage),
  adminErp: () => import('../features/erp/ErpPage.tsx').then((m) => m.ErpPage),
  adminErpMapping: () => import('../features/erp/ErpMappingPage.tsx').then((m) => m.ErpMappingPage),
  adminWaitingFeeds: () => import('../features/erp/WaitingFeedsPage.tsx').then((m) => m.WaitingFeedsPage),
  audit: () => import('../features/audit/AuditPage.tsx').then((m) => m.AuditPage),
  adminProducts: () => import('./product-screens.tsx').then((m) => m.AdminProducts),
  adminBulkChanges: () => import('../features/catalogue/bulk-edit/BulkChangesPage.tsx').then((m) => m.BulkChangesPage),
}
