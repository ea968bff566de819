import type { ReactNode } from 'react'
import styles from './admin-home.module.css'
import { Inventories } from './Inventories.tsx'
import { NewUserOrders } from './NewUserOrders.tsx'
import { NotifiedMails } from './NotifiedMails.tsx'
import { WaitingUsers } from './WaitingUsers.tsx'
import { Worklist } from './Worklist.tsx'

/**
 * The admin's home (R202, R251): first what waits for somebody, then what is looked at daily, `children` among it; last the
 * addresses that are told of orders and the public inventories, which are set once a year.
 */
export const AdminHomePage = ({ children }: { children?: ReactNode }) => (
  <div className={`page ${styles.home}`}>
    <h1>Administración</h1>
    <Worklist />
    <WaitingUsers />
    <NewUserOrders />
    {children}
    <NotifiedMails />
    <Inventories />
  </div>
)
