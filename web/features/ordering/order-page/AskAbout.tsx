import type { OrderNumbers } from '../../../../contract/orders.ts'
import { ContactWays, useContact } from '../../../shop/ContactWays.tsx'
import styles from './order-page.module.css'

/** Ways to ask the shop about an order: a WhatsApp message or a mail that begins with its number. */
export function AskAbout({ numbers: { orderId, erpNumber } }: { numbers: OrderNumbers }) {
  const contact = useContact()
  if (!contact?.mail && !contact?.phone) return null
  const number = erpNumber === null ? '' : ` (Nro Pedido ${erpNumber})`
  return (
    <section className={`panel ${styles.ask}`} aria-labelledby="consultar">
      <h2 id="consultar">Consultar por este pedido</h2>
      <ContactWays text={`Consulta por el pedido web ${orderId}${number}`} />
    </section>
  )
}
