import { IconFileDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type ImportReview, importExample } from '../../../contract/order-import.ts'
import { messageOf } from '../../lib/api.ts'
import { download } from '../../lib/download.ts'
import { useAction } from '../../lib/query.ts'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { readSpreadsheet } from './order-import.api.ts'
import styles from './order-import.module.css'

interface ChooseFileProps {
  onRead: (fileName: string, review: ImportReview) => void
}

const COLUMNS = ['CUIT', 'Número de pedido', 'Código de artículo', 'Cantidad', 'Precio', 'Observación']

/** The example, and the box that takes a spreadsheet; one that cannot be read cancels and says why. */
export function ChooseFile({ onRead }: ChooseFileProps) {
  const [reading, setReading] = useState<string | null>(null)
  const [refused, setRefused] = useState<{ fileName: string; why: string } | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const take = async (file: File) => {
    const controller = new AbortController()
    abort.current = controller
    setReading(file.name)
    setRefused(null)
    try {
      onRead(file.name, await readSpreadsheet(file, controller.signal))
    } catch (error) {
      if (!controller.signal.aborted) setRefused({ fileName: file.name, why: messageOf(error) })
    } finally {
      setReading(null)
    }
  }
  return (
    <div className={`panel ${styles.choose}`}>
      <p>
        La planilla lleva un artículo por fila, con estas columnas en este orden. Los pedidos se agrupan por
        CUIT y número de pedido; nada se crea hasta que usted lo acepte.
      </p>
      <ol className={styles.columns}>
        {COLUMNS.map((column) => (
          <li key={column}>{column}</li>
        ))}
      </ol>
      <Example />
      <FileDrop
        title={reading === null ? 'Elija una planilla' : 'Leyendo la planilla…'}
        hint={reading ?? 'o arrástrela hasta aquí: Excel (.xlsx) o CSV, hasta 20 MB y 5.000 filas'}
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
            La importación de «{refused.fileName}» se canceló: {refused.why}
          </p>
        )}
      </div>
      <span className="visually-hidden" role="status">
        {reading !== null && 'Leyendo la planilla…'}
      </span>
    </div>
  )
}

function Example() {
  const { run, busy } = useAction(() => download(importExample, { otherwise: 'ejemplo-pedidos.xlsx' }))
  return (
    <button type="button" className="button button--plain" aria-disabled={busy} onClick={() => void run()}>
      <IconFileDownload size={19} aria-hidden />
      {busy ? 'Preparando…' : 'Descargar ejemplo'}
    </button>
  )
}
