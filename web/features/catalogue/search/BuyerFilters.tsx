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
  return orDevice(filterOptions, query, { what: 'options', filter: { ...query, order: 'default' } })
}

const flags: readonly FilterOption['filter'][] = ['isNew', 'isCheaper', 'inStock', 'taken']
const choices = [
  ['age', 'Edad'],
  ['licence', 'Licencia'],
  ['gender', 'Género'],
] as const

/** What a buyer may narrow a place of the catalogue by. */
export function useFilterOptions(place: CataloguePlace) {
  return useQuery({ ...optionsQuery(filterOfPlace(place, usePricedClient())), placeholderData: keepPreviousData })
}

interface BuyerFiltersProps {
  readonly place: CataloguePlace
  readonly onFilter: (change: CataloguePlace) => void
}

export function BuyerFilters({ place, onFilter }: BuyerFiltersProps) {
  const { data: options = [], isPlaceholderData } = useFilterOptions(place)
  if (options.length === 0) return null
  const chips = options.filter(({ filter }) => flags.includes(filter))
  const hasPacks = options.some(({ filter }) => filter === 'minPack')
  const chosen = choices.filter(([filter]) => options.some((option) => option.filter === filter))
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
      {hasPacks && <PackRange place={place} onFilter={onFilter} />}
      {chosen.length > 0 && (
        <div className={styles.choices}>
          {chosen.map(([filter, label]) => (
            <Choice key={filter} label={label} options={valuesOf(options, filter)} place={place} onFilter={onFilter} />
          ))}
        </div>
      )}
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

/** Texts by the alphabet, ages as they come. */
function valuesOf(options: readonly FilterOption[], filter: FilterOption['filter']): readonly FilterOption[] {
  const own = options.filter((option) => option.filter === filter)
  return filter === 'age' ? own : own.sort((a, b) => a.value.localeCompare(b.value, 'es'))
}

interface ChoiceProps extends BuyerFiltersProps {
  readonly label: string
  /** Of one filter. */
  readonly options: readonly FilterOption[]
}

/** One of several values, e.g. of the licences. */
function Choice({ label, options: [first, ...others], place, onFilter }: ChoiceProps) {
  if (!first) return null
  const [name] = buyerFields[first.filter]
  return (
    <select
      className="input input--small"
      aria-label={label}
      value={place[name] ?? ''}
      onChange={({ target }) => onFilter({ [name]: target.value || undefined })}
    >
      <option value="">{label}</option>
      {[first, ...others].map(({ value, count }) => (
        <option key={value} value={value}>
          {buyerWords(name, value)}
          {value !== place[name] && ` (${formatCount(count)})`}
        </option>
      ))}
    </select>
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
