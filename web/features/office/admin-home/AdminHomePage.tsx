import type { ReactNode } from 'react'
import styles from './admin-home.module.css'
import { Inventories } from './Inventories.tsx'
import { NewUserOrders } from './NewUserOrders.tsx'
import { NotifiedMails } from './NotifiedMails.tsx'
import { RefusedFeed } from './RefusedFeed.tsx'
import { UnassignedArticles } from './UnassignedArticles.tsx'
import { UsersOutOfUse } from './UsersOutOfUse.tsx'
import { WaitingFeed } from './WaitingFeed.tsx'
import { WaitingUsers } from './WaitingUsers.tsx'

/**
 * The admin's home (R202, R251): first what waits for somebody and what is looked at daily, `children` among it; last the
 * addresses that are told of orders and the public inventories, which are set once a year.
 */
export const AdminHomePage = ({ children }: { children?: ReactNode }) => (
  <div className={`page ${styles.home}`}>
    <h1>Administración</h1>
    <WaitingFeed />
    <RefusedFeed />
    <UnassignedArticles />
    <UsersOutOfUse />
    <WaitingUsers />
    <NewUserOrders />
    {children}
    <NotifiedMails />
    <Inventories />
  </div>
)
