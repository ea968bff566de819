import type { ReactNode } from 'react'
import { Inventories } from './Inventories.tsx'
import { NewUserOrders } from './NewUserOrders.tsx'
import { NotifiedMails } from './NotifiedMails.tsx'
import { RefusedFeed } from './RefusedFeed.tsx'
import { WaitingUsers } from './WaitingUsers.tsx'
import './admin-home.css'

/** What an admin starts with: what the ERP sent in vain, who waits, what new users ordered, who is told of orders, what is open to everyone (R202); below, `children`. */
export const AdminHomePage = ({ children }: { children?: ReactNode }) => (
  <div className="page admin-home">
    <h1>Administración</h1>
    <RefusedFeed />
    <WaitingUsers />
    <NewUserOrders />
    <NotifiedMails />
    <Inventories />
    {children}
  </div>
)
