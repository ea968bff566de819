import { type ReactNode, useEffect, useRef } from 'react'
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
  const bar = useRef<HTMLElement>(null)
  const isShown = count > 0
  // Messages stand above it: their way back must not lie on its buttons.
  useEffect(() => {
    if (!isShown) return
    const { style } = document.documentElement
    style.setProperty('--low-bar', `${bar.current?.offsetHeight ?? 0}px`)
    return () => void style.removeProperty('--low-bar')
  }, [isShown])
  return (
    <section ref={bar} className={styles.bar} aria-label="Selección" hidden={!isShown}>
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
