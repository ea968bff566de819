import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { applySheet, BULK_MAX_BYTES, type BulkReview, reviewSheet } from '../../../../contract/bulk-edit.ts'
import { useAction } from '../../../lib/action.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format.ts'
import { ApplyButton } from '../../../shop/bulk-review/ApplyButton.tsx'
import { ReviewList } from '../../../shop/bulk-review/ReviewList.tsx'
import { FileDrop } from '../../../ui/FileDrop.tsx'
import styles from './bulk-edit.module.css'
import { showStored, tellDone } from './undo.ts'

interface Reviewed {
  file: File
  withStale: boolean
  review: BulkReview
}

function formOf(file: File): FormData {
  if (file.size > BULK_MAX_BYTES)
    throw new ApiError(413, 'TOO_LARGE', `El archivo pasa los ${BULK_MAX_BYTES / 2 ** 20} MB`)
  const body = new FormData()
  body.append('file', file)
  return body
}

/** Takes an exported sheet of articles back after it was edited. Every change is shown by row before anything is stored. */
export function SheetPanel({ onDone }: { onDone: () => void }) {
  const [reviewed, setReviewed] = useState<Reviewed | null>(null)
  const [refused, setRefused] = useState('')
  const refusedId = useId()
  const staleId = useId()
  const read = useAction(
    async ({ file, withStale }: Omit<Reviewed, 'review'>): Promise<Reviewed> => ({
      file,
      withStale,
      review: await call(reviewSheet, { body: formOf(file), query: { withStale: withStale || undefined } }),
    }),
    {
      onDone: (answer) => {
        setReviewed(answer)
        setRefused('')
      },
      onRefused: ({ message }) => {
        setReviewed(null)
        setRefused(message)
      },
    },
  )
  const apply = useAction(
    async ({ file, withStale, review: { fingerprint } }: Reviewed) => {
      const query = { withStale: withStale || undefined, fingerprint }
      const done = await call(applySheet, { body: formOf(file), query })
      await showStored()
      return done
    },
    {
      onDone: (done) => {
        tellDone(done)
        onDone()
      },
    },
  )
  const stale = reviewed ? reviewed.review.stale : 0
  return (
    <div className={styles.panel}>
      <div className={`panel ${styles.choose}`}>
        <p>
          Exporte la lista de productos a Excel, cambie marca, categoría, subcategoría, orden, descuento, oferta,
          futuro, indicación o activo, y tráigala aquí. No cambie los títulos, los códigos ni la versión. Verá cada
          cambio por fila antes de guardar.
        </p>
        <FileDrop
          title={read.busy ? 'Leyendo la planilla…' : 'Elija la planilla'}
          hint={reviewed?.file.name ?? 'o arrástrela hasta aquí: Excel (.xlsx) o CSV, hasta 10 MB y 20.000 filas'}
          icon={<IconFileSpreadsheet size={40} stroke={1.4} aria-hidden />}
          accept=".xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          busy={read.busy || apply.busy}
          describedBy={refusedId}
          onFile={(file) => void read.run({ file, withStale: false })}
        />
        <div id={refusedId} role="alert">
          {refused && <p className="notice notice--error">{refused}</p>}
        </div>
      </div>
      {reviewed && (
        <ReviewList key={reviewed.review.fingerprint} review={reviewed.review}>
          {(stale > 0 || reviewed.withStale) && (
            <span className={styles.stale}>
              <input
                id={staleId}
                type="checkbox"
                checked={reviewed.withStale}
                aria-disabled={read.busy}
                onChange={({ target }) => void read.run({ file: reviewed.file, withStale: target.checked })}
              />
              <label htmlFor={staleId}>
                Cambiar también lo que otra persona cambió después de exportar
                {stale > 0 && ` (${formatCount(stale)})`}
              </label>
            </span>
          )}
          <ApplyButton
            review={reviewed.review}
            busy={apply.busy || read.busy}
            onApply={() => void apply.run(reviewed)}
          />
        </ReviewList>
      )}
    </div>
  )
}
