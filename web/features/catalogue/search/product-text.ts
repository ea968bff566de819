/** How an article is packed and whether it is in stock, in words. */
import type { Product } from '../../../../contract/catalogue.ts'

/** 'Bulto 48 · Int 6 · Surtido: 12'; packs of nothing are left out. An assortment of one is just mixed. */
export function packsOf(
  { unitsPerPack, innerPack, assortment }: Pick<Product, 'unitsPerPack' | 'innerPack' | 'assortment'>,
  innerWord = 'Int',
): string {
  return [
    unitsPerPack > 0 && `Bulto ${unitsPerPack}`,
    innerPack > 0 && `${innerWord} ${innerPack}`,
    assortment > 0 && (assortment > 1 ? `Surtido: ${assortment}` : 'Surtido'),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Stock below this counts as the last units, however small the pack is. */
const FEW = 10

/**
 * 'Disponible', 'Últimas n' when less than a pack is left, 'Ingresa el dd/mm' or 'Sin stock' when nothing is; '' where
 * the stock is not known (R214).
 */
export function stockOf({
  stock,
  arrivesOn,
  unitsPerPack,
  multiple,
}: Pick<Product, 'stock' | 'arrivesOn' | 'unitsPerPack' | 'multiple'>): string {
  if (stock === undefined) return ''
  if (stock > 0) return stock < Math.max(unitsPerPack, multiple, FEW) ? `Últimas ${stock}` : 'Disponible'
  return arrivesOn ? `Ingresa el ${arrivesOn.slice(8)}/${arrivesOn.slice(5, 7)}` : 'Sin stock'
}
