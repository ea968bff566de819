import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fold } from '../../../../contract/codes.ts'
import { getMissedSearches, type MissedSearch, SEARCH_DAYS } from '../../../../contract/dashboard.ts'
import { listSynonyms } from '../../../../contract/synonyms.ts'
import { formatCount } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { BarList } from '../../../ui/chart/BarList.tsx'
import { ChartPanel } from '../../../ui/chart/ChartPanel.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import styles from './dashboard.module.css'
import { searchFor } from './links.ts'
import { dayInWords } from './SalesPanels.tsx'
import { SynonymsDialog } from './SynonymsDialog.tsx'

/** Searches shown in the plot; the table has them all. */
const MOST_BARS = 8
const MINUTE = 60_000

/** What clients search and do not find, each with a way to say what is meant by it (R377). */
export function MissedSearches() {
  const searches = useQuery({ ...queryOf(getMissedSearches), staleTime: MINUTE })
  const { data: synonyms = [] } = useQuery(queryOf(listSynonyms))
  /** What the dialog begins with; null while it is closed. */
  const [asked, setAsked] = useState<string | null>(null)
  const name = ({ text }: MissedSearch) => {
    const meanings = synonyms.filter(({ words }) => fold(words) === text).map(({ meaning }) => `«${meaning}»`)
    return (
      <span className={styles.missed}>
        <Link {...searchFor(text)}>{text}</Link>
        {meanings.length > 0 ? (
          <small>ven también {meanings.join(', ')}</small>
        ) : (
          <button
            type="button"
            className="button button--quiet button--small"
            aria-label={`¿Qué es? ${text}`}
            onClick={() => setAsked(text)}
          >
            ¿Qué es?
          </button>
        )}
      </span>
    )
  }
  const columns: readonly Column<MissedSearch>[] = [
    { name: 'text', label: 'Búsqueda', kind: 'long', show: name },
    { name: 'times', label: 'Veces', kind: 'figure', show: ({ times }) => formatCount(times) },
    { name: 'lastDay', label: 'Última', kind: 'short', show: ({ lastDay }) => dayInWords(lastDay) },
  ]
  return (
    <>
      <ChartPanel
        title="Búsquedas sin resultado"
        note={
          <span className={styles.missed}>
            {`En ${SEARCH_DAYS} días, sin quién las hizo.`}
            <button type="button" className="button button--quiet button--small" onClick={() => setAsked('')}>
              {synonyms.length > 0 ? `Otras palabras (${formatCount(synonyms.length)})` : 'Otras palabras'}
            </button>
          </span>
        }
        data={searches}
        isEmpty={(rows) => rows.length === 0}
        empty="Todas las búsquedas encontraron algo."
        chart={(rows) => (
          <BarList
            label="Búsquedas sin resultado"
            bars={rows.slice(0, MOST_BARS).map((row) => ({
              key: row.text,
              name: name(row),
              value: row.times,
              said: formatCount(row.times),
            }))}
          />
        )}
        table={(rows) => (
          <DataTable
            label="Búsquedas sin resultado"
            columns={columns}
            rows={rows}
            keyOf={({ text }) => text}
            nameOf={({ text }) => text}
            dense
          />
        )}
      />
      {asked !== null && <SynonymsDialog first={asked} synonyms={synonyms} onClose={() => setAsked(null)} />}
    </>
  )
}
