/** Brands and categories as a filter: a box to find one, chips of the brands, the tree, counting the present search (R221). */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useRef } from 'react'
import { type CataloguePlace, filterOfPlace } from '../../../../contract/address.ts'
import { usePricedClient } from '../../../shop/chosen-client.ts'
import { BranchFinder } from './BranchFinder.tsx'
import { BrandChips } from './BrandChips.tsx'
import { BuyerFilters, useFilterOptions } from './BuyerFilters.tsx'
import { CategoryTree, type CategoryTreeHandle } from './CategoryTree.tsx'
import { countsQuery, treeRowsQuery } from './catalogue.api.ts'
import { isFiltered, noFilter } from './place.ts'
import styles from './tree.module.css'
import { type Branch, buildTree, type TreeNode } from './tree.ts'
import { countedTree, withoutEmpty } from './tree-search.ts'

/** The filter, when more than the branch narrows the list; null when nothing else does. */
const searchOf = (place: CataloguePlace, clientId: number | undefined) =>
  isFiltered({ ...place, ...noBranch, buscar: place.buscar?.trim() || undefined })
    ? filterOfPlace(place, clientId)
    : null

const NO_SEARCH = filterOfPlace({})
const noBranch: Branch = { marca: undefined, categoria: undefined, subcategoria: undefined }
const NO_NODES: readonly TreeNode[] = []

interface TreePanelProps {
  readonly place: CataloguePlace
  readonly onFilter: (change: CataloguePlace) => void
  /** Called with the chosen branch, and where the search found nothing anywhere also with the end of that search. */
  readonly onChoose: (change: CataloguePlace) => void
  readonly onClickParent: 'open' | 'choose'
}

export function TreePanel({ place, onFilter, onChoose, onClickParent }: TreePanelProps) {
  const { data: rows } = useQuery(treeRowsQuery)
  const search = searchOf(place, usePricedClient())
  const found = useQuery({
    ...countsQuery(search ?? NO_SEARCH),
    enabled: search !== null,
    placeholderData: search ? keepPreviousData : undefined,
  })
  // Beside nothing stands the whole tree: choosing of it lets the search go.
  const isEmpty = search !== null && found.data?.length === 0
  const counts = search && !isEmpty ? found.data : undefined
  const choose = (branch: Branch) => onChoose(isEmpty ? { ...noFilter, ...branch } : branch)
  const whole = useMemo(() => (rows && counts ? countedTree(rows, counts) : buildTree(rows ?? [])), [rows, counts])
  const { marca, categoria, subcategoria } = place
  const shown = useMemo(
    () => (counts ? withoutEmpty(whole, { marca, categoria, subcategoria }) : whole),
    [whole, counts, marca, categoria, subcategoria],
  )
  // Hundreds of branches: the sheet opens, and another search's tree comes, without waiting for their rows.
  const rowsOf = useDeferredValue(shown, onClickParent === 'choose' ? NO_NODES : shown)
  const isSheet = onClickParent === 'choose'
  const { isPending, failureCount } = useFilterOptions(place)
  // The branches are seen with the filters above them, which would push them down a moment later; alone where those fail.
  const awaitsFilters = !isSheet && isPending && failureCount === 0
  // In the column they scroll with the branches, which would have no room below them on a low screen.
  const filters = <BuyerFilters place={place} onFilter={onFilter} />
  const tree = useRef<CategoryTreeHandle>(null)
  return (
    <div
      className={styles.panel}
      data-touch={onClickParent === 'choose' || undefined}
      data-uncounted={(search !== null && !found.data) || undefined}
    >
      {isSheet && filters}
      <BranchFinder tree={whole} onChoose={choose} />
      <div className={styles.below} data-awaits={awaitsFilters || undefined}>
        {rowsOf.length > 1 && (
          <BrandChips brands={rowsOf} chosen={marca} onJump={({ id }) => tree.current?.jumpTo(id)} />
        )}
        <div className={styles.scroll}>
          {!isSheet && filters}
          {isEmpty && (
            <p className={styles.said}>
              Ninguna marca tiene artículos de esta búsqueda. Si elige una, la búsqueda se borra.
            </p>
          )}
          <CategoryTree
            ref={tree}
            tree={rowsOf}
            chosen={place}
            onChoose={choose}
            onClickParent={onClickParent}
            busy={found.isFetching && search !== null}
          />
        </div>
      </div>
    </div>
  )
}
