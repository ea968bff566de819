import { memo } from 'react'
import { addressesRefused, importedBefore, type ReviewedOrder } from '../../../contract/order-import.ts'
import { SALE_CONDITIONS } from '../../../contract/orders.ts'
import { lineAmount } from '../../../contract/rules.ts'
import { formatAmount, formatCount } from '../../lib/format.ts'
import { Field } from '../../ui/Field.tsx'
import { Money } from '../../ui/Money.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { addressOptions, isPlanned, isPossible, nothingLeft, type OrderChoice } from './import-plan.ts'
import { Notices } from './Notices.tsx'
import styles from './order-import.module.css'

interface OrderCardProps {
  /** In the review. */
  place: number
  order: ReviewedOrder
  choice: OrderChoice
  /** Whether its address stopped 'Aceptar'. */
  refused: boolean
  /** The same function at every render. */
  onChange: (place: number, part: Partial<OrderChoice>) => void
}

/** One order of the file. Memoised: a review has many, and typing concerns one. */
export const OrderCard = memo(function OrderCard(props: OrderCardProps) {
  const { place, order, choice, onChange } = props
  const { number, items, total, notices, clientId, earlierOrder } = order
  const name = number === '' ? 'Pedido sin número' : `Pedido ${number}`
  return (
    <article className={`panel ${styles.order}`} aria-label={name} data-left-out={!isPlanned(order, choice)}>
      <header>
        <h3>{name}</h3>
        {isPossible(order) && (
          <p>
            {formatCount(items.length)} {items.length === 1 ? 'artículo' : 'artículos'} ·{' '}
            <strong>
              <Money cents={total} />
            </strong>
          </p>
        )}
      </header>
      {clientId !== null && items.length === 0 && <p className="notice notice--error">{nothingLeft}.</p>}
      {earlierOrder !== null && isPossible(order) && (
        <div className={`notice ${styles.again}`}>
          <p>{importedBefore(number, earlierOrder)}.</p>
          <label>
            <input
              type="checkbox"
              checked={choice.again}
              onChange={({ target }) => onChange(place, { again: target.checked })}
            />
            Importarlo otra vez
          </label>
        </div>
      )}
      {isPlanned(order, choice) && <Choices {...props} />}
      <Notices notices={notices} />
      {items.length > 0 && <Items label={`Artículos del ${name}`} order={order} />}
    </article>
  )
})

function Choices({ place, order, choice, refused, onChange }: OrderCardProps) {
  return (
    <div className={styles.choices}>
      <Field label="Dirección" id={`direccion-${place}`} error={refused ? addressesRefused : undefined}>
        {(control) => (
          <select
            {...control}
            value={choice.address}
            onChange={({ target }) => onChange(place, { address: target.value })}
          >
            <option value="">Seleccione una dirección</option>
            {addressOptions(order).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Condición">
        {(control) => (
          <select
            {...control}
            value={choice.condition}
            onChange={({ target }) => onChange(place, { condition: Number(target.value) })}
          >
            {SALE_CONDITIONS.map((condition) => (
              <option key={condition} value={condition}>
                Condición {condition}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Observación">
        {(control) => (
          <input
            {...control}
            maxLength={500}
            value={choice.note}
            onChange={({ target }) => onChange(place, { note: target.value })}
          />
        )}
      </Field>
    </div>
  )
}

const columns: readonly Column<ReviewedOrder['items'][number]>[] = [
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
    show: ({ quantity, askedQuantity }) => (
      <>
        {formatCount(quantity)}
        {quantity !== askedQuantity && <small>pedida: {String(askedQuantity).replace('.', ',')}</small>}
      </>
    ),
  },
  {
    name: 'price',
    label: 'Precio unitario',
    kind: 'figure',
    show: ({ unitPrice, price }) => (
      <>
        {formatAmount(unitPrice)}
        {price > 0 && <small>acordado</small>}
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

const Items = memo(function Items({ label, order }: { label: string; order: ReviewedOrder }) {
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={order.items}
      keyOf={({ row }) => row}
      nameOf={({ row }) => `la fila ${row}`}
      dense
    />
  )
})
