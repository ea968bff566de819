import { IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import type { Node } from '../../../../contract/category-manager.ts'
import { cataloguePdf, catalogueWorkbook } from '../../../../contract/documents.ts'
import { download } from '../../../lib/download.ts'
import { PreparingDocument } from '../../../shop/PreparingDocument.tsx'
import { usePreparedDocument } from '../../../shop/prepared-document.ts'
import { Modal } from '../../../ui/Modal.tsx'
import styles from './categories.module.css'
import { placeOf } from './tree.ts'

const kinds = [
  {
    name: 'Excel',
    kind: 'excel',
    call: catalogueWorkbook,
    otherwise: 'catalogo.xlsx',
    Icon: IconFileSpreadsheet,
  },
  { name: 'PDF', kind: 'catalogo', call: cataloguePdf, otherwise: 'catalogo.pdf', Icon: IconFileTypePdf },
] as const
const parts = [
  { name: 'Logo', part: 'withLogo' },
  { name: 'Imagenes', part: 'withImages' },
  { name: 'Precios', part: 'withPrices' },
] as const

/** The catalogue of a brand, category or subcategory as a file: 'Logo', 'Imagenes', 'Precios' (R202, R44). */
export function ExportDialog({ node, onClose }: { node: Node; onClose: () => void }) {
  const [shown, setShown] = useState({ withLogo: true, withImages: true, withPrices: true })
  const { preparing, prepare } = usePreparedDocument()
  const busy = preparing !== null
  const exportAs = ({ name, kind, call, otherwise }: (typeof kinds)[number]) => {
    const { brandId, categoryId, subcategoryId } = placeOf(node)
    const query = {
      ...shown,
      brandId,
      ...(categoryId !== null && { categoryId }),
      ...(subcategoryId !== null && { subcategoryId }),
    }
    return prepare({
      label: `${name} de ${node.name}`,
      order: { ...query, kind },
      save: () => download(call, { query, otherwise }),
    })
  }
  return (
    <Modal
      title={`Exportar ${node.name}`}
      size="small"
      onClose={onClose}
      footer={kinds.map((kind) => (
        <button
          key={kind.name}
          type="button"
          className="button"
          aria-disabled={busy}
          onClick={() => !busy && void exportAs(kind)}
        >
          <kind.Icon size={19} aria-hidden />
          {kind.name}
        </button>
      ))}
    >
      <fieldset className={styles.parts} disabled={busy}>
        <legend className="visually-hidden">Qué incluye el catálogo</legend>
        {parts.map(({ name, part }) => (
          <label key={part}>
            <input
              type="checkbox"
              checked={shown[part]}
              onChange={({ target }) => setShown({ ...shown, [part]: target.checked })}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <PreparingDocument preparing={preparing} />
    </Modal>
  )
}
