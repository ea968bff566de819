/** The phone's filters, rising from the lower edge. */

import type { CataloguePlace } from '../../../../contract/address.ts'
import { formatCount } from '../../../lib/format.ts'
import { PriceField } from '../../../shop/PriceField.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { TurnedRange } from './ListBar.tsx'
import marks from './marks.module.css'
import { TreePanel } from './TreePanel.tsx'

interface FilterSheetProps {
  readonly place: CataloguePlace
  /** How many articles match now; null until that is known. */
  readonly total: number | null
  readonly onFilter: (change: CataloguePlace) => void
  readonly onClose: () => void
}

const showText = (total: number | null): string =>
  total === null ? 'Ver artículos' : total === 1 ? 'Ver 1 artículo' : `Ver ${formatCount(total)} artículos`

/** Choosing a branch closes the sheet; prices and what a buyer narrows by leave it open. */
export function FilterSheet({ place, total, onFilter, onClose }: FilterSheetProps) {
  return (
    <Modal
      title="Filtrar catálogo"
      placement="bottom"
      onClose={onClose}
      footer={
        <button type="button" className="button" onClick={onClose}>
          {showText(total)}
        </button>
      }
    >
      <div className={marks.sheetPrices}>
        <PriceField label="Precio desde" value={place.desde} onChange={(desde) => onFilter({ desde })} />
        <PriceField label="Precio hasta" value={place.hasta} onChange={(hasta) => onFilter({ hasta })} />
      </div>
      <TurnedRange place={place} onFilter={onFilter} />
      <TreePanel
        place={place}
        onFilter={onFilter}
        onClickParent="choose"
        onChoose={(branch) => {
          onFilter(branch)
          onClose()
        }}
      />
    </Modal>
  )
}
