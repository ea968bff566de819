import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { BulkReview } from '../../../../contract/bulk-edit.ts'
import { applyListSheet, getOwnList, listOwnPrices, reviewListSheet } from '../../../../contract/own-lists.ts'
import { getArticlePrices, listPriceLists } from '../../../../contract/price-lists.ts'
import { isDay } from '../../../../contract/wire.ts'
import { useAction } from '../../../lib/action.ts'
import { showToast } from '../../../lib/toast.ts'
import { upload } from '../../../lib/upload.ts'
import { ApplyButton } from '../../../shop/bulk-review/ApplyButton.tsx'
import { articlesText } from '../../../shop/bulk-review/articles-text.ts'
import { ReviewList } from '../../../shop/bulk-review/ReviewList.tsx'
import { DayBox } from '../../../ui/DayBox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FileDrop } from '../../../ui/FileDrop.tsx'
import styles from './price-lists.module.css'

interface Reviewed {
  readonly file: File
  /** yyyy-mm-dd; '' for at once. */
  readonly day: string
  readonly review: BulkReview
}

/** Takes the sheet of a list back after it was edited: every change is shown by row before anything is stored (R359). */
export function OwnListSheet({ id, onDone }: { id: number; onDone: () => void }) {
  const [day, setDay] = useState('')
  const [reviewed, setReviewed] = useState<Reviewed | null>(null)
  const [refused, setRefused] = useState('')
  const [dayId, refusedId] = [useId(), useId()]
  const begins = (chosen: string) => (chosen === '' ? undefined : chosen)
  const read = useAction(
    async (asked: Omit<Reviewed, 'review'>): Promise<Reviewed> => ({
      ...asked,
      review: await upload(reviewListSheet, asked.file, { params: { id }, query: { begins: begins(asked.day) } }),
    }),
    {
      onDone: (answer) => {
        setReviewed(answer)
        setRefused('')
      },
      onRefused: ({ message, fields }) => {
        setReviewed(null)
        setRefused(Object.values(fields)[0] ?? message)
      },
    },
  )
  const apply = useAction(
    ({ file, day: from, review: { fingerprint } }: Reviewed) =>
      upload(applyListSheet, file, { params: { id }, query: { begins: begins(from), fingerprint } }),
    {
      outdates: [listOwnPrices, getOwnList, listPriceLists, getArticlePrices],
      onDone: ({ changed }) => {
        showToast('success', `${articlesText(changed)} ${changed === 1 ? 'cambiado' : 'cambiados'} en la lista`)
        onDone()
      },
    },
  )
  const isBusy = read.busy || apply.busy
  return (
    <div className={styles.sheet}>
      <p className={styles.hint}>
        Baje la planilla, cambie la columna «Precio en la lista» y tráigala. Una celda vacía deja el artículo al precio
        de la lista base. Verá cada cambio por fila antes de guardar.
      </p>
      <Field
        id={dayId}
        label="Desde"
        help="Vacío: los precios rigen ya. Con un día, empiezan solos a las 0 h."
        className={styles.day}
      >
        {(control) => (
          <DayBox
            control={control}
            label="Desde"
            value={day}
            onChange={(next) => {
              setDay(next)
              // A review of another day would be applied by the wrong one.
              if (reviewed && (next === '' || isDay(next))) void read.run({ file: reviewed.file, day: next })
              else setReviewed(null)
            }}
          />
        )}
      </Field>
      <FileDrop
        title={read.busy ? 'Leyendo la planilla…' : 'Elija la planilla'}
        hint={reviewed?.file.name ?? 'o arrástrela hasta aquí: Excel (.xlsx) o CSV, hasta 10 MB y 20.000 filas'}
        icon={<IconFileSpreadsheet size={40} stroke={1.4} aria-hidden />}
        accept=".xlsx,.ods,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        busy={isBusy}
        describedBy={refusedId}
        onFile={(file) => void read.run({ file, day })}
      />
      <div id={refusedId} role="alert">
        {refused && <p className="notice notice--error">{refused}</p>}
      </div>
      {reviewed && (
        <ReviewList key={reviewed.review.fingerprint} review={reviewed.review}>
          <ApplyButton review={reviewed.review} busy={isBusy} onApply={() => void apply.run(reviewed)} />
        </ReviewList>
      )}
    </div>
  )
}
