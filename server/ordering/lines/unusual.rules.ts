/** Tells which quantities look like a slip, to be asked about once (R34; SPEC.md L7). Pure. */
import { UNUSUAL_PACKS, UNUSUAL_TIMES } from '../../../contract/cart.ts'

/** How an article is sold and packed. */
export type Packed = { readonly multiple: number; readonly unitsPerPack: number }

const units = (count: number) => count.toLocaleString('es-AR')

/** Units of a bulto, or of the multiple where that is larger. */
export const packOf = ({ unitsPerPack, multiple }: Packed): number => Math.max(unitsPerPack, multiple, 1)

/**
 * Whether the client's history has to be read: a bulto or less is never asked about, nor UNUSUAL_TIMES the multiple, as
 * nobody ever ordered less than one multiple.
 */
export const mayBeUnusual = (line: Packed & { readonly quantity: number }): boolean =>
  line.quantity > packOf(line) && line.quantity > UNUSUAL_TIMES * Math.max(1, line.multiple)

const usualOf = (packed: Packed, most: number | null) =>
  most === null ? UNUSUAL_PACKS * packOf(packed) : Math.max(UNUSUAL_TIMES * most, packOf(packed))

/**
 * Why a quantity looks like a slip; null when it does not.
 * @param most the largest quantity that the client ever ordered; null for a client who never ordered the article
 * @param inCart units in the cart
 */
export function whyUnusual(
  line: Packed & { readonly quantity: number },
  { most, inCart }: { most: number | null; inCart: number },
): string | null {
  const usual = usualOf(line, most)
  if (line.quantity <= usual) return null
  // An unusual quantity in the cart was confirmed already; only more than UNUSUAL_TIMES as much is asked about again.
  if (inCart > usual && line.quantity <= UNUSUAL_TIMES * inCart) return null
  return most === null
    ? `Es más de ${UNUSUAL_PACKS} bultos (de ${units(packOf(line))})`
    : `Lo máximo que se pidió hasta hoy es ${units(most)}`
}

/** The question about an unusual quantity; `name` is the article's, '' where the screen shows it beside the question. */
export const askQuantity = (quantity: number, name: string, why: string): string =>
  `¿${[`${units(quantity)} unidades`, name].filter(Boolean).join(' de ')}? ${why}`
