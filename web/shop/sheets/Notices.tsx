import type { ImportNotice } from '../../../contract/cart-lines.ts'
import { rowTitle } from '../../../contract/row-place.ts'
import styles from './sheets.module.css'

interface NoticesProps {
  notices: readonly ImportNotice[]
  /** What is said of a row that is left out: 'No se importa'. */
  leftOut: string
  /** What is said of one that needs a look. */
  kept?: string
}

/** Rows that are left out or need a look, each with its number in the file and the reason. */
export function Notices({ notices, leftOut, kept = 'Revisar' }: NoticesProps) {
  if (notices.length === 0) return null
  return (
    <ul className={styles.notices}>
      {notices.map(({ row, code, dropped, reason }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row may have several, and the list never changes.
        <li key={place} data-dropped={dropped}>
          <strong>{dropped ? leftOut : kept}</strong>
          <span>
            {rowTitle(row)}
            {code && ` · ${code}`}
          </span>
          <span>{reason}</span>
        </li>
      ))}
    </ul>
  )
}
