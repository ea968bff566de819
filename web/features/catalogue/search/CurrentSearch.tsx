/** The filters that are set, above the list. */
import { IconX } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { CataloguePlace } from '../../../../contract/address.ts'
import { optionalPart } from '../../../lib/optional-part.ts'
import { useOnBehalf } from '../../../shop/chosen-client.ts'
import styles from './catalogue.module.css'
import marks from './marks.module.css'
import { searchSummary } from './search-summary.ts'
import type { TreeNode } from './tree.ts'

const SaveSearch = optionalPart(() => import('./SaveSearch.tsx').then((module) => module.SaveSearch))
/** Articles of a search that may be saved as a list at once. */
const MOST_TO_SAVE = 500

interface CurrentSearchProps {
  readonly place: CataloguePlace
  readonly tree: readonly TreeNode[]
  /** How many articles it finds; null until that is known. */
  readonly total: number | null
  readonly onFilter: (change: CataloguePlace) => void
  readonly onClear: () => void
}

/** The line clears everything (R102). Where there are several filters, each can also be removed alone. */
export function CurrentSearch({ place, tree, total, onFilter, onClear }: CurrentSearchProps) {
  const summary = searchSummary(place, tree)
  const { missing } = useOnBehalf()
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
      {total !== null && total > 0 && total <= MOST_TO_SAVE && !missing && (
        <Suspense>
          <SaveSearch place={place} total={total} />
        </Suspense>
      )}
    </div>
  )
}
