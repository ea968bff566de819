import { IconBrandWhatsapp, IconMail, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getQuietClients, type QuietClient } from '../../../../contract/dashboard.ts'
import { callLink, whatsappLink } from '../../../../contract/phone.ts'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { ListSection } from '../../../ui/table/ListSection.tsx'
import styles from './dashboard.module.css'
import { ordersOfClient } from './links.ts'
import { dayInWords } from './SalesPanels.tsx'

/** Number of clients shown at first. */
const AT_ONCE = 8
const greeting = '¡Hola! Hace un tiempo que no recibimos un pedido de ustedes. ¿Necesitan algo?'

const columns: readonly Column<QuietClient>[] = [
  {
    name: 'name',
    label: 'Cliente',
    kind: 'long',
    phone: 'title',
    show: ({ name, seller }) => (
      <>
        <Link {...ordersOfClient(name, '')}>{name}</Link>
        {seller && <small>{seller}</small>}
      </>
    ),
  },
  {
    name: 'lastDay',
    label: 'Último pedido',
    kind: 'short',
    phone: 'second',
    show: ({ lastDay }) => dayInWords(lastDay),
  },
  {
    name: 'rhythm',
    label: 'Ritmo',
    kind: 'short',
    show: ({ rhythm, quietDays }) => (
      <>
        cada {formatCount(rhythm)} {rhythm === 1 ? 'día' : 'días'}
        <small>hace {formatCount(quietDays)} días</small>
      </>
    ),
  },
  { name: 'orders', label: 'Pedidos', kind: 'figure', show: ({ orders }) => formatCount(orders) },
  {
    name: 'amount',
    label: 'Importe',
    kind: 'figure',
    phone: 'end',
    show: ({ amount }) => formatMoney(amount),
  },
  { name: 'ways', label: 'Contacto', kind: 'long', show: (client) => <Ways client={client} /> },
]

/** The ways to reach a client. A telephone text that is no number is shown as it is. */
function Ways({ client: { name, phone, email } }: { client: QuietClient }) {
  const chat = whatsappLink(phone, greeting)
  const call = callLink(phone)
  return (
    <span className={styles.ways}>
      {chat && (
        <a href={chat} target="_blank" rel="noreferrer" aria-label={`WhatsApp de ${name}`}>
          <IconBrandWhatsapp size={18} aria-hidden />
          WhatsApp
        </a>
      )}
      {call ? (
        <a href={call}>
          <IconPhone size={18} aria-hidden />
          {phone}
        </a>
      ) : (
        phone
      )}
      {!phone && email && (
        <a href={`mailto:${email}`}>
          <IconMail size={18} aria-hidden />
          {email}
        </a>
      )}
    </span>
  )
}

/** Clients that order less often than they used to; the most valuable come first. */
export function QuietClients() {
  const clients = useQuery(queryOf(getQuietClients))
  return (
    <div className={styles.wide}>
      <ListSection
        title="Clientes que dejaron de pedir"
        list={clients}
        atOnce={AT_ONCE}
        empty="Todos los clientes piden a su ritmo."
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
      />
    </div>
  )
}
