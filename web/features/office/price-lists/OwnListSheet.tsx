import { useEffect, useId, useState } from 'react'
import { applyListSheet, reviewListSheet } from '../../../../contract/own-lists.ts'
import { isDay } from '../../../../contract/wire.ts'
import { showToast } from '../../../lib/toast.ts'
import { upload } from '../../../lib/upload.ts'
import { articlesText } from '../../../shop/bulk-review/articles-text.ts'
import { SheetChanges, SheetDrop } from '../../../shop/bulk-review/SheetReview.tsx'
import { useSheetReview } from '../../../shop/bulk-review/use-sheet-review.ts'
import { DayBox } from '../../../ui/DayBox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { outdatedByPrices } from './outdated.ts'
import styles from './price-lists.module.css'

/** Takes the sheet of a list back after it was edited: every change is shown by row before anything is stored (R359). */
export function OwnListSheet({ id, onDone }: { id: number; onDone: () => void }) {
  const dayId = useId()
  /** yyyy-mm-dd; '' for at once. */
  const [day, setDay] = useState('')
  const params = { id }
  const sheet = useSheetReview({
    review: (file, from: string) => upload(reviewListSheet, file, { params, query: { begins: from || undefined } }),
    apply: ({ file, asked: from, review: { fingerprint } }) =>
      upload(applyListSheet, file, { params, query: { begins: from || undefined, fingerprint } }),
    outdates: outdatedByPrices,
    onDone: ({ changed }) => {
      showToast('success', `${articlesText(changed)} ${changed === 1 ? 'cambiado' : 'cambiados'} en la lista`)
      onDone()
    },
  })
  const { reviewed, isReading, read } = sheet
  // A review is of the day in the box, or is made anew; until then it can't be applied.
  const isCurrent = reviewed?.asked === day
  const readsAnew = reviewed !== null && !isCurrent && !isReading && (day === '' || isDay(day))
  useEffect(() => {
    if (readsAnew) read(reviewed.file, day)
  })
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
        {(control) => <DayBox control={control} label="Desde" value={day} onChange={setDay} />}
      </Field>
      <SheetDrop sheet={sheet} asked={day} />
      {isCurrent && <SheetChanges sheet={sheet} />}
    </div>
  )
}
