import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { messageOf } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { SkeletonRows } from '../../ui/Skeleton.tsx'

interface SectionProps<Row> {
  title: string
  list: UseQueryResult<readonly Row[]>
  /** The sentence for an empty list. */
  empty: string
  children: (rows: readonly Row[]) => ReactNode
}

/** A list with its heading, while it loads, when it fails and when it is empty. */
export function Section<Row>({ title, list, empty, children }: SectionProps<Row>) {
  const titleId = useId()
  const rows = list.data
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>
        {title} {rows && rows.length > 0 && <span className="mark">{formatCount(rows.length)}</span>}
      </h2>
      {list.isPending && <SkeletonRows rows={3} height={40} />}
      {list.isError && !rows && (
        <div className="panel admin-home__failed">
          <p>{messageOf(list.error)}</p>
          <button type="button" className="button button--plain" onClick={() => list.refetch()}>
            Volver a intentar
          </button>
        </div>
      )}
      {rows && (rows.length > 0 ? children(rows) : <p className="panel data-table__empty">{empty}</p>)}
    </section>
  )
}
