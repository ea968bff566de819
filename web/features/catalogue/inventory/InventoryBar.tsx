/** Above an inventory: search, price range, order, and the words of the current search (R102). */
import { IconSearch, IconX } from '@tabler/icons-react'
import type { Inventory, InventoryPlace, InventoryQuery } from '../../../../contract/inventory.ts'
import { useTyped } from '../../../lib/use-typed.ts'
import { PriceField } from '../../../shop/PriceField.tsx'
import styles from './inventory.module.css'
import { searchWords, turnedRange } from './search-words.ts'

interface InventoryBarProps {
  readonly query: Omit<InventoryQuery, 'page'>
  readonly inventory: Inventory
  readonly onChange: (change: Partial<InventoryPlace>) => void
  readonly onClear: () => void
}

const toPesos = (cents: number | undefined) => (cents === undefined ? undefined : cents / 100)
const toCents = (pesos: number | undefined) => (pesos === undefined ? undefined : Math.round(pesos * 100))

export function InventoryBar({ query, inventory, onChange, onClear }: InventoryBarProps) {
  const { withPrices, brands } = inventory
  const words = searchWords(query, brands)
  const turned = turnedRange(query)
  return (
    <>
      <div className={styles.bar}>
        <SearchBox value={query.text} onSearch={(text) => onChange({ text })} />
        <div className={styles.filters} data-prices={withPrices || undefined}>
          {brands.length > 1 && (
            <select
              className={`input ${styles.brand}`}
              aria-label="Marca"
              value={query.brandId ?? ''}
              onChange={({ target }) => onChange({ brandId: target.value === '' ? undefined : Number(target.value) })}
            >
              <option value="">Todas las marcas</option>
              {brands.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name || 'Sin marca'}
                </option>
              ))}
            </select>
          )}
          {withPrices && (
            <>
              <PriceField
                label="Precio desde"
                value={toPesos(query.minPrice)}
                onChange={(pesos) => onChange({ minPrice: toCents(pesos) })}
              />
              <PriceField
                label="Precio hasta"
                value={toPesos(query.maxPrice)}
                onChange={(pesos) => onChange({ maxPrice: toCents(pesos) })}
              />
            </>
          )}
          <select
            className={`input ${styles.order}`}
            aria-label="Orden"
            value={query.order}
            onChange={({ target }) => onChange({ order: target.value === 'priceAsc' ? 'priceAsc' : 'priceDesc' })}
          >
            <option value="priceDesc">Mayor a menor precio</option>
            <option value="priceAsc">Menor a mayor precio</option>
          </select>
        </div>
      </div>
      {words.length > 0 && (
        <button type="button" className={styles.current} onClick={onClear} title="Quitar los filtros">
          <span>Busqueda actual &gt; {words.join(' > ')}</span>
          <IconX size={15} aria-hidden />
          <span className="visually-hidden">(quitar los filtros)</span>
        </button>
      )}
      {turned && (
        <p className={styles.notice} role="alert">
          El precio desde es mayor que el precio hasta.{' '}
          <button type="button" className={styles.turn} onClick={() => onChange(turned)}>
            Invertirlos
          </button>
        </p>
      )}
    </>
  )
}

function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { typed, setTyped, flush } = useTyped({
    value,
    format: (text) => text,
    parse: (text) => text.trim(),
    settle: onSearch,
  })
  return (
    <search className={styles.search}>
      <IconSearch size={18} aria-hidden />
      <input
        type="search"
        className="input input--begun"
        aria-label="Buscar artículos"
        placeholder="Buscar..."
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && flush()}
      />
    </search>
  )
}
