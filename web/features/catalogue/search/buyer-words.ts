import type { buyerNames } from '../../../../contract/address.ts'
import { formatBound } from '../../../lib/format.ts'
import { ageWords } from './product-text.ts'

type Name = (typeof buyerNames)[number]

const words: { readonly [N in Name]: (value: string) => string } = {
  nuevo: () => 'Novedades',
  promo: () => 'En promoción',
  stock: () => 'Con stock',
  llevado: (value) => (value === 'si' ? 'Ya lo llevé' : 'Nunca lo llevé'),
  bultoDesde: (pesos) => `bulto desde ${formatBound(centsOf(pesos))}`,
  bultoHasta: (pesos) => `bulto hasta ${formatBound(centsOf(pesos))}`,
  edad: (months) => ageWords(Number(months)),
  licencia: (text) => text,
  genero: (text) => text,
}

const centsOf = (pesos: string) => Math.round(Number(pesos.replace(',', '.')) * 100)

/** What a buyer narrows by, in words, from its text in the address (R365). */
export const buyerWords = (name: Name, value: string): string => words[name](value)
