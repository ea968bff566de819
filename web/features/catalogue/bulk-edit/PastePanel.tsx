import { useState } from 'react'
import { applyPaste, type BulkReview, type PastedColumn, reviewPaste } from '../../../../contract/bulk-edit.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { useForm } from '../../../lib/form.ts'
import { ApplyButton } from '../../../shop/bulk-review/ApplyButton.tsx'
import { ReviewList } from '../../../shop/bulk-review/ReviewList.tsx'
import { FormFrame } from '../../../ui/form/FormFrame.tsx'
import { FormField, SelectField } from '../../../ui/form/fields.tsx'
import styles from './bulk-edit.module.css'
import { showStored, tellDone } from './undo.ts'

const COLUMNS = [
  { value: 'discount', label: 'Descuento (%)' },
  { value: 'position', label: 'Orden' },
]

/** Codes with a discount or an order, copied from a spreadsheet: read, reviewed line by line, applied. */
export function PastePanel({ onDone }: { onDone: () => void }) {
  const [reviewed, setReviewed] = useState<{ pasted: PastedColumn; review: BulkReview } | null>(null)
  const form = useForm({
    begin: { column: 'discount', text: '' },
    guarded: false,
    save: async ({ column, text }) => {
      const pasted: PastedColumn = { column: column === 'position' ? 'position' : 'discount', text }
      return { pasted, review: await call(reviewPaste, { body: pasted }) }
    },
    names: reviewPaste.body,
    onDone: setReviewed,
  })
  const apply = useAction(
    async ({ pasted, review: { fingerprint } }: NonNullable<typeof reviewed>) => {
      const done = await call(applyPaste, { body: { ...pasted, fingerprint } })
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
  return (
    <div className={styles.panel}>
      <div className="panel">
        <FormFrame form={form} label="Pegar una columna" submit="Revisar" submitting="Revisando…">
          <SelectField form={form} name="column" label="Qué pega junto al código" options={COLUMNS} />
          <FormField
            form={form}
            name="text"
            label="Líneas"
            required
            help="Copie de su planilla las columnas de código y valor y péguelas aquí: un artículo por línea."
          >
            {(control, value, set) => (
              <textarea
                {...control}
                className={`${control.className} ${styles.lines}`}
                rows={10}
                spellCheck={false}
                placeholder={'00123\t12,5\n00456\t10'}
                value={value}
                onChange={({ target }) => set(target.value)}
              />
            )}
          </FormField>
        </FormFrame>
      </div>
      {reviewed && (
        <ReviewList key={reviewed.review.fingerprint} review={reviewed.review}>
          <ApplyButton review={reviewed.review} busy={apply.busy} onApply={() => void apply.run(reviewed)} />
        </ReviewList>
      )}
    </div>
  )
}
