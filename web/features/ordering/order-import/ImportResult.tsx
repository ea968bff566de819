import { useMemo } from 'react'
import { formatCuit } from '../../../../contract/cuit.ts'
import { formatCount } from '../../../lib/format.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { HeldMark } from '../../../shop/orders/fulfilment-words.tsx'
import { Notices } from '../../../shop/sheets/Notices.tsx'
import shared from '../../../shop/sheets/sheets.module.css'
import { Money } from '../../../ui/Money.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { type ImportPlan, leftOut, type OrderChoice, type OrderResult, resultsOf } from './import-plan.ts'
import type { ImportUnderWay } from './kept-import.ts'
import styles from './order-import.module.css'

const columns: readonly Column<OrderResult>[] = [
  { name: 'number', label: 'Pedido', kind: 'short', show: ({ order }) => order.number || 'Sin número' },
  {
    name: 'client',
    label: 'Cliente',
    kind: 'long',
    show: ({ order }) => (
      <>
        {order.businessName || 'Cliente desconocido'}
        <small>{formatCuit(order.cuit)}</small>
      </>
    ),
  },
  {
    name: 'outcome',
    label: 'Resultado',
    kind: 'long',
    show: ({ outcome, reason }) =>
      outcome?.orderId == null ? (
        <span className={styles.refused}>{reason}</span>
      ) : (
        <>
          <strong>Nro WEB {outcome.orderId}</strong>
          {outcome.erpNumber !== null && <small>Nro Pedido {outcome.erpNumber}</small>}
          {outcome.held && <HeldMark reason={outcome.held} />}
        </>
      ),
  },
  {
    name: 'lines',
    label: 'Artículos',
    kind: 'figure',
    show: ({ outcome }) => (outcome?.orderId == null ? '—' : formatCount(outcome.lineCount)),
  },
  {
    name: 'total',
    label: 'Total',
    kind: 'figure',
    show: ({ outcome }) => (outcome?.orderId == null ? '—' : <Money cents={outcome.total} />),
  },
]

interface ImportResultProps {
  plan: ImportPlan
  choices: readonly OrderChoice[]
  outcomes: NonNullable<ImportUnderWay['outcomes']>
  onClose: () => void
}

/** The outcome of every order of the file, and the rows that are in no order. */
export function ImportResult({ plan, choices, outcomes, onClose }: ImportResultProps) {
  const { review, fileName } = plan
  const results = useMemo(() => resultsOf(review.orders, choices, new Map(outcomes)), [review, choices, outcomes])
  const notices = useMemo(() => leftOut(review, results), [review, results])
  const made = results.filter(({ outcome }) => outcome?.orderId != null)
  const total = made.reduce((sum, { outcome }) => sum + (outcome?.total ?? 0), 0)
  return (
    <div className={shared.review}>
      <section className={`notice ${made.length > 0 ? 'notice--ok' : ''}`} role="status">
        <strong>
          {made.length === 1 ? 'Se creó 1 pedido' : `Se crearon ${formatCount(made.length)} pedidos`} de {fileName}
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
            Puede volver a elegir la planilla: de los pedidos que ya se importaron se ofrece sólo lo que faltó.
          </p>
        )}
      </section>
      <DataTable
        label="Resultado por pedido"
        columns={columns}
        rows={results}
        keyOf={(result) => results.indexOf(result)}
        nameOf={({ order }) => order.number}
      />
      {notices.length > 0 && (
        <section className={styles.client} aria-labelledby="filas-afuera">
          <h2 id="filas-afuera">Filas que quedaron afuera o cambiaron</h2>
          <div className={`panel ${styles.order}`}>
            <Notices notices={notices} leftOut="No se importó" kept="Con aviso" />
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
