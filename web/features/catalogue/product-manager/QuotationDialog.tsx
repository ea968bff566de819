import { useState } from 'react'
import { chosenPdf } from '../../../../contract/documents.ts'
import { download } from '../../../lib/download.ts'
import { formatCount } from '../../../lib/format.ts'
import { PreparingDocument } from '../../../shop/PreparingDocument.tsx'
import { usePreparedDocument } from '../../../shop/prepared-document.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import styles from './product-manager.module.css'
import type { Quotation, Quoted } from './quotation.ts'

const WHOLE = { withLogo: true, withImages: true, withPrices: true } as const

/** Saves the quotation's PDF (R8). @throws ApiError */
const savePdf = (articles: readonly Quoted[]): Promise<void> =>
  download(chosenPdf, {
    body: new TextEncoder().encode(articles.map(({ articleId }) => articleId).join(',')),
    headers: { 'content-type': 'text/plain' },
    otherwise: 'cotizacion.pdf',
  })

/** The articles of the quotation: the user looks through them, removes some, and downloads the PDF (R202, R8). */
export function QuotationDialog({ quotation, onClose }: { quotation: Quotation; onClose: () => void }) {
  const { articles, remove, clear } = quotation
  const { preparing, prepare } = usePreparedDocument()
  const [missingCount, setMissingCount] = useState(0)
  const busy = preparing !== null
  const exportPdf = () => {
    setMissingCount(0)
    return prepare({
      label: 'Cotización',
      order: { kind: 'cotizacion', articleIds: articles.map(({ articleId }) => articleId), ...WHOLE },
      save: async ({ total }) => {
        await savePdf(articles)
        setMissingCount(articles.length - total)
      },
    })
  }
  return (
    <Modal
      title={`Artículos de la cotización (${formatCount(articles.length)})`}
      onClose={onClose}
      footer={
        <>
          {articles.length > 0 && (
            <button type="button" className="button button--danger" onClick={clear}>
              Quitar todos
            </button>
          )}
          <button type="button" className="button button--plain" onClick={onClose}>
            Seguir eligiendo
          </button>
          {articles.length > 0 && (
            <button type="button" className="button" aria-disabled={busy} onClick={() => !busy && void exportPdf()}>
              Descargar PDF
            </button>
          )}
        </>
      }
    >
      <PreparingDocument preparing={preparing} />
      {missingCount > 0 && (
        <Notice>
          <p role="status">
            {missingCount === 1
              ? 'Un artículo no está a la venta y no está en el PDF.'
              : `${formatCount(missingCount)} artículos no están a la venta y no están en el PDF.`}
          </p>
        </Notice>
      )}
      {articles.length === 0 ? (
        <EmptyState text="No hay artículos en la cotización" />
      ) : (
        <ul className={styles.quoted}>
          {articles.map(({ articleId, code, description }) => (
            <li key={articleId}>
              <span>
                {description} <small>{code}</small>
              </span>
              <RowButton label="Quitar" of={code} onClick={() => remove([articleId])} />
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
