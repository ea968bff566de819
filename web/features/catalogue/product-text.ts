/** How an article is packed, in words. */
import type { Product } from '../../../contract/catalogue.ts'

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
