import { useId } from 'react'
import { applySheet, reviewSheet } from '../../../../contract/bulk-edit.ts'
import { formatCount } from '../../../lib/format.ts'
import { upload } from '../../../lib/upload.ts'
import { SheetChanges, SheetDrop } from '../../../shop/bulk-review/SheetReview.tsx'
import { useSheetReview } from '../../../shop/bulk-review/use-sheet-review.ts'
import styles from './bulk-edit.module.css'
import { showStored, tellDone } from './undo.ts'

/** Takes an exported sheet of articles back after it was edited. Every change is shown by row before anything is stored. */
export function SheetPanel({ onDone }: { onDone: () => void }) {
  const staleId = useId()
  const sheet = useSheetReview({
    review: (file, withStale: boolean) => upload(reviewSheet, file, { query: { withStale: withStale || undefined } }),
    apply: async ({ file, asked: withStale, review: { fingerprint } }) => {
      const done = await upload(applySheet, file, { query: { withStale: withStale || undefined, fingerprint } })
      await showStored()
      return done
    },
    onDone: (done) => {
      tellDone(done)
      onDone()
    },
  })
  const { reviewed } = sheet
  const stale = reviewed?.review.stale ?? 0
  return (
    <div className={styles.panel}>
      <div className={`panel ${styles.choose}`}>
        <p>
          Exporte la lista de productos a Excel, cambie marca, categoría, subcategoría, orden, descuento, oferta,
          futuro, indicación o activo, y tráigala aquí. No cambie los títulos, los códigos ni la versión. Verá cada
          cambio por fila antes de guardar.
        </p>
        <SheetDrop sheet={sheet} asked={false} />
      </div>
      <SheetChanges sheet={sheet}>
        {reviewed && (stale > 0 || reviewed.asked) && (
          <span className={styles.stale}>
            <input
              id={staleId}
              type="checkbox"
              checked={reviewed.asked}
              aria-disabled={sheet.isReading}
              onChange={({ target }) => sheet.read(reviewed.file, target.checked)}
            />
            <label htmlFor={staleId}>
              Cambiar también lo que otra persona cambió después de exportar
              {stale > 0 && ` (${formatCount(stale)})`}
            </label>
          </span>
        )}
      </SheetChanges>
    </div>
  )
}
