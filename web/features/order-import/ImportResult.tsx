import { useMemo } from 'react'
import { formatCuit } from '../../../contract/cuit.ts'
import { formatCount } from '../../lib/format.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { Money } from '../../ui/Money.tsx'
import { type ImportPlan, leftOut, type OrderChoice, type OrderResult, resultsOf } from './import-plan.ts'
import type { ImportUnderWay } from './kept-import.ts'
import { Notices } from './Notices.tsx'

interface ImportResultProps {
  plan: ImportPlan
  choices: readonly OrderChoice[]
  outcomes: NonNullable<ImportUnderWay['outcomes']>
  onClose: () => void
}

/** What became of every order and every row of the file. */
export function ImportResult({ plan, choices, outcomes, onClose }: ImportResultProps) {
  const { review, fileName } = plan
  const results = useMemo(
    () => resultsOf(review.orders, choices, new Map(outcomes)),
    [review, choices, outcomes],
  )
  const notices = useMemo(() => leftOut(review, results), [review, results])
  const made = results.filter(({ outcome }) => outcome?.orderId != null)
  const total = made.reduce((sum, { outcome }) => sum + (outcome?.total ?? 0), 0)
  return (
    <div className="import-review">
      <section className={`notice ${made.length > 0 ? 'notice--ok' : ''}`} role="status">
        <strong>
          {made.length === 1 ? 'Se creó 1 pedido' : `Se crearon ${formatCount(made.length)} pedidos`} de{' '}
          {fileName}
          {made.length > 0 && (
            <>
              {' '}
              por <Money cents={total} />
            </>
          )}
        </strong>
        {results.length > made.length && (
          <p>
            {results.length - made.length === 1
              ? '1 pedido quedó afuera.'
              : `${formatCount(results.length - made.length)} pedidos quedaron afuera.`}{' '}
            Puede corregir la planilla y volver a elegirla: los números que ya se importaron se reconocen.
          </p>
        )}
      </section>
      <div className="panel import-results">
        <table className="import-items">
          <thead>
            <tr>
              <th scope="col">Pedido</th>
              <th scope="col">Cliente</th>
              <th scope="col">Resultado</th>
              <th scope="col">Artículos</th>
              <th scope="col">Total</th>
            </tr>
          </thead>
          <tbody>
            {results.map((result, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an order is what stands at its place in the file.
              <ResultRow key={place} {...result} />
            ))}
          </tbody>
        </table>
      </div>
      {notices.length > 0 && (
        <section className="import-client" aria-labelledby="filas-afuera">
          <h2 id="filas-afuera">Filas que quedaron afuera o cambiaron</h2>
          <div className="panel import-order">
            <Notices notices={notices} done />
          </div>
        </section>
      )}
      <div className="message-page__ways">
        <Link to={paths.myOrders} className="button" onClick={onClose}>
          Ver mis pedidos
        </Link>
        <button type="button" className="button button--plain" onClick={onClose}>
          Importar otra planilla
        </button>
      </div>
    </div>
  )
}

function ResultRow({ order, outcome, reason }: OrderResult) {
  const made = outcome?.orderId != null
  return (
    <tr data-left-out={!made}>
      <td data-label="Pedido">{order.number || 'Sin número'}</td>
      <td>
        {order.businessName || 'Cliente desconocido'}
        <small>{formatCuit(order.cuit)}</small>
      </td>
      <td data-label="Resultado">
        {made ? (
          <>
            <strong>Nro WEB {outcome.orderId}</strong>
            {outcome.erpNumber !== null && <small>Nro Pedido {outcome.erpNumber}</small>}
          </>
        ) : (
          <span className="import-refused">{reason}</span>
        )}
      </td>
      <td data-label="Artículos">{made ? formatCount(outcome.lineCount) : '—'}</td>
      <td data-label="Total">{made ? <Money cents={outcome.total} /> : '—'}</td>
    </tr>
  )
}
