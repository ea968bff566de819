/** Above the list: how many, the price range, the order and what is being searched. */
import { IconX } from '@tabler/icons-react'
import { formatCount } from '../../lib/format.ts'
import { PriceField } from './PriceField.tsx'
import type { CatalogueSpot } from './place.ts'

interface ListBarProps {
  readonly spot: CatalogueSpot
  /** Null until it is known. */
  readonly total: number | null
  /** The filters in words; none when the list is whole. */
  readonly summary: readonly string[]
  readonly onFilter: (change: CatalogueSpot) => void
  readonly onClear: () => void
}

const orders = [
  ['', 'Orden del catálogo'],
  ['mayor', 'Mayor a menor precio'],
  ['menor', 'Menor a mayor precio'],
] as const

const orderOf = (value: string): CatalogueSpot['orden'] =>
  value === 'mayor' || value === 'menor' ? value : undefined

export function ListBar({ spot, total, summary, onFilter, onClear }: ListBarProps) {
  return (
    <>
      <div className="list-bar">
        <div className="list-title">
          <h1>Catálogo</h1>
          <p role="status">
            {total !== null && `${formatCount(total)} ${total === 1 ? 'artículo' : 'artículos'}`}
          </p>
        </div>
        <PriceField label="Precio desde" value={spot.desde} onChange={(desde) => onFilter({ desde })} />
        <PriceField label="Precio hasta" value={spot.hasta} onChange={(hasta) => onFilter({ hasta })} />
        <select
          className="input"
          aria-label="Orden"
          value={spot.orden ?? ''}
          onChange={(event) => onFilter({ orden: orderOf(event.target.value) })}
        >
          {orders.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      {summary.length > 0 && (
        <button type="button" className="current-search" onClick={onClear} title="Quitar los filtros">
          <span>Busqueda actual &gt; {summary.join(' > ')}</span>
          <IconX size={15} aria-hidden="true" />
          <span className="visually-hidden">(quitar los filtros)</span>
        </button>
      )}
    </>
  )
}
