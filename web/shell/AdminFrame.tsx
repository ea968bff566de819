import { lazy, type ReactNode, Suspense } from 'react'
import { ShopLayout } from './ShopLayout.tsx'

const AdminLayout = lazy(() =>
  import('./AdminLayout.tsx').then((module) => ({ default: module.AdminLayout })),
)

/** The shop's frame with the administration's menu inside; that code comes with the first admin screen. */
export const AdminFrame = ({ children }: { children: ReactNode }) => (
  <ShopLayout>
    <Suspense>
      <AdminLayout>{children}</AdminLayout>
    </Suspense>
  </ShopLayout>
)
