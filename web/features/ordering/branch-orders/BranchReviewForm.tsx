import { type Dispatch, type SetStateAction, useMemo, useRef, useState } from 'react'
import { belowLeastText } from '../../../../contract/order-amounts.ts'
import { countInWords } from '../../../../contract/order-text.ts'
import { roles } from '../../../../contract/roles.ts'
import { MAX_NOTE, MAX_RULE_REASON } from '../../../../contract/rules.ts'
import { formatCount } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { AccountNote } from '../../../shop/orders/AccountNote.tsx'
import { AcceptAll } from '../../../shop/review/ReviewRows.tsx'
import { accepted, withArticle } from '../../../shop/review/review-rows.ts'
import { rowChanges } from '../../../shop/review/use-review.ts'
import { ReviewFoot } from '../../../shop/sheets/ReviewFoot.tsx'
import shared from '../../../shop/sheets/sheets.module.css'
import { usePricesWithVat } from '../../../shop/vat/use-prices-with-vat.ts'
import { Field } from '../../../ui/Field.tsx'
import { Money } from '../../../ui/Money.tsx'
import { type ArticleActions, BranchArticle } from './BranchArticle.tsx'
import styles from './branch-orders.module.css'
import {
  type BranchOrder,
  type BranchPlan,
  nameOfBranch,
  openRows,
  ordersOf,
  plannedOrders,
  rowsOf,
  withCells,
  withTyped,
} from './branch-plan.ts'

interface BranchReviewFormProps {
  readonly clientId: number
  readonly plan: BranchPlan
  readonly onChange: Dispatch<SetStateAction<BranchPlan>>
  /** Why the last sending was refused; '' when it was not. */
  readonly problem: string
  readonly busy: boolean
  readonly onSend: (orders: readonly BranchOrder[]) => void
  readonly onCancel: () => void
}

