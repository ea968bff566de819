import { chosenPdf } from '../../../contract/documents.ts'
import { download } from '../../lib/download.ts'
import { formatCount } from '../../lib/format.ts'
import { useAction } from '../../lib/query.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { RowButton } from '../../ui/table/RowButton.tsx'
import styles from './product-manager.module.css'
import type { Quotation, Quoted } from './quotation.ts'

/** Saves the quotation's PDF (R8). @throws ApiError */
const savePdf = (articles: readonly Quoted[]): Promise<void> =>
  download(chosenPdf, {
    body: new TextEncoder().encode(articles.map(({ articleId }) => articleId).join(',')),
    headers: { 'content-type': 'text/plain' },
    otherwise: 'cotizacion.pdf',
  })

/** The articles of the quotation, to be looked through, taken out and made a PDF of (R202, R8). */
export function QuotationDialog({ quotation, onClose }: { quotation: Quotation; onClose: () => void }) {
  const { articles, remove, clear } = quotation
  const pdf = useAction(() => savePdf(articles))
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
            <button type="button" className="button" aria-disabled={pdf.busy} onClick={() => void pdf.run()}>
              {pdf.busy ? 'Preparando…' : 'Descargar PDF'}
            </button>
          )}
        </>
      }
    >
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
