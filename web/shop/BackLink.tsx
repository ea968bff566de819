import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from '../lib/router.tsx'
import styles from './back-link.module.css'

/** Above a screen's title: the way to the screen that it belongs to. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <p className={styles.back}>
    {/* It leads to another screen, also where both share an address. */}
    <Link to={to} aria-current={false}>
      <IconArrowLeft size={17} aria-hidden /> {children}
    </Link>
  </p>
)
