/** Quantities that look like a slip and are asked about once (R34; SPEC.md L7): pure. */
import { UNUSUAL_PACKS, UNUSUAL_TIMES } from '../../../contract/cart.ts'

/** How an article is sold and packed. */
export type Packed = { readonly multiple: number; readonly unitsPerPack: number }

const units = (count: number) => count.toLocaleString('es-AR')

/** Units of a bulto. */
export const packOf = ({ unitsPerPack, multiple }: Packed): number => Math.max(unitsPerPack, multiple, 1)

/**
 * Whether the history is worth looking at: one bulto is never asked about, nor ten multiples, as nobody ever took less
 * than one.
 */
export const mayBeUnusual = (line: Packed & { readonly quantity: number }): boolean =>
  line.quantity > packOf(line) && line.quantity > UNUSUAL_TIMES * Math.max(1, line.multiple)

const usualOf = (packed: Packed, most: number | null) =>
  most === null ? UNUSUAL_PACKS * packOf(packed) : Math.max(UNUSUAL_TIMES * most, packOf(packed))

/**
 * Why a quantity looks like a slip; null when it does not. `most` is what the client took at most, null for nothing;
 * `inCart` what the cart holds.
 */
export function whyUnusual(
  line: Packed & { readonly quantity: number },
  { most, inCart }: { most: number | null; inCart: number },
): string | null {
  const usual = usualOf(line, most)
  if (line.quantity <= usual) return null
  // What stands in the cart above that was confirmed; another nought is asked about again.
  if (inCart > usual && line.quantity <= UNUSUAL_TIMES * inCart) return null
  return most === null
    ? `Es más de ${UNUSUAL_PACKS} bultos (de ${units(packOf(line))})`
    : `Lo máximo que se pidió hasta hoy es ${units(most)}`
}

/** The question about a quantity that looks like a slip; `name` is the article's, where it does not stand beside it. */
export const askQuantity = (quantity: number, name: string, why: string): string =>
  `¿${[`${units(quantity)} unidades`, name].filter(Boolean).join(' de ')}? ${why}`
