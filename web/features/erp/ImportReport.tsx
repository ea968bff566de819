import { useState } from 'react'
import type { ErpImport } from '../../../contract/erp.ts'
import { saveText } from '../../lib/download.ts'
import { formatCount } from '../../lib/format.ts'
import styles from './erp.module.css'

/** Lines of a report that are shown at first. */
const SHOWN = 20

/** The report of an import. A long one shows its first lines, all of them on demand, and can be downloaded. */
export function ImportReport({ of: { id, text } }: { of: ErpImport }) {
  const [whole, setWhole] = useState(false)
  const lines = text.trimEnd().split(/\r?\n/)
  if (lines.length <= SHOWN) return <span className={styles.report}>{lines.join('\n')}</span>
  return (
    <div className={styles.long}>
      <span className={styles.report}>{(whole ? lines : lines.slice(0, SHOWN)).join('\n')}</span>
      <div className={styles.ways}>
        <button
          type="button"
          className="button button--plain button--small"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Ver menos' : `Ver todo (${formatCount(lines.length)} renglones)`}
        </button>
        <button
          type="button"
          className="button button--plain button--small"
          onClick={() => saveText(text, `informe-${id}.txt`)}
        >
          Descargar
        </button>
      </div>
    </div>
  )
}
