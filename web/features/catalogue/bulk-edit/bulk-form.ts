/** The logic of the bulk edit's form: the fields to change, their new values, and their problems. Pure. */
import { type BulkChanges, bulkTexts } from '../../../../contract/bulk-edit.ts'
import type { Problems } from '../../../lib/form-rules.ts'
import { readPercent } from '../../../lib/percent.ts'

/** The fields that can be changed, in the order of the screen. */
export const FIELDS = ['discount', 'brand', 'category', 'subcategory', 'promo', 'future', 'active', 'hint'] as const
export type Field = (typeof FIELDS)[number]

/** `set…` tells whether the field is to be changed. Values are as in their controls; '' in a list is no choice. */
export type BulkDraft = { [F in Field as `set${Capitalize<F>}`]: boolean } & Record<Field, string> & {
    /** 'set': the discount becomes this; 'add': it is added to the one that each has. */
    discountWay: string
  }

export const emptyDraft: BulkDraft = {
  setDiscount: false,
  discount: '',
  discountWay: 'set',
  setBrand: false,
  brand: '',
  setCategory: false,
  category: '',
  setSubcategory: false,
  subcategory: '',
  setPromo: false,
  promo: 'si',
  setFuture: false,
  future: 'si',
  setActive: false,
  active: 'si',
  setHint: false,
  hint: '',
}

/** Hundredths of a point from '5,5', '+5' or '-5'; null when it is no number from -100 to 100 in steps of 0.01. */
function readPoints(text: string): number | null {
  const [, sign, points] = /^([+-]?)(.*)$/.exec(text.trim()) ?? []
  const hundredths = readPercent(points ?? '')
  return sign === '-' && hundredths ? -hundredths : hundredths
}

const adds = ({ discountWay }: BulkDraft): boolean => discountWay === 'add'
const discountOf = (draft: BulkDraft): number | null =>
  adds(draft) ? readPoints(draft.discount) : readPercent(draft.discount)

/** The problem of a discount that is typed wrongly; an empty one is not reported yet. */
export function problemsOf(draft: BulkDraft): Problems<BulkDraft> {
  if (draft.setDiscount && draft.discount.trim() !== '' && discountOf(draft) === null)
    return { discount: adds(draft) ? bulkTexts.points : bulkTexts.discount }
  return {}
}

const idOf = (chosen: string): number | null => (chosen === '' ? null : Number(chosen))

/** The changes of the ticked fields; null while no field is ticked, or the discount is wrong. */
export function changesOf(draft: BulkDraft): BulkChanges | null {
  const discount = draft.setDiscount ? discountOf(draft) : undefined
  if (discount === null || !FIELDS.some((field) => isSet(draft, field))) return null
  const changes: BulkChanges = {}
  if (discount !== undefined) changes[adds(draft) ? 'addDiscount' : 'discount'] = discount
  if (draft.setBrand) changes.brandId = idOf(draft.brand)
  if (draft.setCategory) changes.categoryId = idOf(draft.category)
  if (isSet(draft, 'subcategory')) changes.subcategoryId = idOf(draft.subcategory)
  if (draft.setPromo) changes.promo = draft.promo === 'si'
  if (draft.setFuture) changes.future = draft.future === 'si'
  if (draft.setActive) changes.active = draft.active === 'si'
  if (draft.setHint) changes.hint = draft.hint.trim()
  return changes
}

/** A subcategory can be chosen only below a chosen category (R202). */
export const offersSubcategory = ({ setCategory, category }: BulkDraft): boolean => setCategory && category !== ''

function isSet(draft: BulkDraft, field: Field): boolean {
  const name = `set${field[0]?.toUpperCase()}${field.slice(1)}` as `set${Capitalize<Field>}`
  return draft[name] && (field !== 'subcategory' || offersSubcategory(draft))
}
