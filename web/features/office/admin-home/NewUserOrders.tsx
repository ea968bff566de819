import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCuit } from '../../../../contract/cuit.ts'
import { listNewUserOrders, type NewUserOrder } from '../../../../contract/new-user-orders.ts'
import { USER_TO_EDIT } from '../../../../contract/user-admin.ts'
import { formatAmount, formatCount } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { ListSection } from '../../../ui/table/ListSection.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import { NewUserOrderModal } from './NewUserOrderModal.tsx'
import { dayOf } from './order-text.ts'
import { places } from './places.ts'
import { useHandled } from './use-handled.ts'

/** Orders shown until all are asked for. */
const AT_ONCE = 5

const columns: readonly Column<NewUserOrder>[] = [
  { name: 'id', label: 'Nro WEB', phone: 'second', show: ({ id }) => id },
  { name: 'date', label: 'Fecha', kind: 'short', phone: 'second', show: ({ date }) => dayOf(date) },
  {
    name: 'businessName',
    label: 'Razón social',
    kind: 'long',
    phone: 'title',
    show: ({ userId, businessName, name }) => (
      <Link to={paths.adminUsers} search={{ [USER_TO_EDIT]: userId }}>
        {businessName || name}
      </Link>
    ),
  },
  { name: 'name', label: 'Nombre', show: ({ name }) => name },
  { name: 'email', label: 'Email', kind: 'long', show: ({ email }) => email },
  { name: 'cuit', label: 'CUIT', kind: 'short', show: ({ cuit }) => formatCuit(cuit) },
  {
    name: 'total',
    label: 'Total',
    kind: 'figure',
    phone: 'end',
    show: ({ total }) => <>$&nbsp;{formatAmount(total)}</>,
  },
  { name: 'lines', label: 'Cant. items', kind: 'figure', show: ({ lines }) => formatCount(lines.length) },
]

/** Orders that users made before they had a client, until they are handled. The user's name leads to where one is linked. */
export function NewUserOrders() {
  const [shown, setShown] = useState<NewUserOrder | null>(null)
  const handled = useHandled()
  return (
    <>
      <ListSection
        title="Pedidos de usuarios nuevos"
        id={places.newUserOrders}
        list={useQuery(queryOf(listNewUserOrders))}
        atOnce={AT_ONCE}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ id }) => `el pedido ${id}`}
        actions={(order) => (
          <>
            <RowButton label="Ver Items" of={`del pedido ${order.id}`} kind="plain" onClick={() => setShown(order)} />
            <RowButton
              label="Marcar como atendido"
              of={`el pedido ${order.id}`}
              kind="plain"
              busy={handled.busy}
              onClick={() => void handled.run(order)}
            />
          </>
        )}
      />
      {shown && (
        <NewUserOrderModal
          order={shown}
          onHandled={() => {
            setShown(null)
            void handled.run(shown)
          }}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}
