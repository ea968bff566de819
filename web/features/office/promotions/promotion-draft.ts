/** The form of a promotion (R358): its draft, from what is stored and to what is sent. Pure. */
import type { PriceList } from '../../../../contract/price-lists.ts'
import { BASE_LIST_ID } from '../../../../contract/price-terms.ts'
import { LEAST_PERCENT, MOST_PERCENT, type PromotionBody, promotionTexts } from '../../../../contract/promotions.ts'
import { isDay } from '../../../../contract/wire.ts'
import type { Problems } from '../../../lib/form-rules.ts'
import { readPercent } from '../../../lib/percent.ts'

/** The field of a list's box, by the list's id. */
export type ListField = `list-${number}`
export const listField = ({ id }: Pick<PriceList, 'id'>): ListField => `list-${id ?? BASE_LIST_ID}`

export type PromotionDraft = Record<ListField, boolean> & {
  name: string
  way: 'percent' | 'price'
  percent: string
  covers: PromotionBody['covers']
  brandId: string
  categoryId: string
  subcategoryId: string
  articles: string
  forAll: boolean
  beginDay: string
  beginHour: string
  endDay: string
  endHour: string
  version: number | undefined
}

type Stored = PromotionBody & { readonly version?: number }

/** The draft of a stored promotion, or of a new one. `lists`: those that there are, the base list among them. */
export function draftOf(stored: Stored | null, lists: readonly PriceList[]): PromotionDraft {
  const chosen = lists.map((list): [ListField, boolean] => [
    listField(list),
    stored?.lists?.includes(list.id ?? BASE_LIST_ID) ?? false,
  ])
  const [beginDay = '', beginHour = ''] = (stored?.begins ?? '').split('T')
  const [endDay = '', endHour = ''] = (stored?.ends ?? '').split('T')
  return {
    ...(Object.fromEntries(chosen) as Record<ListField, boolean>),
    name: stored?.name ?? '',
    way: stored?.percent === null ? 'price' : 'percent',
    percent: stored?.percent ? String(stored.percent / 100).replace('.', ',') : '',
    covers: stored?.covers ?? 'articles',
    brandId: String(stored?.brandId ?? ''),
    categoryId: String(stored?.categoryId ?? ''),
    subcategoryId: String(stored?.subcategoryId ?? ''),
    articles: stored?.articles ?? '',
    forAll: !stored?.lists,
    ...{ beginDay, beginHour, endDay, endHour },
    version: stored?.version,
  }
}

const HOUR = /^([01]?\d|2[0-3]):[0-5]\d$/
const isHour = (text: string): boolean => text.trim() === '' || HOUR.test(text.trim())

/** What is wrong with a draft before it is sent. */
export function problemsOf(draft: PromotionDraft, lists: readonly PriceList[]): Problems<PromotionDraft> {
  const { way, percent, covers, brandId, articles, forAll, beginDay, beginHour, endDay, endHour } = draft
  const hundredths = readPercent(percent)
  const isPercent = hundredths !== null && hundredths >= LEAST_PERCENT && hundredths <= MOST_PERCENT
  const [first] = lists
  const isBranch = isOfBranch(draft)
  return {
    percent: way === 'percent' && !isPercent ? promotionTexts.percent : undefined,
    brandId: isBranch && brandId === '' ? promotionTexts.brand : undefined,
    categoryId: isBranch && covers === 'category' && draft.categoryId === '' ? 'Elija una categoría' : undefined,
    articles: !isBranch && articles.trim() === '' ? promotionTexts.articles : undefined,
    ...(first &&
      !forAll &&
      lists.every((list) => !draft[listField(list)]) && { [listField(first)]: promotionTexts.lists }),
    beginDay: beginDay.trim() === '' ? promotionTexts.begins : undefined,
    beginHour: isHour(beginHour) ? undefined : promotionTexts.hour,
    endDay: endDay.trim() === '' ? promotionTexts.ends : isBackwards(draft) ? promotionTexts.endsBefore : undefined,
    endHour: isHour(endHour) ? undefined : promotionTexts.hour,
  }
}

function isBackwards({ beginDay, beginHour, endDay, endHour }: PromotionDraft): boolean {
  if (!isDay(beginDay) || !isDay(endDay)) return false
  return (
    endDay < beginDay || (endDay === beginDay && endHour.trim() !== '' && twoDigits(endHour) <= twoDigits(beginHour))
  )
}

const twoDigits = (hour: string): string => hour.trim().padStart(5, '0')

/** Whether it is of a brand or category; a promotion by price is of articles. */
export const isOfBranch = ({ way, covers }: Pick<PromotionDraft, 'way' | 'covers'>): boolean =>
  way === 'percent' && covers !== 'articles'

const moment = (day: string, hour: string): string => (hour.trim() === '' ? day : `${day}T${twoDigits(hour)}`)
const idOf = (text: string): number | null => (text === '' ? null : Number(text))

/** What is sent of a draft. */
export function bodyOf(draft: PromotionDraft, lists: readonly PriceList[]): PromotionBody {
  const isBranch = isOfBranch(draft)
  const ofCategory = isBranch && draft.covers === 'category'
  return {
    name: draft.name.trim(),
    percent: draft.way === 'percent' ? readPercent(draft.percent) : null,
    covers: isBranch ? draft.covers : 'articles',
    brandId: isBranch ? idOf(draft.brandId) : null,
    categoryId: ofCategory ? idOf(draft.categoryId) : null,
    subcategoryId: ofCategory ? idOf(draft.subcategoryId) : null,
    articles: isBranch ? '' : draft.articles,
    lists: draft.forAll ? null : lists.filter((list) => draft[listField(list)]).map(({ id }) => id ?? BASE_LIST_ID),
    begins: moment(draft.beginDay, draft.beginHour),
    ends: moment(draft.endDay, draft.endHour),
  }
}
