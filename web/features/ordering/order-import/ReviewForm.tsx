import { type Dispatch, type SetStateAction, useCallback, useMemo } from 'react'
import { formatCuit } from '../../../../contract/cuit.ts'
import { addressesRefused } from '../../../../contract/order-import.ts'
import { countInWords } from '../../../../contract/order-text.ts'
import { isOpen } from '../../../shop/review/review-rows.ts'
import { Notices } from '../../../shop/sheets/Notices.tsx'
import { ReviewFoot } from '../../../shop/sheets/ReviewFoot.tsx'
import shared from '../../../shop/sheets/sheets.module.css'
import {
  byClient,
  type ImportPlan,
  lacksAddress,
  type OrderChoice,
  plannedPlaces,
  rowsOf,
  totalOf,
} from './import-plan.ts'
import { OrderCard } from './OrderCard.tsx'
import styles from './order-import.module.css'

interface ReviewFormProps {
  plan: ImportPlan
  choices: readonly OrderChoice[]
  onChange: Dispatch<SetStateAction<readonly OrderChoice[]>>
  /** Why 'Aceptar' was refused; '' when it was not. */
  problem: string
  busy: boolean
  onAccept: () => void
  onCancel: () => void
}

/** The review (R202): the orders by CUIT, then by number, and every row that is left out. */
export function ReviewForm({ plan, choices, onChange, problem, busy, onAccept, onCancel }: ReviewFormProps) {
  const { review, fileName } = plan
  const groups = useMemo(() => byClient(review.orders), [review])
  const openCount = review.orders.reduce((sum, order, place) => {
    const choice = choices[place]
    return sum + (choice && order.clientId !== null ? rowsOf(order, choice).filter(isOpen).length : 0)
  }, 0)
  const ordersWithoutClient = review.orders.filter(({ clientId }) => clientId === null)
  const dropped = new Set(
    [...review.notices, ...ordersWithoutClient.flatMap((order) => order.notices)].map(({ row }) => row),
  ).size
  const planned = plannedPlaces(review.orders, choices)
  const total = planned.reduce((sum, place) => {
    const [order, choice] = [review.orders[place], choices[place]]
    return sum + (order && choice ? totalOf(order, choice) : 0)
  }, 0)
  const change = useCallback(
    (place: number, part: Partial<OrderChoice>) =>
      onChange((before) => before.map((choice, at) => (at === place ? { ...choice, ...part } : choice))),
    [onChange],
  )
  return (
    <div className={shared.review}>
      <section className={`panel ${shared.facts}`} aria-label="Resumen de la planilla">
        <h2>{fileName}</h2>
        <ul>
          <li>{countInWords(review.rows, 'fila', 'filas')}</li>
          <li>{countInWords(groups.length, 'cliente', 'clientes')}</li>
          <li>{countInWords(review.orders.length, 'pedido', 'pedidos')}</li>
          <li data-dropped={dropped > 0}>{countInWords(dropped, 'fila no se importa', 'filas no se importan')}</li>
          {openCount > 0 && (
            <li data-dropped>{countInWords(openCount, 'fila por responder', 'filas por responder')}</li>
          )}
          {review.said.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      </section>
      {review.notices.length > 0 && (
        <section className={styles.client} aria-labelledby="filas-sueltas">
          <h2 id="filas-sueltas">Filas que no son de ningún pedido</h2>
          <div className={`panel ${styles.order}`}>
            <Notices notices={review.notices} leftOut="No se importa" />
          </div>
        </section>
      )}
      {groups.map(({ cuit, businessName, known, places }) => (
        <section key={cuit} className={styles.client} aria-labelledby={`cliente-${cuit}`}>
          <h2 id={`cliente-${cuit}`}>
            {known ? businessName : 'Cliente desconocido'}{' '}
            <small className={styles.cuit}>CUIT {formatCuit(cuit)}</small>
          </h2>
          {places.map((place) => {
            const [order, choice] = [review.orders[place], choices[place]]
            return (
              order &&
              choice && (
                <OrderCard
                  key={place}
                  place={place}
                  order={order}
                  choice={choice}
                  refused={problem === addressesRefused && lacksAddress(order, choice)}
                  onChange={change}
                />
              )
            )
          })}
        </section>
      ))}
      <ReviewFoot
        orders={planned.length}
        total={total}
        problem={problem}
        busy={busy}
        isReady={planned.length > 0}
        label="Aceptar"
        cancelTitle="Cancelar la importación"
        onMake={onAccept}
        onCancel={onCancel}
      />
    </div>
  )
}
