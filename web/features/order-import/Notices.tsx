import type { ImportNotice } from '../../../contract/order-import.ts'
import styles from './order-import.module.css'

interface NoticesProps {
  notices: readonly ImportNotice[]
  /** Whether the orders were made already. */
  done?: boolean
}

/** Rows that are left out or need a look, each with its number in the file and the reason. */
export function Notices({ notices, done = false }: NoticesProps) {
  const words = done
    ? { dropped: 'No se importó', kept: 'Con aviso' }
    : { dropped: 'No se importa', kept: 'Revisar' }
  if (notices.length === 0) return null
  return (
    <ul className={styles.notices}>
      {notices.map(({ row, code, dropped, reason }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row may have several, and the list never changes.
        <li key={place} data-dropped={dropped}>
          <strong>{dropped ? words.dropped : words.kept}</strong>
          <span>
            Fila {row}
            {code && ` · ${code}`}
          </span>
          <span>{reason}</span>
        </li>
      ))}
    </ul>
  )
}
