import type { ComponentType, ReactNode } from 'react'
import styles from './admin-home.module.css'
import { Inventories } from './Inventories.tsx'
import { NewUserOrders } from './NewUserOrders.tsx'
import { NotifiedMails } from './NotifiedMails.tsx'
import { places } from './places.ts'
import { Worklist } from './Worklist.tsx'

interface AdminHomeProps {
  /** The list of who waits to be enabled, under a heading with this id. */
  WaitingUsers: ComponentType<{ id: string }>
  children?: ReactNode
}

/**
 * The admin's home (R202, R251): first what waits for somebody, then what is looked at daily, `children` among it; last the
 * addresses that are told of orders and the public inventories, which are set once a year.
 */
export const AdminHomePage = ({ WaitingUsers, children }: AdminHomeProps) => (
  <div className={`page ${styles.home}`}>
    <h1>Administración</h1>
    <Worklist />
    <WaitingUsers id={places.waitingUsers} />
    <NewUserOrders />
    {children}
    <NotifiedMails />
    <Inventories />
  </div>
)
