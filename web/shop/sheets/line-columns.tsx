import { lineAmount } from '../../../contract/rules.ts'
import { formatAmount, formatCount } from '../../lib/format.ts'
import type { Column } from '../../ui/table/columns.ts'

/** A row of a file that becomes a line. */
interface ReviewedLine {
  row: number
  code: string
  description: string
  /** As the file has it, and as it is sold. */
  askedQuantity: number
  quantity: number
  /** Cents. */
  unitPrice: number
  note: string
}

/** What reviews show of such a row; `besides` is what else is to say of quantity and price. */
export const lineColumns = <Row extends ReviewedLine>(besides: {
  quantity?: (row: Row) => string
  price?: (row: Row) => string
}): readonly Column<Row>[] => [
  { name: 'row', label: 'Fila', kind: 'short', show: ({ row }) => row },
  { name: 'code', label: 'Código', kind: 'short', show: ({ code }) => code },
  {
    name: 'description',
    label: 'Descripción',
    kind: 'long',
    show: ({ description, note }) => (
      <>
        {description}
        {note && <small>{note}</small>}
      </>
    ),
  },
  {
    name: 'quantity',
    label: 'Cantidad',
    kind: 'figure',
    show: (row) => (
      <>
        {formatCount(row.quantity)}
        {row.quantity !== row.askedQuantity && (
          <small>pedida: {String(row.askedQuantity).replace('.', ',')}</small>
        )}
        {besides.quantity?.(row) && <small>{besides.quantity(row)}</small>}
      </>
    ),
  },
  {
    name: 'price',
    label: 'Precio unitario',
    kind: 'figure',
    show: (row) => (
      <>
        {formatAmount(row.unitPrice)}
        {besides.price?.(row) && <small>{besides.price(row)}</small>}
      </>
    ),
  },
  {
    name: 'amount',
    label: 'Subtotal',
    kind: 'figure',
    show: ({ unitPrice, quantity }) => formatAmount(lineAmount(unitPrice, quantity)),
  },
]
