import { totalLabelOf } from '../../../contract/order-text.ts'
import { Money } from '../../ui/Money.tsx'
import type { ShownVat } from './vat-of-lines.ts'

/** A total in the foot of a dialog (R357): 'Total sin IVA $ 100,00 · con IVA $ 121,00'. Cents; `vat` null: not told. */
export const TotalInLine = ({ cents, vat }: { cents: number; vat: ShownVat | null }) => (
  <p>
    {totalLabelOf([], vat?.pricesWithVat)} <Money cents={cents} />
    {vat && !vat.pricesWithVat && (
      <>
        {' '}
        · con IVA <Money cents={vat.sums.final} />
      </>
    )}
  </p>
)
