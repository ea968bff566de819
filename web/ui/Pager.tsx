import type { ReactNode } from 'react'
import styles from './Pager.module.css'

interface PagerProps {
  /** Counted from 0. */
  page: number
  hasNext: boolean
  onPage: (page: number) => void
  /** How many pages there are, where the list tells: 'Pag. 2 / 7'. */
  pages?: number | undefined
  /** Beside the page's number, e.g. how many rows there are in all. */
  note?: string
  /** Behind them, e.g. how many rows a page has. */
  children?: ReactNode
}

/** Anterior, 'Pag. n' or 'Pag. n / m', Siguiente. */
export function Pager({ page, hasNext, onPage, pages, note, children }: PagerProps) {
  return (
    <nav className={styles.pager} aria-label="Páginas">
      <button type="button" className="button button--plain" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Anterior
      </button>
      <span aria-live="polite">
        Pag. {page + 1}
        {pages !== undefined && ` / ${pages}`}
        {note && <small>{note}</small>}
      </span>
      <button type="button" className="button button--plain" disabled={!hasNext} onClick={() => onPage(page + 1)}>
        Siguiente
      </button>
      {children}
    </nav>
  )
}
