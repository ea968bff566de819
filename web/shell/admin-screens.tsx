/** The screens of /admin with their frame and their gate: one door, so that the shop loads nothing of it. */
import type { ComponentType } from 'react'
import { AdminLayout } from './AdminLayout.tsx'

export { adminGate } from './admin-gate.ts'

const inLayout = (Screen: ComponentType): ComponentType =>
  function AdminScreen() {
    return (
      <AdminLayout>
        <Screen />
      </AdminLayout>
    )
  }

const screens = {
  home: () => import('../features/admin-home/AdminHomePage.tsx').then((m) => m.AdminHomePage),
  users: () => import('../features/users/UsersPage.tsx').then((m) => m.UsersPage),
}

export type AdminScreenName = keyof typeof screens

/** A screen of the administration, in its frame. */
export const loadAdminScreen = async (name: AdminScreenName): Promise<ComponentType> =>
  inLayout(await screens[name]())
