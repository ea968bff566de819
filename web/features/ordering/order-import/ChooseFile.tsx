import { IconFileDownload } from '@tabler/icons-react'
import {
  IMPORT_MAX_BYTES,
  IMPORT_MAX_ROWS,
  type ImportReview,
  importExample,
  reviewImport,
} from '../../../../contract/order-import.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { download } from '../../../lib/download.ts'
import { formatCount } from '../../../lib/format.ts'
import { ChooseSheet } from '../../../shop/sheets/ChooseSheet.tsx'
import styles from './order-import.module.css'

interface ChooseFileProps {
  onRead: (fileName: string, review: ImportReview) => void
}

const COLUMNS = ['CUIT', 'Número de pedido', 'Código de artículo', 'Cantidad', 'Precio', 'Observación']

/** The example, and the box that takes a file of orders. */
export const ChooseFile = ({ onRead }: ChooseFileProps) => (
  <ChooseSheet
    what="La importación"
    rows={formatCount(IMPORT_MAX_ROWS)}
    maxBytes={IMPORT_MAX_BYTES}
    roles={['cuit', 'number', 'code', 'ean', 'name', 'quantity', 'packs', 'price', 'note']}
    read={(body, signal, columns) => call(reviewImport, { query: { columns }, body, signal })}
    onRead={onRead}
  >
    <p>
      La planilla, o el PDF con texto, lleva un artículo por fila, con estas columnas en cualquier orden. Los pedidos se
      agrupan por CUIT y número de pedido; nada se crea hasta que usted lo acepte.
    </p>
    <ol className={styles.columns}>
      {COLUMNS.map((column) => (
        <li key={column}>{column}</li>
      ))}
    </ol>
    <Example />
  </ChooseSheet>
)

function Example() {
  const { run, busy } = useAction(() => download(importExample, { otherwise: 'ejemplo-pedidos.xlsx' }))
  return (
    <button type="button" className="button button--plain" aria-disabled={busy} onClick={() => void run()}>
      <IconFileDownload size={19} aria-hidden />
      {busy ? 'Preparando…' : 'Descargar ejemplo'}
    </button>
  )
}
