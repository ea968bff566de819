import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../lib/api.ts'
import { FileDrop } from '../../ui/FileDrop.tsx'
import styles from './sheets.module.css'

interface ChooseSheetProps<Review> {
  /** What a refused file is told to have been: 'La importación'. */
  what: string
  /** Most rows that are read. */
  rows: string
  /** Bytes. */
  maxBytes: number
  /** Lets the server read the form with the file; nothing is stored. */
  read: (form: FormData, signal: AbortSignal) => Promise<Review>
  onRead: (fileName: string, review: Review) => void
  /** What the file has to be. */
  children: ReactNode
}

/** The box that takes a spreadsheet; one that cannot be read cancels and says why. */
export function ChooseSheet<Review>({
  what,
  rows,
  maxBytes,
  read,
  onRead,
  children,
}: ChooseSheetProps<Review>) {
  const [reading, setReading] = useState<string | null>(null)
  const [refused, setRefused] = useState<{ fileName: string; why: string } | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const most = `${maxBytes / 2 ** 20} MB`

  const take = async (file: File) => {
    const controller = new AbortController()
    abort.current = controller
    setReading(file.name)
    setRefused(null)
    try {
      if (file.size > maxBytes) throw new ApiError(413, 'TOO_LARGE', `El archivo pasa los ${most}`)
      const form = new FormData()
      form.append('file', file)
      onRead(file.name, await read(form, controller.signal))
    } catch (error) {
      if (!controller.signal.aborted) setRefused({ fileName: file.name, why: messageOf(error) })
    } finally {
      setReading(null)
    }
  }
  return (
    <div className={`panel ${styles.choose}`}>
      {children}
      <FileDrop
        title={reading === null ? 'Elija una planilla' : 'Leyendo la planilla…'}
        hint={reading ?? `o arrástrela hasta aquí: Excel (.xlsx) o CSV, hasta ${most} y ${rows} filas`}
        icon={<IconFileSpreadsheet size={40} stroke={1.4} aria-hidden />}
        accept=".xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        busy={reading !== null}
        describedBy="planilla-rechazada"
        onFile={(file) => void take(file)}
      />
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
        {reading !== null && 'Leyendo la planilla…'}
      </span>
    </div>
  )
}
