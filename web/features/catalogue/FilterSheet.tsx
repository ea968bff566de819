/** The phone's filters, rising from the lower edge. */

import type { CataloguePlace } from '../../../contract/address.ts'
import { PriceField } from '../../shop/PriceField.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { CategoryTree } from './CategoryTree.tsx'
import { TurnedRange } from './ListBar.tsx'
import type { TreeNode } from './tree.ts'

interface FilterSheetProps {
  readonly tree: readonly TreeNode[]
  readonly place: CataloguePlace
  readonly onFilter: (change: CataloguePlace) => void
  readonly onClose: () => void
}

export function FilterSheet({ tree, place, onFilter, onClose }: FilterSheetProps) {
  return (
    <Modal title="Filtrar catálogo" placement="bottom" onClose={onClose}>
      <div className="sheet-prices">
        <PriceField label="Precio desde" value={place.desde} onChange={(desde) => onFilter({ desde })} />
        <PriceField label="Precio hasta" value={place.hasta} onChange={(hasta) => onFilter({ hasta })} />
      </div>
      <TurnedRange place={place} onFilter={onFilter} />
      <CategoryTree
        // What is open at first depends on how large the tree is: begin anew when it comes.
        key={tree.length}
        tree={tree}
        chosen={place}
        onClickParent="choose"
        onChoose={(branch) => {
          onFilter(branch)
          onClose()
        }}
      />
    </Modal>
  )
}
