/** The phone's filters, rising from the lower edge. */
import { Modal } from '../../ui/Modal.tsx'
import { CategoryTree } from './CategoryTree.tsx'
import { TurnedRange } from './ListBar.tsx'
import { PriceField } from './PriceField.tsx'
import type { CatalogueSpot } from './place.ts'
import type { TreeNode } from './tree.ts'

interface FilterSheetProps {
  readonly tree: readonly TreeNode[]
  readonly spot: CatalogueSpot
  readonly onFilter: (change: CatalogueSpot) => void
  readonly onClose: () => void
}

export function FilterSheet({ tree, spot, onFilter, onClose }: FilterSheetProps) {
  return (
    <Modal title="Filtrar catálogo" placement="bottom" onClose={onClose}>
      <div className="sheet-prices">
        <PriceField label="Precio desde" value={spot.desde} onChange={(desde) => onFilter({ desde })} />
        <PriceField label="Precio hasta" value={spot.hasta} onChange={(hasta) => onFilter({ hasta })} />
      </div>
      <TurnedRange spot={spot} onFilter={onFilter} />
      <CategoryTree
        // What is open at first depends on how large the tree is: begin anew when it comes.
        key={tree.length}
        tree={tree}
        chosen={spot}
        onClickParent="choose"
        onChoose={(branch) => {
          onFilter(branch)
          onClose()
        }}
      />
    </Modal>
  )
}
