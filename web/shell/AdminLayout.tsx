import type { ReactNode } from 'react'
import { Link, useLocation } from '../lib/router.tsx'
import { adminMenu } from './admin-menu.ts'
import './admin.css'

/** The menu of /admin over its screens. */
export function AdminLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <div className="admin">
      <nav className="admin__menu" aria-label="Administración">
        <ul>
          {adminMenu.map(({ label, to, also }) => (
            <li key={to}>
              <Link to={to} aria-current={pathname === to || pathname === also ? 'page' : undefined}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  )
}
