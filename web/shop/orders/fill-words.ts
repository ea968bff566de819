/** What a cart was filled with from before, in words. */
import type { PageState } from '../../lib/navigation.ts'

export type FilledBy = NonNullable<PageState['filledBy']>

interface FillWords {
  /** The title of the question about the cart that is in the way, and its button that deletes it. */
  readonly question: string
  readonly clear: string
  readonly done: string
  /** What stands before the sum of the earlier prices. */
  readonly pricesThen: string
}

export const fillWords: Readonly<Record<FilledBy, FillWords>> = {
  order: {
    question: 'Repetir pedido',
    clear: 'Borrar articulos y repetir pedido',
    done: 'Pedido repetido',
    pricesThen: 'A los precios de aquel pedido:',
  },
  list: {
    question: 'Cargar la lista',
    clear: 'Borrar artículos y cargar',
    done: 'Lista cargada',
    pricesThen: 'A los precios de cuando la guardó:',
  },
  aside: {
    question: 'Retomar el carrito',
    clear: 'Borrar artículos y retomar',
    done: 'Carrito retomado',
    pricesThen: 'A los precios de cuando lo dejó:',
  },
}
