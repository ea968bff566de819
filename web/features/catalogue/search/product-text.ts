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

/** An age in words: months up to two years, then years where they are whole. */
export const ageWords = (months: number): string =>
  months >= 24 && months % 12 === 0 ? `${months / 12} años` : `${months} ${months === 1 ? 'mes' : 'meses'}`

/** For which ages an article is: 'Desde 3 años', '6 meses a 2 años'; '' where nobody knows. */
export function agesOf({ ageFrom, ageTo }: Pick<Product, 'ageFrom' | 'ageTo'>): string {
  if (ageTo === undefined) return ageFrom === undefined ? '' : `Desde ${ageWords(ageFrom)}`
  return ageFrom === undefined ? `Hasta ${ageWords(ageTo)}` : `${ageWords(ageFrom)} a ${ageWords(ageTo)}`
}
