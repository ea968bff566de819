import { useId, useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { Mark } from '../Mark.tsx'
import { type Loading, Waiting } from '../Waiting.tsx'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import styles from './table.module.css'

interface ListSectionProps<Row> extends Omit<DataTableProps<Row>, 'label' | 'rows'> {
  title: string
  /** The heading's place in the page, for links to it. */
  id?: string
  /** The whole list. */
  list: Loading<readonly Row[]>
  /** The sentence for an empty list; without it an empty list is not shown at all. */
  empty?: string
  /** How many rows are shown until all are asked for. */
  atOnce?: number
}

/** A short list among other things of a page: its heading with how many there are, its rows or why there are none. */
export function ListSection<Row>({
  title,
  id,
  list,
  empty,
  atOnce = Number.POSITIVE_INFINITY,
  ...table
}: ListSectionProps<Row>) {
  const [showsAll, setShowsAll] = useState(false)
  const ownId = useId()
  const titleId = id ?? ownId
  const count = list.data?.length ?? 0
  if (empty === undefined && list.data?.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>
        {title} {count > 0 && <Mark>{formatCount(count)}</Mark>}
      </h2>
      <Waiting for={list} rows={3} height={40}>
        {(rows) =>
          rows.length > 0 ? (
            <>
              <DataTable {...table} label={title} rows={showsAll ? rows : rows.slice(0, atOnce)} />
              {!showsAll && count > atOnce && (
                <button
                  type="button"
                  className={`button button--plain ${styles.all}`}
                  aria-label={`Ver los ${formatCount(count)}: ${title}`}
                  onClick={() => setShowsAll(true)}
                >
                  Ver los {formatCount(count)}
                </button>
              )}
            </>
          ) : (
            <p className={`panel ${styles.none}`}>{empty}</p>
          )
        }
      </Waiting>
    </section>
  )
}
