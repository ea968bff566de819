import type { ReactNode } from 'react'
import styles from './Mark.module.css'

interface MarkProps {
  kind?: 'ok' | 'warning'
  children: ReactNode
}

/** A word that stands out: a state, a count. */
export const Mark = ({ kind, children }: MarkProps) => (
  <span className={styles.mark} data-kind={kind}>
    {children}
  </span>
)

/** A yes or no among a list's columns. */
export const YesNo = ({ value }: { value: boolean }) => (
  <Mark kind={value ? 'ok' : undefined}>{value ? 'Sí' : 'No'}</Mark>
)
