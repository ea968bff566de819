import type { OrderLine } from '../../../../contract/orders.ts'
import { lineAmount } from '../../../../contract/rules.ts'
import { formatAmount, formatCount } from '../../../lib/format.ts'
import { LineNote } from '../../../shop/orders/LineNote.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'

const columns: readonly Column<OrderLine>[] = [
  { name: 'code', label: 'Código', kind: 'short', phone: 'second', show: ({ code }) => code },
  {
    name: 'description',
    label: 'Descripción',
    kind: 'long',
    phone: 'title',
    show: ({ description, note }) => (
      <>
        {description}
        <LineNote note={note} />
      </>
    ),
  },
  {
    name: 'quantity',
    label: 'Pedido',
    kind: 'figure',
    phone: 'second',
    show: ({ quantity }) => formatCount(quantity),
  },
  {
    name: 'price',
    label: 'Precio unitario',
    kind: 'figure',
    show: ({ unitPrice }) => formatAmount(unitPrice),
  },
  {
    name: 'amount',
    label: 'Total',
    kind: 'figure',
    phone: 'end',
    show: ({ unitPrice, quantity }) => formatAmount(lineAmount(unitPrice, quantity)),
  },
]

/** An order's lines by code, as they were agreed. */
export const OrderLines = ({ rows }: { rows: readonly OrderLine[] }) => (
  <DataTable
    label="Items del pedido"
    columns={columns}
    rows={rows}
    keyOf={({ id }) => id}
    nameOf={({ code }) => code}
  />
)
