import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { ApplyButton } from './ApplyButton.tsx'
import { ReviewList } from './ReviewList.tsx'
import type { SheetReview } from './use-sheet-review.ts'

/** The box that takes a sheet and, below it, why it could not be read. `asked`: what is asked with it now. */
export function SheetDrop<Asked>({ sheet, asked }: { sheet: SheetReview<Asked>; asked: Asked }) {
  const refusedId = useId()
  return (
    <>
      <FileDrop
        title={sheet.isReading ? 'Leyendo la planilla…' : 'Elija la planilla'}
        hint={sheet.reviewed?.file.name ?? 'o arrástrela hasta aquí: Excel (.xlsx) o CSV, hasta 10 MB y 20.000 filas'}
        icon={<IconFileSpreadsheet size={40} stroke={1.4} aria-hidden />}
        accept=".xlsx,.ods,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        busy={sheet.isBusy}
        describedBy={refusedId}
        onFile={(file) => sheet.read(file, asked)}
      />
      <div id={refusedId} role="alert">
        {sheet.refused && <p className="notice notice--error">{sheet.refused}</p>}
      </div>
    </>
  )
}

/** What the sheet would change, row by row, and the button that applies it; nothing while none was read. */
export function SheetChanges<Asked>({ sheet, children }: { sheet: SheetReview<Asked>; children?: ReactNode }) {
  if (!sheet.reviewed) return null
  const { review } = sheet.reviewed
  return (
    <ReviewList key={review.fingerprint} review={review}>
      {children}
      <ApplyButton review={review} busy={sheet.isBusy} onApply={sheet.apply} />
    </ReviewList>
  )
}
