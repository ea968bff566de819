/** What is said of an article that takes the place of another one (R375). Pure. */
import type { InsteadOf } from './review.ts'

/** 'En lugar de A1 Muñeca, como eligió antes'. */
export const insteadInWords = ({ code, description, decidedBy }: InsteadOf): string =>
  `En lugar de ${code} ${description}, ${decidedBy === 'shop' ? 'como indica la tienda' : 'como eligió antes'}`
