import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ColumnsFound, NamedRole, SheetColumns } from '../../../contract/sheet-columns.ts'
import { ApiError, messageOf } from '../../lib/api.ts'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { type BranchColumn, ChooseColumns } from './ChooseColumns.tsx'
import { PastedSheet } from './PastedSheet.tsx'
import styles from './sheets.module.css'

interface ChooseSheetProps<Review extends Read> {
  /** The subject of the sentence about a refused file: 'La importación'. */
  what: string
  /** Most rows that are read. */
  rows: string
  /** Bytes. */
  maxBytes: number
  /** What a column of it may hold. */
  roles: readonly NamedRole[]
  /** Lets the server read the form with the file, with the columns that somebody chose. */
  read: (form: FormData, signal: AbortSignal, columns: SheetColumns[] | undefined) => Promise<Review>
  onRead: (fileName: string, review: Review) => void
  /** The branches that columns may be of, by address (R379); absent where there are none. */
  branches?: readonly BranchColumn[]
  /** The name of a sheet that is pasted as text; absent: only files are taken. */
  pastedName?: string
  /** What the file has to be. */
  children: ReactNode
}

interface Read {
  readonly columns: ColumnsFound
}

/**
 * A box that takes a spreadsheet or a PDF with text. A file that cannot be read is refused with the reason. Where its columns
 * are in doubt the user is asked what they hold, and the same file is read again.
 */
export function ChooseSheet<Review extends Read>({
  what,
  rows,
  maxBytes,
  roles,
  read,
  onRead,
  branches,
  pastedName,
  children,
}: ChooseSheetProps<Review>) {
  const [reading, setReading] = useState<string | null>(null)
  const [refused, setRefused] = useState<{ fileName: string; why: string } | null>(null)
  const [asked, setAsked] = useState<{ file: File; columns: ColumnsFound } | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const sizeLimit = `${maxBytes / 2 ** 20} MB`

  const take = async (file: File, columns?: SheetColumns[]) => {
    const controller = new AbortController()
    abort.current = controller
    setReading(file.name)
    setRefused(null)
    try {
      if (file.size > maxBytes) throw new ApiError(413, 'TOO_LARGE', `El archivo pasa los ${sizeLimit}`)
      const form = new FormData()
      form.append('file', file)
      const answer = await read(form, controller.signal, columns)
      if (answer.columns.asking) setAsked({ file, columns: answer.columns })
      else onRead(file.name, answer)
    } catch (error) {
      setAsked(null)
      if (!controller.signal.aborted) setRefused({ fileName: file.name, why: messageOf(error) })
    } finally {
      setReading(null)
    }
  }
  if (asked)
    return (
      <ChooseColumns
        fileName={asked.file.name}
        columns={asked.columns}
        roles={roles}
        branches={branches}
        busy={reading !== null}
        onChoose={(columns) => void take(asked.file, columns)}
        onCancel={() => setAsked(null)}
      />
    )
  return (
    <div className={`panel ${styles.choose}`}>
      {children}
      <FileDrop
        title={reading === null ? 'Elija una planilla o un PDF' : 'Leyendo el archivo…'}
        hint={
          reading ??
          `o arrástrelo hasta aquí: Excel (.xlsx), LibreOffice (.ods), CSV o PDF con texto, hasta ${sizeLimit} y ${rows} filas`
        }
        icon={<IconFileSpreadsheet size={40} stroke={1.4} aria-hidden />}
        accept=".xlsx,.ods,.csv,.txt,.tsv,.pdf,application/pdf,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.oasis.opendocument.spreadsheet"
        busy={reading !== null}
        describedBy="planilla-rechazada"
        onFile={(file) => void take(file)}
      />
      {pastedName !== undefined && (
        <PastedSheet
          busy={reading !== null}
          onPaste={(text) => void take(new File([text], pastedName, { type: 'text/plain' }))}
        />
      )}
      {reading !== null && (
        <button type="button" className="button button--plain" onClick={() => abort.current?.abort()}>
          Cancelar
        </button>
      )}
      <div id="planilla-rechazada" className={styles.rejected} role="alert">
        {refused && (
          <p className="notice notice--error">
            {what} de «{refused.fileName}» se canceló: {refused.why}
          </p>
        )}
      </div>
      <span className="visually-hidden" role="status">
        {reading !== null && 'Leyendo el archivo…'}
      </span>
    </div>
  )
}
