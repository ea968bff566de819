import { deliveryInWords, noteInWords, saleTermsInWords } from '../../../contract/order-text.ts'
import type { OrderChannel } from '../../../contract/orders.ts'
import { formatDate } from '../../lib/format.ts'
import styles from './order-dialogs.module.css'

/** How an order came to be, in words. */
export const channelNames: Record<OrderChannel, string> = {
  web: 'Tienda web',
  repeat: 'Pedido repetido',
  import: 'Planilla importada',
}

export type Fact = readonly [name: string, value: string | number | null | undefined]

/** What is known of an order, by name; what is empty is left out. */
export function Facts({ facts, note = '' }: { facts: readonly Fact[]; note?: string | undefined }) {
  const words = noteInWords(note)
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value !== undefined &&
          value !== null &&
          value !== '' && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      {words && (
        <div className={styles.note}>
          <dt>Observaciones</dt>
          <dd>{words}</dd>
        </div>
      )}
    </dl>
  )
}

/** The fields that every list of orders has of an order. */
interface KnownOrder {
  id: number
  address: string
  addressId: number
  businessName: string
  note?: string | undefined
  erpNumber?: number | null
  createdAt?: string
  saleLine?: string | undefined
  saleCondition?: number | undefined
  madeBy?: string | undefined
  channel?: OrderChannel | undefined
}

/** An order's head: which it is, where it goes, its observation, and for staff its sale terms and who made it (R25, R235). */
export function OrderFacts({ order }: { order: KnownOrder }) {
  const { id, erpNumber, createdAt, businessName, madeBy, channel, note } = order
  const terms = saleTermsInWords(order)
  return (
    <Facts
      note={note}
      facts={[
        ['Nro WEB', id],
        ['Nro Pedido', erpNumber],
        ['Fecha', createdAt && formatDate(createdAt)],
        // A cliente knows their own name. Only staff's answers have sale terms, so those decide.
        ['Cliente', terms && businessName],
        ['Entrega', deliveryInWords(order)],
        ['Condición de venta', terms],
        ['Hecho por', madeBy],
        ['Canal', channel && channelNames[channel]],
      ]}
    />
  )
}
