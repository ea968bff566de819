import { IconBox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

/** What a list shows when there is nothing in it: one sentence, and where to go from here. */
export function EmptyState({ text, icon, children }: { text: string; icon?: ReactNode; children?: ReactNode }) {
  return (
    <div className={`${styles.empty} panel`} data-empty>
      <span className={styles.icon} aria-hidden>
        {icon ?? <IconBox size={34} stroke={1.6} />}
      </span>
      <p>{text}</p>
      {children}
    </div>
  )
}
