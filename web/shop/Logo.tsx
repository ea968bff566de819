import { shopName } from '../lib/shop.ts'
import styles from './shell.module.css'

/** The shop's sign: three balls and its name. */
export const Logo = () => (
  <>
    <svg viewBox="0 0 38 12" width="38" height="12" aria-hidden>
      <circle cx="6" cy="6" r="5.5" fill="var(--sol)" />
      <circle cx="19" cy="6" r="5.5" fill="var(--toy-red)" />
      <circle cx="32" cy="6" r="5.5" fill="var(--toy-green)" />
    </svg>
    <span className={styles.logoName}>{shopName()}</span>
  </>
)
