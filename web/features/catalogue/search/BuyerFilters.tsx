/** What a buyer narrows the catalogue by (R365): each filter with how many articles it leaves; one that can't narrow is not shown. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CataloguePlace, filterOfPlace } from '../../../../contract/address.ts'
import { buyerFields, type CatalogueFilter } from '../../../../contract/catalogue.ts'
import { type FilterOption, filterOptions } from '../../../../contract/filter-options.ts'
import { formatCount } from '../../../lib/format.ts'
import { usePricedClient } from '../../../shop/chosen-client.ts'
import { PriceField } from '../../../shop/PriceField.tsx'
import { buyerWords } from './buyer-words.ts'
import { orDevice } from './catalogue.api.ts'
import marks from './marks.module.css'
import styles from './tree.module.css'

function optionsQuery(filter: CatalogueFilter) {
  const { order: _, ...query } = filter
  return orDevice(filterOptions, query, { optionsOf: { ...query, order: 'default' } })
}

interface BuyerFiltersProps {
  readonly place: CataloguePlace
  readonly onFilter: (change: CataloguePlace) => void
}

export function BuyerFilters({ place, onFilter }: BuyerFiltersProps) {
  const query = { ...optionsQuery(filterOfPlace(place, usePricedClient())), placeholderData: keepPreviousData }
  const { data: options = [], isPlaceholderData } = useQuery(query)
  if (options.length === 0) return null
  const chips = options.filter(({ filter }) => filter !== 'minPack')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is laid out by its own rules in some browsers
    <div
      className={styles.filters}
      role="group"
      aria-label="Filtrar por"
      data-uncounted={isPlaceholderData || undefined}
    >
      <div className={styles.chips}>
        {chips.map((option) => (
          <Chip key={`${option.filter} ${option.value}`} option={option} place={place} onFilter={onFilter} />
        ))}
      </div>
      {chips.length < options.length && <PackRange place={place} onFilter={onFilter} />}
    </div>
  )
}

function Chip({ option: { filter, value, count }, place, onFilter }: BuyerFiltersProps & { option: FilterOption }) {
  const [name] = buyerFields[filter]
  const isSet = place[name] === value
  return (
    <button
      type="button"
      className={marks.chip}
      aria-pressed={isSet}
      onClick={() => onFilter({ [name]: isSet ? undefined : value })}
    >
      {buyerWords(name, value)} <span className={styles.count}>{formatCount(count)}</span>
      <span className="visually-hidden">{count === 1 ? 'artículo' : 'artículos'}</span>
    </button>
  )
}

const pesosOf = (text: string | undefined) => (text === undefined ? undefined : Number(text.replace(',', '.')))
const textOf = (pesos: number | undefined) => (pesos === undefined ? undefined : String(pesos))

function PackRange({ place, onFilter }: BuyerFiltersProps) {
  const [from, to] = [pesosOf(place.bultoDesde), pesosOf(place.bultoHasta)]
  const isTurned = from !== undefined && to !== undefined && from > to
  return (
    <>
      <div className={styles.packRange}>
        <PriceField label="Bulto desde $" value={from} onChange={(pesos) => onFilter({ bultoDesde: textOf(pesos) })} />
        <PriceField label="Bulto hasta $" value={to} onChange={(pesos) => onFilter({ bultoHasta: textOf(pesos) })} />
      </div>
      {isTurned && (
        <p className={styles.said} role="alert">
          El precio del bulto desde es mayor que el hasta.{' '}
          <button
            type="button"
            className={marks.action}
            onClick={() => onFilter({ bultoDesde: place.bultoHasta, bultoHasta: place.bultoDesde })}
          >
            Invertirlos
          </button>
        </p>
      )}
    </>
  )
}
