import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { type Loading, Waiting } from '../Waiting.tsx'
import styles from './chart.module.css'

interface ChartPanelProps<Data> {
  title: string
  /** Where the figures come from, in a sentence. */
  note?: ReactNode
  /** Over the whole width, or beside two others. */
  size?: 'wide' | 'tall'
  data: Loading<Data>
  /** Whether there is nothing to draw, and the sentence for that. */
  isEmpty: (data: Data) => boolean
  empty: string
  chart: (data: Data) => ReactNode
  table: (data: Data) => ReactNode
}

/** A plot with its title, and the same as a table on a click. */
export function ChartPanel<Data>({ title, note, size, data, isEmpty, empty, chart, table }: ChartPanelProps<Data>) {
  const titleId = useId()
  const [asTable, setAsTable] = useState(false)
  const Icon = asTable ? IconChartBar : IconTable
  return (
    <section className={`panel ${styles.panel} ${size ? styles[size] : ''}`} aria-labelledby={titleId}>
      <header>
        <h3 id={titleId}>{title}</h3>
        <button
          type="button"
          className="button button--quiet"
          aria-label={`${asTable ? 'Ver gráfico' : 'Ver tabla'}: ${title}`}
          onClick={() => setAsTable(!asTable)}
        >
          <Icon size={17} aria-hidden />
          {asTable ? 'Ver gráfico' : 'Ver tabla'}
        </button>
      </header>
      {note && <p className={styles.note}>{note}</p>}
      <Waiting for={data} rows={5} height={32}>
        {(found) => (isEmpty(found) ? <p className={styles.note}>{empty}</p> : asTable ? table(found) : chart(found))}
      </Waiting>
    </section>
  )
}
