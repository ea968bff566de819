import { pricesInWords, vatRows } from '../../../contract/vat.ts'
import { formatMoney } from '../../lib/format.ts'
import styles from './vat.module.css'
import type { ShownVat } from './vat-of-lines.ts'

/** What stands below a total (R357): the VAT by rate, the final amount where prices are net, and what the prices hold. */
export const VatRows = ({
  vat: { sums, pricesWithVat },
  className = '',
}: {
  vat: ShownVat
  className?: string | undefined
}) => (
  <div className={`${styles.vat} ${className}`}>
    <dl>
      {vatRows(sums, pricesWithVat).map(({ label, cents, isFinal }) => (
        <div key={label} data-final={isFinal}>
          <dt>{label}</dt>
          <dd>{formatMoney(cents)}</dd>
        </div>
      ))}
    </dl>
    <p>{pricesInWords(pricesWithVat)}</p>
  </div>
)
