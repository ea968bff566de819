import type { Dispatch } from '../../../../contract/fulfilment.ts'
import { formatCount, formatDate } from '../../../lib/format.ts'
import { unitsText } from '../../../shop/orders/fulfilment-words.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import styles from './order-page.module.css'

type DispatchedLine = Dispatch['lines'][number]

const columns: readonly Column<DispatchedLine>[] = [
  { name: 'code', label: 'Código', kind: 'short', phone: 'second', show: ({ code }) => code },
  {
    name: 'description',
    label: 'Descripción',
    kind: 'long',
    phone: 'title',
    show: ({ description }) => description,
  },
  {
    name: 'quantity',
    label: 'Despachado',
    kind: 'figure',
    phone: 'end',
    show: ({ quantity, unitsPerPack }) => unitsText(quantity, unitsPerPack),
  },
]

const nameOf = ({ at, note, carrier, guide, packages }: Dispatch): string =>
  [
    formatDate(at),
    note && `Remito ${note}`,
    carrier,
    guide && `Guía ${guide}`,
    packages !== null && `${formatCount(packages)} ${packages === 1 ? 'bulto' : 'bultos'}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** What left together, each dispatch with its lines behind its heading. */
export function Dispatches({ dispatches }: { dispatches: readonly Dispatch[] }) {
  const withLines = dispatches.filter(({ lines }) => lines.length > 0)
  if (withLines.length === 0) return null
  return (
    <section className={styles.dispatches} aria-labelledby="despachos">
      <h2 id="despachos">Despachos</h2>
      {withLines.map((dispatch) => {
        const name = nameOf(dispatch)
        return (
          <details key={`${dispatch.at}/${dispatch.note}/${dispatch.guide}`} className="panel">
            <summary>
              {name}
              <small>
                {dispatch.lines.length === 1 ? '1 artículo' : `${formatCount(dispatch.lines.length)} artículos`}
              </small>
            </summary>
            <DataTable
              label={`Despacho ${name}`}
              columns={columns}
              rows={dispatch.lines}
              keyOf={({ articleId }) => articleId}
              nameOf={({ code }) => code}
            />
          </details>
        )
      })}
    </section>
  )
}
