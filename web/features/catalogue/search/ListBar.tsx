/** Above the list: the count of articles, the price range, the order, the current search, and a note of an inverted range. */
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CataloguePlace } from '../../../../contract/address.ts'
import { formatCount } from '../../../lib/format.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { PriceField } from '../../../shop/PriceField.tsx'
import styles from './catalogue.module.css'
import marks from './marks.module.css'
import { turnedRange } from './place.ts'
import type { ActiveFilter } from './search-summary.ts'

interface ListBarProps {
  readonly place: CataloguePlace
  /** How many articles match; null until that is known. */
  readonly total: number | null
  /** The filters that are set; empty when nothing narrows the list. */
  readonly summary: readonly ActiveFilter[]
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

export function ListBar({ place, total, summary, onFilter, onClear, children }: ListBarProps) {
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
      {summary.length > 0 && <CurrentSearch summary={summary} onFilter={onFilter} onClear={onClear} />}
      <TurnedRange place={place} onFilter={onFilter} />
    </>
  )
}

/** The line clears everything (R102). Where there are several filters, each can also be removed alone. */
function CurrentSearch({ summary, onFilter, onClear }: Pick<ListBarProps, 'summary' | 'onFilter' | 'onClear'>) {
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
