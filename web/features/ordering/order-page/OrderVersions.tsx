import { useQuery } from '@tanstack/react-query'
import { getOrderVersions, type OrderVersion } from '../../../../contract/order-changes.ts'
import { countInWords, noteInWords } from '../../../../contract/order-text.ts'
import { lineAmount } from '../../../../contract/rules.ts'
import { formatCount, formatMoney, formatTime } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import styles from './order-page.module.css'

type Line = OrderVersion['lines'][number]

const columns: readonly Column<Line>[] = [
  { name: 'code', label: 'Código', kind: 'short', phone: 'second', show: ({ code }) => code },
  { name: 'description', label: 'Descripción', kind: 'long', phone: 'title', show: ({ description }) => description },
  {
    name: 'quantity',
    label: 'Cantidad',
    kind: 'figure',
    phone: 'second',
    show: ({ quantity }) => formatCount(quantity),
  },
  { name: 'price', label: 'Precio', kind: 'figure', phone: 'second', show: ({ unitPrice }) => formatMoney(unitPrice) },
  {
    name: 'amount',
    label: 'Importe',
    kind: 'figure',
    phone: 'end',
    show: ({ unitPrice, quantity }) => formatMoney(lineAmount(unitPrice, quantity)),
  },
]

/** What an order was before it was changed, each version with its lines behind its heading (R384). */
export function OrderVersions({ id }: { readonly id: number }) {
  const versions = useQuery(queryOf(getOrderVersions, { params: { id } })).data ?? []
  if (versions.length === 0) return null
  return (
    <section className={styles.dispatches} aria-labelledby="versiones">
      <h2 id="versiones">Versiones anteriores</h2>
      {versions.map(({ version, madeAt, madeBy, total, note, lines }) => (
        <details key={version} className="panel">
          <summary>
            Versión {version} · {formatTime(madeAt)} · {madeBy}
            <small>
              {countInWords(lines.length, 'artículo', 'artículos')} · {formatMoney(total)}
              {note && ` · ${noteInWords(note)}`}
            </small>
          </summary>
          <DataTable
            label={`Versión ${version}`}
            columns={columns}
            rows={lines}
            keyOf={({ articleId }) => articleId}
            nameOf={({ code }) => code}
          />
        </details>
      ))}
    </section>
  )
}
