import { deliveryInWords, saleTermsInWords, totalLabelOf } from '../../../../contract/order-text.ts'
import { OWN_CONDITION, saleLineOf } from '../../../../contract/orders.ts'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import type { KeptOrder, OrderChoice } from '../../../shop/book/device-store.ts'
import { useClientOfKept } from '../../../shop/book/kept-orders.tsx'
import { amountOf } from '../../../shop/book/order-changes.ts'
import { Facts } from '../../../shop/orders/OrderFacts.tsx'
import { useVatOf } from '../../../shop/vat/use-vat.ts'
import { VatRows } from '../../../shop/vat/VatRows.tsx'
import styles from './order-confirmed.module.css'
import { useAddressChoices } from './orders.api.ts'

/** The sale terms that staff chose for an order; '' for the client's own. */
const saleTermsOf = ({ condition }: OrderChoice): string =>
  condition === OWN_CONDITION ? '' : saleTermsInWords({ saleLine: saleLineOf(condition), saleCondition: condition })

/** The facts of an order that waits on the device, as far as the device knows them. */
export function KeptOrderFacts({ order }: { order: KeptOrder }) {
  const { owner, choice, lines, clientName } = order
  const { name } = useClientOfKept(owner, clientName)
  const { data: addresses = [] } = useAddressChoices(owner.clientId)
  const ordered = lines.filter(({ quantity }) => quantity > 0)
  const vat = useVatOf(ordered)
  const address = addresses.find(({ id }) => id === choice.addressId)?.label ?? ''
  return (
    <div className={styles.facts}>
      <Facts
        note={choice.note}
        facts={[
          ['Cliente', name],
          [totalLabelOf([], vat?.pricesWithVat), formatMoney(amountOf(lines))],
          ['Artículos', formatCount(ordered.length)],
          ['Entrega', deliveryInWords({ addressId: choice.addressId, address })],
          ['Condición de venta', saleTermsOf(choice)],
        ]}
      />
      {vat && <VatRows vat={vat} />}
    </div>
  )
}
