/** The filters that are set, above the list. */
import { IconX } from '@tabler/icons-react'
import type { CataloguePlace } from '../../../../contract/address.ts'
import styles from './catalogue.module.css'
import marks from './marks.module.css'
import { searchSummary } from './search-summary.ts'
import type { TreeNode } from './tree.ts'

interface CurrentSearchProps {
  readonly place: CataloguePlace
  readonly tree: readonly TreeNode[]
  readonly onFilter: (change: CataloguePlace) => void
  readonly onClear: () => void
}

/** The line clears everything (R102). Where there are several filters, each can also be removed alone. */
export function CurrentSearch({ place, tree, onFilter, onClear }: CurrentSearchProps) {
  const summary = searchSummary(place, tree)
  if (summary.length === 0) return null
  return (
    <div className={styles.current}>
      <button type="button" className={styles.currentSearch} onClick={onClear} title="Quitar los filtros">
        <span>Busqueda actual &gt; {summary.map(({ words }) => words).join(' > ')}</span>
        <IconX size={15} aria-hidden="true" />
        <span className="visually-hidden">(quitar los filtros)</span>
      </button>
      {summary.length > 1 &&
        summary.map(({ words, without }) => (
          <button key={words} type="button" className={marks.chip} onClick={() => onFilter(without)}>
            <span className="visually-hidden">Quitar </span>
            {words}
            <IconX size={13} aria-hidden="true" />
          </button>
        ))}
    </div>
  )
}
