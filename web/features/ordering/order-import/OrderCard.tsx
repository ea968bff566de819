import { memo, useRef } from 'react'
import { belowLeastText } from '../../../../contract/order-amounts.ts'
import { addressesRefused, importedBefore, type ReviewedOrder } from '../../../../contract/order-import.ts'
import { SALE_CONDITIONS } from '../../../../contract/orders.ts'
import { roles } from '../../../../contract/roles.ts'
import { MAX_RULE_REASON } from '../../../../contract/rules.ts'
import { formatCount } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { AcceptAll, ReviewRows } from '../../../shop/review/ReviewRows.tsx'
import { isOpen } from '../../../shop/review/review-rows.ts'
import { rowChanges } from '../../../shop/review/use-review.ts'
import { Notices } from '../../../shop/sheets/Notices.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Money } from '../../../ui/Money.tsx'
import {
  addressOptions,
  isPlanned,
  isPossible,
  missingOf,
  nothingLeft,
  type OrderChoice,
  readyRows,
  rowsOf,
  totalOf,
} from './import-plan.ts'
import styles from './order-import.module.css'

interface OrderCardProps {
  /** Index of the order in the review. */
  place: number
  order: ReviewedOrder
  choice: OrderChoice
  /** Whether 'Aceptar' was refused because this order has no address. */
  refused: boolean
  /** Must be the same function at every render: the card is memoised. */
  onChange: (place: number, part: Partial<OrderChoice>) => void
}

/** One order of the file. Memoised: a review has many cards, and typing changes only one. */
export const OrderCard = memo(function OrderCard(props: OrderCardProps) {
  const { place, order, choice, onChange } = props
  const { number, clientId, earlierOrder, refusal } = order
  const name = number === '' ? 'Pedido sin número' : `Pedido ${number}`
  const rows = rowsOf(order, choice)
  const ready = readyRows(order, choice)
  const openCount = rows.filter(isOpen).length
  const foot = useRef<HTMLParagraphElement>(null)
  const changes = rowChanges((ids, to) =>
    onChange(place, { rows: choice.rows.map((row) => (ids.includes(row.id) ? to(row) : row)) }),
  )
  return (
    <article className={`panel ${styles.order}`} aria-label={name} data-left-out={!isPlanned(order, choice)}>
      <header>
        <h3>{name}</h3>
      </header>
      {clientId !== null && !isPossible(order) && <p className="notice notice--error">{refusal || nothingLeft}.</p>}
      {earlierOrder !== null && isPossible(order) && (
        <div className={`notice ${styles.again}`}>
          <p>{importedBefore(number, earlierOrder)}.</p>
          {order.missing.length > 0 && (
            <label>
              <input
                type="checkbox"
                checked={choice.complete}
                onChange={({ target }) => onChange(place, { complete: target.checked, again: false })}
              />
              Importar sólo lo que faltó
            </label>
          )}
          <label>
            <input
              type="checkbox"
              checked={choice.again}
              onChange={({ target }) => onChange(place, { again: target.checked, complete: false })}
            />
            Importarlo otra vez
          </label>
        </div>
      )}
      {isPlanned(order, choice) && <Choices {...props} />}
      {isPlanned(order, choice) && <BelowLeast {...props} />}
      {clientId !== null && rows.length > 0 && (
        <>
          <ReviewRows rows={rows} changes={changes} next={foot} lastPrices={false} clientId={clientId} />
          <div className={styles.sum}>
            <p ref={foot} tabIndex={-1}>
              {formatCount(ready.length)} {ready.length === 1 ? 'renglón' : 'renglones'} ·{' '}
              <strong>
                <Money cents={totalOf(order, choice)} />
              </strong>
              {openCount > 0 && <small> · {formatCount(openCount)} por responder: sin respuesta no se importan</small>}
            </p>
            <AcceptAll rows={rows} changes={changes} next={foot} />
          </div>
        </>
      )}
      {clientId === null && <Notices notices={order.notices} leftOut="No se importa" />}
    </article>
  )
})

/** Tells that an order is below its least amount before it is imported; who may go over it writes why (R363). */
function BelowLeast({ place, order, choice, onChange }: OrderCardProps) {
  const { supervises } = roles[useUser().type]
  const missing = missingOf(order, choice)
  if (missing === 0) return null
  return (
    <div className={`notice ${styles.below}`}>
      <p>
        {belowLeastText({ missing, least: order.least ?? 0 })}.{' '}
        {supervises ? 'Con un motivo se importa igual.' : 'Así no se importa.'}
      </p>
      {supervises && (
        <Field label="Motivo">
          {(control) => (
            <input
              {...control}
              maxLength={MAX_RULE_REASON}
              value={choice.ruleReason ?? ''}
              onChange={({ target }) => onChange(place, { ruleReason: target.value })}
            />
          )}
        </Field>
      )}
    </div>
  )
}

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