/** The one review of a sheet: what each branch orders, what each article asks for, and the button that makes all orders or none. */
export function BranchReviewForm(props: BranchReviewFormProps) {
  const { clientId, plan, onChange, problem, busy, onSend, onCancel } = props
  const pricesWithVat = usePricesWithVat()
  const orders = useMemo(() => ordersOf(plan, pricesWithVat), [plan, pricesWithVat])
  const planned = plannedOrders(orders)
  const open = openRows(plan)
  const total = planned.reduce((sum, order) => sum + order.total, 0)
  const final = planned.some((order) => order.final === null)
    ? null
    : planned.reduce((sum, order) => sum + (order.final ?? 0), 0)
  const isShort = planned.some(({ branch, missing }) => missing > 0 && !plan.reasons[branch.addressId]?.trim())
  const isReady = planned.length > 0 && open.length === 0 && plan.refusal === '' && !isShort
  const why = plan.refusal
    ? ''
    : open.length > 0
      ? countInWords(open.length, 'cantidad por responder', 'cantidades por responder')
      : isShort
        ? 'Hay sucursales por debajo del pedido mínimo'
        : ''
  const foot = useRef<HTMLButtonElement>(null)
  const [actions] = useState(
    (): ArticleActions => ({
      choose: (row, article) =>
        onChange((now) =>
          withCells(
            now,
            row.cells.map((cell) => cell.row.id),
            (cell) => withArticle(cell, article),
          ),
        ),
      type: (row, addressId, typed) => onChange((now) => withTyped(now, row, addressId, typed)),
      accept: (ids) => onChange((now) => withCells(now, ids, (cell) => accepted(cell, true))),
      discard: (row, discarded) =>
        onChange((now) =>
          withCells(
            now,
            row.cells.map((cell) => cell.row.id),
            (cell) => ({ ...cell, discarded }),
          ),
        ),
    }),
  )
  const leaveOpen = () =>
    onChange((now) =>
      withCells(
        now,
        openRows(now).map(({ id }) => id),
        (cell) => ({ ...cell, discarded: true }),
      ),
    )
  return (
    <div className={shared.review}>
      <section className={`panel ${shared.facts}`} aria-label="Resumen de la planilla">
        <h2>{plan.fileName}</h2>
        <ul>
          <li>{countInWords(plan.rows.length, 'artículo', 'artículos')}</li>
          <li>{countInWords(planned.length, 'sucursal', 'sucursales')}</li>
          {open.length > 0 && <li data-dropped>{countInWords(open.length, 'por responder', 'por responder')}</li>}
          {plan.said.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      </section>
      {plan.refusal && (
        <p className="notice notice--error" role="alert">
          {plan.refusal}
        </p>
      )}
      <AccountNote clientId={clientId} final={final ?? total} />
      <section className={`panel ${styles.branches}`} aria-labelledby="pedidos-por-sucursal">
        <h2 id="pedidos-por-sucursal">Un pedido por sucursal</h2>
        <ul>
          {orders.map((order) => (
            <BranchSum key={order.branch.addressId} order={order} plan={plan} onChange={onChange} />
          ))}
        </ul>
      </section>
      <section className={`panel ${styles.articles}`} aria-labelledby="articulos-de-la-planilla">
        <header>
          <h2 id="articulos-de-la-planilla">Artículos</h2>
          <AcceptAll
            rows={rowsOf(plan)}
            changes={rowChanges((ids, to) => onChange((now) => withCells(now, ids, to)))}
            next={foot}
          />
          {open.length > 0 && (
            <button type="button" className="button button--quiet" onClick={leaveOpen}>
              No pedir lo que falta responder
            </button>
          )}
        </header>
        <ul>
          {plan.rows.map((row) => (
            <BranchArticle key={row.id} row={row} branches={plan.branches} actions={actions} />
          ))}
        </ul>
      </section>
      <section className={`panel ${styles.note}`}>
        <Field label="Observación para todos los pedidos">
          {(control) => (
            <input
              {...control}
              maxLength={MAX_NOTE}
              value={plan.note}
              onChange={({ target }) => onChange((now) => ({ ...now, note: target.value }))}
            />
          )}
        </Field>
      </section>
      <ReviewFoot
        orders={planned.length}
        total={total}
        problem={problem || why}
        busy={busy}
        isReady={isReady}
        label={`Crear ${countInWords(planned.length, 'pedido', 'pedidos')}`}
        cancelTitle="Cancelar los pedidos"
        button={foot}
        onMake={() => onSend(planned)}
        onCancel={onCancel}
      >
        {final !== null && final !== total && (
          <small>
            con IVA <Money cents={final} />
          </small>
        )}
      </ReviewFoot>
    </div>
  )
}

interface BranchSumProps {
  readonly order: BranchOrder
  readonly plan: BranchPlan
  readonly onChange: Dispatch<SetStateAction<BranchPlan>>
}

/** What the order of one branch comes to, and what keeps it from being made. */
function BranchSum({ order, plan, onChange }: BranchSumProps) {
  const { branch, lines, units, total, final, missing, isLeftOut } = order
  const { addressId } = branch
  const { supervises } = roles[useUser().type]
  const name = nameOfBranch(branch)
  const isEmpty = lines.length === 0
  const refused = plan.refused[addressId]
  return (
    <li data-out={isLeftOut || isEmpty}>
      <label>
        <input
          type="checkbox"
          className={styles.tick}
          disabled={isEmpty}
          checked={!isLeftOut && !isEmpty}
          onChange={({ target }) =>
            onChange((now) => ({
              ...now,
              leftOut: target.checked ? now.leftOut.filter((id) => id !== addressId) : [...now.leftOut, addressId],
            }))
          }
        />
        <span className={styles.who}>
          <strong className={styles.cut}>{name}</strong>
          {name !== branch.place && <small className={`${styles.cut} ${styles.small}`}>{branch.place}</small>}
        </span>
      </label>
      <p className={styles.sum}>
        {isEmpty ? (
          'Sin cantidades'
        ) : (
          <>
            {countInWords(lines.length, 'renglón', 'renglones')} · {formatCount(units)} u.{' '}
            <strong className={styles.own}>
              <Money cents={total} />
            </strong>
            {final !== null && final !== total && (
              <small className={`${styles.own} ${styles.small}`}>
                con IVA <Money cents={final} />
              </small>
            )}
          </>
        )}
      </p>
      {!isLeftOut && refused && <p className="notice notice--error">{refused}.</p>}
      {!isLeftOut && missing > 0 && (
        <div className={`notice ${styles.below}`}>
          <p>
            {belowLeastText({ missing, least: plan.least ?? 0 })}.{' '}
            {supervises ? 'Con un motivo se pide igual.' : 'Así no se puede pedir: agregue artículos o déjela afuera.'}
          </p>
          {supervises && (
            <Field label={`Motivo para ${name}`}>
              {(control) => (
                <input
                  {...control}
                  maxLength={MAX_RULE_REASON}
                  value={plan.reasons[addressId] ?? ''}
                  onChange={({ target }) =>
                    onChange((now) => ({ ...now, reasons: { ...now.reasons, [addressId]: target.value } }))
                  }
                />
              )}
            </Field>
          )}
        </div>
      )}
    </li>
  )
}
