import { memo } from 'react'
import { addressesRefused, importedBefore, type ReviewedOrder } from '../../../contract/order-import.ts'
import { SALE_CONDITIONS } from '../../../contract/orders.ts'
import { formatCount } from '../../lib/format.ts'
import { lineColumns } from '../../shop/sheets/line-columns.tsx'
import { Notices } from '../../shop/sheets/Notices.tsx'
import { Field } from '../../ui/Field.tsx'
import { Money } from '../../ui/Money.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { addressOptions, isPlanned, isPossible, nothingLeft, type OrderChoice } from './import-plan.ts'
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
      <Notices notices={notices} leftOut="No se importa" />
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

const columns = lineColumns<ReviewedOrder['items'][number]>({
  price: ({ price }) => (price > 0 ? 'acordado' : ''),
})

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
