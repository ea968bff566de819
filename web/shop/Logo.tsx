import { shopName } from '../lib/shop.ts'
import styles from './logo.module.css'

/** The shop's sign: its logo (R404), and its name beside it where the shop wants it; without a logo three balls and the name. */
export const Logo = ({ name = shopName() }) => (
  <>
    <span className={styles.sign} />
    <span className={styles.name}>{name}</span>
  </>
)
