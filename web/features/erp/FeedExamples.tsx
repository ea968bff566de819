import type { FeedPreview } from '../../../contract/erp.ts'
import { formatCount } from '../../lib/format.ts'
import { Money } from '../../ui/Money.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import styles from './erp.module.css'

type Price = FeedPreview['prices'][number]
type Change = FeedPreview['changes'][number]

/** A move in whole percent, or in times where percents are hard to read: '+54 %', '× 100', '÷ 10'. */
function moveOf({ before, after }: Price): string {
  if (after >= before * 3) return `× ${formatCount(Math.round(after / before))}`
  if (after * 3 <= before) return `÷ ${formatCount(Math.round(before / after))}`
  const percent = Math.round(((after - before) / before) * 100)
  return `${percent > 0 ? '+' : '−'}${formatCount(Math.abs(percent))} %`
}

const priceColumns: readonly Column<Price>[] = [
  // Beside both prices it would cut the one to come on a phone.
  { name: 'code', label: 'Código', kind: 'short', show: ({ code }) => code },
  {
    name: 'description',
    label: 'Artículo',
    kind: 'long',
    phone: 'title',
    show: ({ description }) => description,
  },
  {
    name: 'before',
    label: 'Hoy',
    kind: 'figure',
    phone: 'second',
    show: ({ before }) => <Money cents={before} />,
  },
  {
    name: 'after',
    label: 'Pasaría a',
    kind: 'figure',
    phone: 'second',
    show: ({ after }) => <Money cents={after} />,
  },
  { name: 'move', label: 'Cambio', kind: 'figure', phone: 'end', show: (price) => <b>{moveOf(price)}</b> },
]

const changeColumns: readonly Column<Change>[] = [
  { name: 'what', label: 'Registro', kind: 'long', phone: 'title', show: ({ what }) => what },
  { name: 'column', label: 'Columna', kind: 'short', phone: 'end', show: ({ column }) => column },
  { name: 'before', label: 'Hoy', phone: 'second', show: ({ before }) => before },
  { name: 'after', label: 'Pasaría a', phone: 'second', show: ({ after }) => after },
]

/** Examples of what a file would change, those that matter most first. */
export function FeedExamples({ preview }: { preview: FeedPreview }) {
  const { prices, priceMoves, gone, lost, changes, newNames } = preview
  return (
    <>
      {newNames.length > 0 && <Names title="Marcas y categorías nuevas" names={newNames} />}
      {prices.length > 0 && (
        <div className={styles.examples}>
          <h3>{titleOf('Precios que más cambian', prices.length, priceMoves)}</h3>
          <DataTable
            label="Precios que más cambian"
            columns={priceColumns}
            rows={prices}
            keyOf={({ code }) => code}
            nameOf={({ description }) => description}
          />
        </div>
      )}
      {gone.length > 0 && <Names title={titleOf('Salen de uso', gone.length, lost)} names={gone} />}
      {changes.length > 0 && (
        <div className={styles.examples}>
          <h3>Ejemplos de otros cambios</h3>
          <DataTable
            label="Otros cambios"
            columns={changeColumns}
            rows={changes}
            keyOf={({ what, column }) => `${what} ${column}`}
            nameOf={({ what }) => what}
          />
        </div>
      )}
    </>
  )
}

const titleOf = (title: string, shown: number, all: number): string =>
  shown < all ? `${title} (${formatCount(shown)} de ${formatCount(all)})` : title

const Names = ({ title, names }: { title: string; names: readonly string[] }) => (
  <details className={styles.faults} open={names.length <= 10}>
    <summary>{title}</summary>
    <ul>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  </details>
)
