import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'
import type { Chosen, Selection } from './selection.ts'
import styles from './table.module.css'

interface SelectionBarProps {
  selection: Selection
  /** Buttons for what can be done with all of them at once. */
  children: (chosen: Chosen) => ReactNode
}

/** How many rows are chosen, all that match with one more click, and what can be done with them. */
export function SelectionBar({ selection, children }: SelectionBarProps) {
  const { count, total, chosen } = selection
  return (
    <section className={styles.bar} aria-label="Selección" hidden={count === 0}>
      <strong role="status">{count === 1 ? '1 seleccionado' : `${formatCount(count)} seleccionados`}</strong>
      {count < total && (
        <button type="button" className="button button--quiet" onClick={selection.chooseAll}>
          Seleccionar los {formatCount(total)}
        </button>
      )}
      <button type="button" className="button button--quiet" onClick={selection.clear}>
        Quitar la selección
      </button>
      <span className={styles.barActions}>{count > 0 && children(chosen)}</span>
    </section>
  )
}
