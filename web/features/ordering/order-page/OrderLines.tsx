import { useState } from 'react'
import { missingInWords, packsInWords } from '../../../../contract/order-text.ts'
import { lineAmount } from '../../../../contract/rules.ts'
import { formatAmount, formatCount } from '../../../lib/format.ts'
import { unitsText } from '../../../shop/orders/fulfilment-words.tsx'
import { LineNote } from '../../../shop/orders/LineNote.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { isShort, type ShownLine } from './order-lines.ts'
import styles from './order-page.module.css'

/** Units, and below them the bultos that they are. */
function Units({ units, of }: { units: number; of: ShownLine }) {
  const packs = packsInWords(units, of.fulfilment?.unitsPerPack ?? 0)
  return (
    <>
      {formatCount(units)}
      {packs && <small className={styles.packs}> {packs}</small>}
    </>
  )
}

/** Why a line is short, or came though nobody ordered it. */
function Why({ line: { fulfilment, quantity } }: { line: ShownLine }) {
  if (!fulfilment) return null
  const { missing, pending, dispatched, reason, replacedBy } = fulfilment
  const words = [
    missingInWords({ missing, ordered: quantity }),
    replacedBy && `en su lugar viene ${replacedBy}`,
    reason,
    quantity === 0 && dispatched > 0 && 'No estaba en el pedido',
  ].filter(Boolean)
  if (words.length === 0) return null
  return <small data-why={pending > 0 || missing > 0 || undefined}>{words.join(': ')}</small>
}

const lineColumns: readonly Column<ShownLine>[] = [
  { name: 'code', label: 'Código', kind: 'short', phone: 'second', show: ({ code }) => code },
  {
    name: 'description',
    label: 'Descripción',
    kind: 'long',
    phone: 'title',
    show: (line) => (
      <>
        {line.description}
        <LineNote note={line.note} />
        <Why line={line} />
      </>
    ),
  },
]

const ordered = (isPhone: boolean): Column<ShownLine> => ({
  name: 'quantity',
  label: 'Pedido',
  kind: 'figure',
  phone: 'second',
  // One line has no room below a number.
  show: (line) =>
    isPhone ? unitsText(line.quantity, line.fulfilment?.unitsPerPack ?? 0) : <Units units={line.quantity} of={line} />,
})

const fulfilmentColumns: readonly Column<ShownLine>[] = [
  {
    name: 'accepted',
    label: 'Aceptado',
    kind: 'figure',
    show: (line) => line.fulfilment?.accepted != null && <Units units={line.fulfilment.accepted} of={line} />,
  },
  {
    name: 'dispatched',
    label: 'Despachado',
    kind: 'figure',
    show: (line) => line.fulfilment && <Units units={line.fulfilment.dispatched} of={line} />,
  },
  {
    name: 'pending',
    label: 'Pendiente',
    kind: 'figure',
    show: (line) =>
      line.fulfilment &&
      (line.fulfilment.pending > 0 ? (
        <strong>
          <Units units={line.fulfilment.pending} of={line} />
        </strong>
      ) : (
        0
      )),
  },
]

/** On a phone: what a line's row ends with. */
const stateColumn: Column<ShownLine> = {
  name: 'state',
  label: 'Estado',
  phone: 'end',
  show: ({ fulfilment, quantity }) => {
    if (!fulfilment) return null
    if (fulfilment.pending > 0) return <Mark kind="warning">{`Faltan ${formatCount(fulfilment.pending)}`}</Mark>
    const missing = missingInWords({ missing: fulfilment.missing, ordered: quantity })
    if (missing) return <Mark kind="warning">{missing}</Mark>
    return fulfilment.dispatched > 0 ? <Mark kind="ok">Despachado</Mark> : null
  },
}

const prices = (inRow: boolean): readonly Column<ShownLine>[] => [
  {
    name: 'price',
    label: 'Precio unitario',
    kind: 'figure',
    show: ({ unitPrice, priceReason }) =>
      unitPrice !== null && (
        <>
          {formatAmount(unitPrice)}
          {priceReason && <small>{priceReason}</small>}
        </>
      ),
  },
  {
    name: 'amount',
    label: 'Total',
    kind: 'figure',
    ...(inRow && { phone: 'end' }),
    show: ({ unitPrice, quantity, fulfilment }) => {
      if (unitPrice === null) return null
      const [ordered, coming] = [quantity, quantity - (fulfilment?.missing ?? 0)].map((units) =>
        formatAmount(lineAmount(unitPrice, units)),
      )
      return coming === ordered ? (
        ordered
      ) : (
        <>
          <del>
            <span className="visually-hidden">Pedido: </span>
            {ordered}
          </del>
          <small className={styles.coming}>Viene {coming}</small>
        </>
      )
    },
  },
]

interface OrderLinesProps {
  rows: readonly ShownLine[]
  /** Whether anybody told what became of them. */
  told: boolean
  isPhone: boolean
}

/** An order's lines by code: what was agreed, and where somebody told it, what became of each. */
export function OrderLines({ rows, told, isPhone }: OrderLinesProps) {
  const [only, setOnly] = useState<'' | 'short'>('')
  const short = rows.filter(isShort)
  const columns = told
    ? [...lineColumns, ordered(isPhone), ...fulfilmentColumns, ...(isPhone ? [stateColumn] : []), ...prices(false)]
    : [...lineColumns, ordered(isPhone), ...prices(true)]
  // Of an order that nobody has taken yet, or of which nothing has come, the choice would be between the same lines.
  const hasChoice = told && short.length > 0 && short.length < rows.length
  const shown = only === 'short' && hasChoice ? short : rows
  return (
    <>
      {hasChoice && (
        <Tabs
          label="Items del pedido"
          tabs={[
            { value: '', label: `Todos (${formatCount(rows.length)})` },
            { value: 'short', label: `Con faltantes (${formatCount(short.length)})` },
          ]}
          value={only}
          onChoose={setOnly}
        />
      )}
      <div className={styles.table}>
        <DataTable
          label="Items del pedido"
          columns={columns}
          rows={shown}
          keyOf={({ articleId }) => articleId}
          nameOf={({ code }) => code}
        />
      </div>
    </>
  )
}
