import type { ReactNode } from 'react'
import styles from './admin-home.module.css'
import { Inventories } from './Inventories.tsx'
import { NewUserOrders } from './NewUserOrders.tsx'
import { NotifiedMails } from './NotifiedMails.tsx'
import { RefusedFeed } from './RefusedFeed.tsx'
import { WaitingUsers } from './WaitingUsers.tsx'

/**
 * The admin's home (R202): refused data of the ERP, users who wait, orders of new users, the addresses that are told of orders,
 * and the public inventories; below these, `children`.
 */
export const AdminHomePage = ({ children }: { children?: ReactNode }) => (
  <div className={`page ${styles.home}`}>
    <h1>Administración</h1>
    <RefusedFeed />
    <WaitingUsers />
    <NewUserOrders />
    <NotifiedMails />
    <Inventories />
    {children}
  </div>
)
