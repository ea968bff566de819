import type { ReactNode } from 'react'
import styles from './chart.module.css'

export interface Bar {
  readonly key: number | string
  /** What it counts, usually a link to it. */
  readonly name: ReactNode
  readonly value: number
  /** The value as people read it. */
  readonly said: ReactNode
}

/** A bar for each of a few things, the longest for the most; names and values are text, the bars only for the eye. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ol className={styles.bars} aria-label={label}>
      {bars.map(({ key, name, value, said }) => (
        <li key={key}>
          <span className={styles.name}>{name}</span>
          <span className={styles.value}>{said}</span>
          <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none">
            <rect className={styles.rail} width={100} height={1} />
            <rect className={styles.bar} width={(value / most) * 100} height={1} />
          </svg>
        </li>
      ))}
    </ol>
  )
}
