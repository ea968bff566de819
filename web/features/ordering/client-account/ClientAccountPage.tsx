import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type ClientAccount,
  daysOverdue,
  getClientAccount,
  leftOf,
  type OpenBill,
  overdueOf,
} from '../../../../contract/client-account.ts'
import { clientAccountPdf } from '../../../../contract/shared-papers.ts'
import { formatDay, todayInArgentina } from '../../../lib/day.ts'
import { fetchFile } from '../../../lib/download.ts'
import { formatInstant, formatMoney } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { paths } from '../../../paths.ts'
import { BackLink } from '../../../shop/BackLink.tsx'
import { ChooseClientFirst } from '../../../shop/ChooseClientFirst.tsx'
import { ContactWays } from '../../../shop/ContactWays.tsx'
import { useClientId, useOnBehalf } from '../../../shop/chosen-client.ts'
import { clientQuery } from '../../../shop/clients.ts'
import { ShareButton } from '../../../shop/share/ShareButton.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import styles from './client-account.module.css'

const TITLE = 'Cuenta corriente'

/** When a bill is due, and for how long it has been. */
function Due({ bill: { dueDay, balance } }: { bill: OpenBill }) {
  if (dueDay === null) return null
  const day = formatDay(dueDay)
  const days = balance > 0 ? daysOverdue(dueDay, todayInArgentina()) : 0
  if (days <= 0) return day
  return (
    <>
      <Mark kind="warning">{days === 1 ? 'Venció ayer' : `Vencida hace ${days} días`}</Mark>{' '}
      <span className={styles.overdueDay}>{day}</span>
    </>
  )
}

const columns: readonly Column<OpenBill>[] = [
  {
    name: 'bill',
    label: 'Comprobante',
    phone: 'title',
    show: ({ kind, number }) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${number}`.trim(),
  },
  { name: 'day', label: 'Fecha', kind: 'short', show: ({ day }) => formatDay(day) },
  { name: 'due', label: 'Vence', phone: 'second', show: (bill) => bill.dueDay && <Due bill={bill} /> },
  { name: 'amount', label: 'Importe', kind: 'figure', show: ({ amount }) => formatMoney(amount) },
  {
    name: 'balance',
    label: 'Saldo',
    kind: 'figure',
    phone: 'end',
    show: ({ balance }) => <strong>{formatMoney(balance)}</strong>,
  },
]

/** A client's account as the ERP keeps it (R306): for the client, and for staff that of the chosen client. */
export function ClientAccountPage() {
  const clientId = useClientId()
  const { isStaff, missing } = useOnBehalf()
  const { data: client } = useQuery({ ...clientQuery(clientId), enabled: isStaff })
  const account = useQuery(queryOf(getClientAccount, missing ? null : { query: { clientId } }))
  if (missing) return <ChooseClientFirst title={TITLE} />
  return (
    <div className="page">
      <BackLink to={paths.myOrders}>Mis Pedidos</BackLink>
      <div className="page__head">
        <h1>{client ? `${TITLE} de ${client.businessName}` : TITLE}</h1>
        {account.data && (
          <ShareButton
            paper={{
              title: client ? `${TITLE} de ${client.businessName}` : TITLE,
              file: () => fetchFile(clientAccountPdf, { query: { clientId }, otherwise: 'cuenta-corriente.pdf' }),
            }}
          />
        )}
      </div>
      <Waiting for={account} rows={4} height={56}>
        {(found) => (found ? <Account account={found} /> : <NoAccount isStaff={isStaff} />)}
      </Waiting>
    </div>
  )
}

/** Why there is no account, and for a client whom to ask. */
const NoAccount = ({ isStaff }: { isStaff: boolean }) => (
  <EmptyState
    text={
      isStaff
        ? 'El sistema de gestión no envió la cuenta de este cliente'
        : 'Su cuenta corriente todavía no llegó a la tienda desde nuestro sistema de gestión. Por su saldo y sus comprobantes, consúltenos:'
    }
    icon={<IconReceipt size={34} stroke={1.6} />}
  >
    {!isStaff && <ContactWays text="Consulta por la cuenta corriente" />}
  </EmptyState>
)

function Account({ account }: { account: ClientAccount }) {
  const { at, balance, limit, ordered, billedSince = 0, bills } = account
  const overdue = overdueOf(bills, todayInArgentina())
  const left = limit === null ? null : leftOf(account, limit)
  const figures: readonly (readonly [name: string, cents: number | null, warns?: boolean])[] = [
    [balance < 0 ? 'Saldo a su favor' : 'Saldo', Math.abs(balance)],
    ['Vencido', overdue?.amount ?? null, true],
    ['Pedidos sin facturar', ordered > 0 ? ordered : null],
    ['Facturado después', billedSince > 0 ? billedSince : null],
    ['Límite de crédito', limit],
    ['Disponible', left, left !== null && left < 0],
  ]
  return (
    <>
      <dl className={`panel ${styles.figures}`}>
        {figures.map(
          ([name, cents, warns]) =>
            cents !== null && (
              <div key={name} data-warns={warns || undefined}>
                <dt>{name}</dt>
                <dd>{formatMoney(cents)}</dd>
              </div>
            ),
        )}
      </dl>
      <p className={styles.at}>Según el sistema de gestión, al {formatInstant(at)}.</p>
      {bills.length === 0 ? (
        <EmptyState text="No hay comprobantes pendientes de pago" />
      ) : (
        <DataTable
          label="Comprobantes pendientes de pago"
          columns={columns}
          rows={bills}
          keyOf={({ kind, number, dueDay }) => `${kind}/${number}/${dueDay}`}
          nameOf={({ kind, number }) => `${kind} ${number}`}
        />
      )}
    </>
  )
}
