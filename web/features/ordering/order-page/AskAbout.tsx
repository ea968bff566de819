import type { OrderNumbers } from '../../../../contract/orders.ts'
import { ContactWays, useContact } from '../../../shop/ContactWays.tsx'
import styles from './order-page.module.css'

interface AskAboutProps {
  readonly numbers: OrderNumbers
  /** Whether it is being prepared: who wants it otherwise has to ask (R331). */
  readonly isTaken: boolean
}

/** Ways to ask the shop about an order: a WhatsApp message or a mail that begins with its number. */
export function AskAbout({ numbers: { orderId, erpNumber }, isTaken }: AskAboutProps) {
  const contact = useContact()
  if (!contact?.mail && !contact?.phone) return null
  const number = erpNumber === null ? '' : ` (Nro Pedido ${erpNumber})`
  return (
    <section className={`panel ${styles.ask}`} aria-labelledby="consultar">
      <h2 id="consultar">Consultar por este pedido</h2>
      {isTaken && <p>Ya está en preparación: para pedir un cambio, consulte.</p>}
      <ContactWays text={`Consulta por el pedido web ${orderId}${number}`} />
    </section>
  )
}
