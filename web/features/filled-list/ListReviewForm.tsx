import { useMemo } from 'react'
import type { LinesAnswer, ListLine } from '../../../contract/cart-lines.ts'
import { formatCount } from '../../lib/format.ts'
import { useCartBusy } from '../../shop/cart.ts'
import { lineColumns } from '../../shop/sheets/line-columns.tsx'
import { Notices } from '../../shop/sheets/Notices.tsx'
import styles from '../../shop/sheets/sheets.module.css'
import { Money } from '../../ui/Money.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { counted, leftOut } from './list-text.ts'

const columns = lineColumns<ListLine>({
  quantity: ({ inCart }) => (inCart > 0 ? `hoy en el carrito: ${formatCount(inCart)}` : ''),
})

interface ListReviewFormProps {
  fileName: string
  review: LinesAnswer
  busy: boolean
  onAccept: () => void
  onCancel: () => void
}

/** What was understood of a list and what not, before anything is set. */
export function ListReviewForm({ fileName, review, busy, onAccept, onCancel }: ListReviewFormProps) {
  const { lines, total, notices, rows, untouched } = review
  const dropped = useMemo(() => leftOut(notices), [notices])
  const doubts = useMemo(() => notices.filter((notice) => !notice.dropped), [notices])
  const already = lines.filter(({ inCart }) => inCart > 0).length
  // The cart must have stored what was typed into it before.
  const blocked = useCartBusy() || lines.length === 0
  return (
    <div className={styles.review}>
      <section className={`panel ${styles.facts}`} aria-label="Resumen de la lista">
        <h2>{fileName}</h2>
        <ul>
          <li>{counted(rows, 'fila con cantidad', 'filas con cantidad')}</li>
          <li>{counted(lines.length, 'renglón', 'renglones')}</li>
          <li data-dropped={dropped.length > 0}>
            {counted(dropped.length, 'fila no se carga', 'filas no se cargan')}
          </li>
          {untouched > 0 && <li>{counted(untouched, 'fila sin cantidad', 'filas sin cantidad')}</li>}
        </ul>
      </section>
      {already > 0 && (
        <p className="notice">
          {already === 1
            ? '1 artículo ya está en el carrito: queda con la cantidad de la lista.'
            : `${formatCount(already)} artículos ya están en el carrito: quedan con la cantidad de la lista.`}
        </p>
      )}
      {dropped.length > 0 && (
        <section className={`panel ${styles.part}`} aria-labelledby="filas-afuera">
          <h2 id="filas-afuera">Filas que no se cargan</h2>
          <Notices notices={dropped} leftOut="No se carga" />
        </section>
      )}
      {doubts.length > 0 && (
        <section className={`panel ${styles.part}`} aria-labelledby="filas-a-revisar">
          <h2 id="filas-a-revisar">Filas para revisar</h2>
          <Notices notices={doubts} leftOut="No se carga" />
        </section>
      )}
      {lines.length > 0 && (
        <section className={`panel ${styles.part}`} aria-labelledby="filas-que-se-cargan">
          <h2 id="filas-que-se-cargan">Renglones que se cargan</h2>
          <DataTable
            label="Renglones de la lista"
            columns={columns}
            rows={lines}
            keyOf={({ row }) => row}
            nameOf={({ row }) => `la fila ${row}`}
            dense
          />
        </section>
      )}
      <div className={`panel ${styles.foot}`}>
        <p>
          <span>{counted(lines.length, 'renglón para cargar', 'renglones para cargar')}</span>
          <strong>
            <Money cents={total} />
          </strong>
        </p>
        <span className={styles.space} />
        <button
          type="button"
          className="button button--plain"
          aria-disabled={busy}
          onClick={() => !busy && onCancel()}
        >
          Cancelar
        </button>
        <button
          type="button"
          className="button button--ok"
          aria-disabled={busy || blocked}
          onClick={() => !blocked && onAccept()}
        >
          {busy ? 'Cargando…' : 'Cargar en el carrito'}
        </button>
      </div>
    </div>
  )
}
