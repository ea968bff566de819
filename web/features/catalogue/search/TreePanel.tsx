/** Brands and categories as a filter: a box to find one, chips of the brands, the tree, counting the present search (R221). */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type CataloguePlace, filterOfPlace } from '../../../../contract/address.ts'
import { BranchFinder } from './BranchFinder.tsx'
import { BrandChips } from './BrandChips.tsx'
import { CategoryTree } from './CategoryTree.tsx'
import { countsQuery, treeRowsQuery } from './catalogue.api.ts'
import styles from './tree.module.css'
import { type Branch, buildTree } from './tree.ts'
import { isLarge, shownBrands } from './tree-keys.ts'
import { countedTree, withoutEmpty } from './tree-search.ts'

/** The filter, when a text or a price narrows the list; null when nothing but the branch does. */
function searchOf(place: CataloguePlace) {
  const filter = filterOfPlace(place)
  const { text, minPrice, maxPrice } = filter
  return text.trim() === '' && minPrice === undefined && maxPrice === undefined ? null : filter
}

const NO_SEARCH = filterOfPlace({})

interface TreePanelProps {
  readonly place: CataloguePlace
  /** Called with the chosen branch, and where the search found nothing anywhere also with the end of that search. */
  readonly onChoose: (change: CataloguePlace) => void
  /** Called for a brand's chip; without it a chip is chosen as any other branch. */
  readonly onBrand?: (change: CataloguePlace) => void
  readonly onClickParent: 'open' | 'choose'
}

export function TreePanel({ place, onChoose, onBrand = onChoose, onClickParent }: TreePanelProps) {
  const [typed, setTyped] = useState('')
  const { data: rows } = useQuery(treeRowsQuery)
  const search = searchOf(place)
  const found = useQuery({
    ...countsQuery(search ?? NO_SEARCH),
    enabled: search !== null,
    placeholderData: search ? keepPreviousData : undefined,
  })
  // Beside nothing stands the whole tree: choosing of it lets the search go.
  const isEmpty = search !== null && found.data?.length === 0
  const counts = search && !isEmpty ? found.data : undefined
  const leaving = (choose: (change: CataloguePlace) => void) => (branch: Branch) =>
    choose(isEmpty ? { ...branch, buscar: undefined, desde: undefined, hasta: undefined } : branch)
  const whole = useMemo(() => (rows && counts ? countedTree(rows, counts) : buildTree(rows ?? [])), [rows, counts])
  const { marca, categoria, subcategoria } = place
  const shown = useMemo(
    () => (counts ? withoutEmpty(whole, { marca, categoria, subcategoria }) : whole),
    [whole, counts, marca, categoria, subcategoria],
  )
  const hasChips = useMemo(() => isLarge(whole), [whole])
  // A large tree shows its brands as chips, and below them the branches of the chosen brand alone (R45).
  const branches = useMemo(() => shownBrands(shown, { marca }), [shown, marca])
  return (
    <div
      className={styles.panel}
      data-touch={onClickParent === 'choose' || undefined}
      data-uncounted={(found.isError && !found.data) || undefined}
    >
      <BranchFinder typed={typed} onType={setTyped} tree={whole} onChoose={leaving(onChoose)} />
      {typed.trim() === '' && (
        <div className={styles.scroll}>
          {isEmpty && (
            <p className={styles.said}>
              Ninguna marca tiene artículos de esta búsqueda. Si elige una, la búsqueda se borra.
            </p>
          )}
          {hasChips && <BrandChips brands={shown} chosen={place} onChoose={leaving(onBrand)} />}
          {branches.length > 0 ? (
            <CategoryTree
              tree={branches}
              chosen={place}
              onChoose={leaving(onChoose)}
              onClickParent={onClickParent}
              busy={found.isFetching && search !== null}
            />
          ) : (
            !isEmpty && <p className={styles.said}>Elija una marca para ver sus categorías.</p>
          )}
        </div>
      )}
    </div>
  )
}
