import { createPortal } from 'react-dom'
import { pricesInWords } from '../../../../contract/vat.ts'
import { usePricesWithVat } from '../../../shop/vat/use-prices-with-vat.ts'
import styles from './catalogue.module.css'

/**
 * 'Precios sin IVA', once for all cards and in the bar above them (R357); nothing where articles have no rates. It goes into the
 * bar by itself, so that the first file knows nothing of it.
 */
export function PricesWithVat() {
  const pricesWithVat = usePricesWithVat()
  const bar = document.querySelector(`.${styles.listBar}`)
  return (
    pricesWithVat !== null &&
    bar !== null &&
    createPortal(<p className={styles.listPrices}>{pricesInWords(pricesWithVat)}</p>, bar)
  )
}
