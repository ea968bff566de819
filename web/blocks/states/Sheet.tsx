import type { ReactNode } from 'react'
import styles from './sheet.module.css'

/** One block, its states side by side: one picture of docs/design.md. */
export const Sheet = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className={`${styles.sheet} panel`} data-picture={name} aria-label={name}>
    {children}
  </section>
)

/** One state of a block, with what it is called. */
export const State = ({ words, children }: { words: string; children: ReactNode }) => (
  <figure className={styles.state}>
    <figcaption className="field__help">{words}</figcaption>
    {children}
  </figure>
)
