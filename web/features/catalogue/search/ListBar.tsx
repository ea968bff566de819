/** Above the list: the count of articles, the price range, the order, the current search, and a note of an inverted range. */
import { type ReactNode, Suspense } from 'react'
import type { CataloguePlace } from '../../../../contract/address.ts'
import { formatCount } from '../../../lib/format.ts'
import { optionalPart } from '../../../lib/optional-part.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { PriceField } from '../../../shop/PriceField.tsx'
import styles from './catalogue.module.css'
import marks from './marks.module.css'
import { isFiltered, turnedRange } from './place.ts'
import type { TreeNode } from './tree.ts'

// Only a list that is filtered needs it.
const CurrentSearch = optionalPart(() => import('./CurrentSearch.tsx').then((module) => module.CurrentSearch))

interface ListBarProps {
  readonly place: CataloguePlace
  /** How many articles match; null until that is known. */
  readonly total: number | null
  readonly tree: readonly TreeNode[]
  readonly onFilter: (change: CataloguePlace) => void
  readonly onClear: () => void
  /** Shown after the choice of the order. */
  readonly children: ReactNode
}

const orders = [
  ['', 'Orden del catálogo'],
  ['mayor', 'Mayor a menor precio'],
  ['menor', 'Menor a mayor precio'],
] as const

const orderOf = (value: string): CataloguePlace['orden'] => (value === 'mayor' || value === 'menor' ? value : undefined)

export function ListBar({ place, total, tree, onFilter, onClear, children }: ListBarProps) {
  return (
    <>
      <div className={styles.listBar}>
        <div className={styles.listTitle}>
          <h1>Catálogo</h1>
          <p role="status">{total !== null && `${formatCount(total)} ${total === 1 ? 'artículo' : 'artículos'}`}</p>
        </div>
        <Link to={paths.usualOrder} className={styles.listWay}>
          Su pedido de siempre
        </Link>
        <PriceField label="Precio desde" value={place.desde} onChange={(desde) => onFilter({ desde })} />
        <PriceField label="Precio hasta" value={place.hasta} onChange={(hasta) => onFilter({ hasta })} />
        <select
          className="input input--small"
          aria-label="Orden"
          value={place.orden ?? ''}
          onChange={(event) => onFilter({ orden: orderOf(event.target.value) })}
        >
          {orders.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        {children}
      </div>
      {isFiltered(place) && (
        <Suspense fallback={<div className={styles.currentComing} />}>
          <CurrentSearch place={place} tree={tree} total={total} onFilter={onFilter} onClear={onClear} />
        </Suspense>
      )}
      <TurnedRange place={place} onFilter={onFilter} />
    </>
  )
}

/** Tells that a price range is inverted, and offers to swap its bounds. */
export function TurnedRange({ place, onFilter }: Pick<ListBarProps, 'place' | 'onFilter'>) {
  const turned = turnedRange(place)
  if (!turned) return null
  return (
    <p className={styles.listNotice} role="alert">
      El precio desde es mayor que el precio hasta.{' '}
      <button type="button" className={marks.action} onClick={() => onFilter(turned)}>
        Invertirlos
      </button>
    </p>
  )
}
