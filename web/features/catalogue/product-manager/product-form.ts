/** The logic of an article's form: its draft, its problems, and the body that is sent (R203 to R205). Pure. */

import { percentText } from '../../../../contract/amounts.ts'
import { type ListingForm, listingTexts, type ManagedRecord } from '../../../../contract/product-manager.ts'
import type { Problems } from '../../../lib/form-rules.ts'
import { readPercent } from '../../../lib/percent.ts'

/** The fields as they stand in their controls; '' in a list is no choice. */
export interface ProductDraft {
  position: string
  brandId: string
  categoryId: string
  subcategoryId: string
  hint: string
  /** Percent, as typed: '5,5'. */
  discount: string
  promo: boolean
  future: boolean
  active: boolean
  /** Null until the first edit lists the article. */
  listingId: number | null
  /** The version of the listing as it was read (R41). */
  version: number
}

const choice = (id: number | null): string => (id === null ? '' : String(id))
const idOf = (chosen: string): number | null => (chosen === '' ? null : Number(chosen))

/** The draft of an article. One that is not listed yet begins on sale, at the end of its place. */
export const draftOf = (product: ManagedRecord): ProductDraft => ({
  position: product.listingId === null ? '' : String(product.position),
  brandId: choice(product.brandId),
  categoryId: choice(product.categoryId),
  subcategoryId: choice(product.subcategoryId),
  hint: product.hint,
  discount: percentText(product.discount),
  promo: product.promo,
  future: product.future,
  active: product.listingId === null || product.active,
  listingId: product.listingId,
  version: product.version,
})

/** What is wrong beside fields that are empty (R205). */
export function problemsOf({ position, discount }: ProductDraft): Problems<ProductDraft> {
  const problems: Problems<ProductDraft> = {}
  if (position.trim() !== '' && !/^\d{1,6}$/.test(position.trim())) problems.position = listingTexts.position
  if (readPercent(discount) === null) problems.discount = listingTexts.discount
  return problems
}

/** The body that is sent. `position` null puts the article last in its place, which only a new listing may ask for. */
export const bodyOf = (draft: ProductDraft): Omit<ListingForm, 'position'> & { position: number | null } => ({
  position: draft.position.trim() === '' ? null : Number(draft.position),
  brandId: idOf(draft.brandId),
  categoryId: idOf(draft.categoryId),
  subcategoryId: idOf(draft.subcategoryId),
  hint: draft.hint,
  discount: readPercent(draft.discount) ?? 0,
  promo: draft.promo,
  future: draft.future,
  active: draft.active,
  version: draft.version,
})
