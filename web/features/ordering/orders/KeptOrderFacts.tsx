import { PICKUP } from '../../../../contract/orders.ts'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import type { KeptOrder } from '../../../shop/book/device-store.ts'
import { useClientOfKept } from '../../../shop/book/kept-orders.tsx'
import { amountOf } from '../../../shop/book/order-changes.ts'
import { Facts } from '../../../shop/orders/OrderFacts.tsx'
import styles from './order-confirmed.module.css'
import { useAddressChoices } from './orders.api.ts'

/** The facts of an order that waits on the device, as far as the device knows them. */
export function KeptOrderFacts({ order }: { order: KeptOrder }) {
  const { owner, choice, lines, clientName } = order
  const { name } = useClientOfKept(owner, clientName)
  const { data: addresses = [] } = useAddressChoices(owner.clientId)
  const address = addresses.find(({ id }) => id === choice.addressId)?.label
  return (
    <div className={styles.facts}>
      <Facts
        note={choice.note}
        facts={[
          ['Cliente', name],
          ['Total', formatMoney(amountOf(lines))],
          ['Artículos', formatCount(lines.filter(({ quantity }) => quantity > 0).length)],
          [
            'Entrega',
            choice.addressId === PICKUP
              ? 'Retiro en el local'
              : ['Envío a domicilio', address].filter(Boolean).join(': '),
          ],
        ]}
      />
    </div>
  )
}
