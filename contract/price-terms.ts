/** The price of an article by a client's terms (R352): pure, the twin of server/db/price.ts. */
import { percentText } from './amounts.ts'
import { type Priced, type PriceParts, type PriceStep, unitOf } from './price.ts'

/** What an own price is called. */
export const OWN_PRICE = 'Precio especial'

/** What a client buys by, beside the base list. */
export interface Terms {
  /** Its list, by name; null: the base list. */
  readonly list: string | null
  /** Whether an article that the list lacks has no price, instead of that of the base list. */
  readonly isListWhole: boolean
  /** Hundredths of a percent. */
  readonly bonus: number
}

/** A client's own price of an article, in cents. */
export interface OwnPrice {
  readonly listPrice: number
  /** Whether discount, steps and bonus lower it further. */
  readonly withDiscount: boolean
}

/** What steps of a list's own make of an article: its discount and its steps, those that hold for all lists among them. */
export type SteppedInList = Required<Pick<Priced, 'discount' | 'steps'>>

/** A promotion that runs, with the articles that it is of (R358). */
export interface RunningPromotion {
  readonly name: string
  /** The ids of the lists whose buyers it is for, BASE_LIST_ID among them or not; null: for all. */
  readonly lists: readonly number[] | null
  /** Hundredths of a percent; null: a promotion by price. */
  readonly percent: number | null
  readonly articleIds: readonly number[]
  /** Of a promotion by price, each article's, in cents. */
  readonly prices: readonly number[] | null
}

/** Stands for the base list where lists are named by id. */
export const BASE_LIST_ID = 0

/** What the promotions that run make of one article: the lowest price and the greatest percent, each with its promotion's name. */
export interface Promoted {
  readonly price?: { readonly cents: number; readonly name: string }
  readonly percent?: { readonly percent: number; readonly name: string }
}

/** What running promotions, in the order of their ids, make of articles for who buys by a list; null: the base list. */
export function promotedIn(running: readonly RunningPromotion[], list: number | null): ReadonlyMap<number, Promoted> {
  const promoted = new Map<number, Promoted>()
  for (const { name, lists, percent, articleIds, prices } of running) {
    if (lists && !lists.includes(list ?? BASE_LIST_ID)) continue
    for (const [nth, articleId] of articleIds.entries()) {
      const before = promoted.get(articleId)
      const cents = prices?.[nth]
      if (cents !== undefined && cents < (before?.price?.cents ?? Number.POSITIVE_INFINITY))
        promoted.set(articleId, { ...before, price: { cents, name } })
      if (percent !== null && percent > (before?.percent?.percent ?? 0))
        promoted.set(articleId, { ...before, percent: { percent, name } })
    }
  }
  return promoted
}

/** What is told of one article: its price in the client's list, the client's own, and promotions; undefined where there is none. */
export interface Told {
  readonly listed: number | undefined
  readonly own: OwnPrice | undefined
  readonly promoted: Promoted | undefined
}

/** 'Lista Interior'. */
const listInWords = (name: string): string => (/^lista/i.test(name) ? name : `Lista ${name}`)

/** 'Promoción Día del Niño'. */
export const promotionInWords = (name: string): string => (/^promo/i.test(name) ? name : `Promoción ${name}`)

/** What the price of one unit is made of by terms. */
interface PartsByTerms extends PriceParts {
  readonly bonus: number
  /** Whether discount and steps lower it. */
  readonly isLowered: boolean
  /** Whether the start is a promotion's price. */
  readonly isPromoted: boolean
  /** The name of the promotion that the start or the discount is of. */
  readonly promotion: string | undefined
}

/** What the price of one unit is made of by terms, from what it is made of by the base list (R352, R358). */
export function partsBy(
  { list, isListWhole, bonus }: Terms,
  base: PriceParts,
  { listed, own, promoted }: Told,
): PartsByTerms {
  const start = own?.listPrice ?? listed ?? (list !== null && isListWhole ? 0 : base.listPrice)
  const lower = promoted?.price && promoted.price.cents < start ? promoted.price : undefined
  const isOwnLowered = own?.withDiscount ?? true
  const isLowered = isOwnLowered && !lower
  const percent = isLowered ? promoted?.percent : undefined
  const discount = isLowered ? base.discount : 0
  const isGreater = percent !== undefined && percent.percent > discount
  return {
    listPrice: lower?.cents ?? start,
    discount: isGreater ? percent.percent : discount,
    bonus: isOwnLowered || lower ? bonus : 0,
    isLowered,
    isPromoted: lower !== undefined,
    promotion: isGreater && start > 0 ? percent.name : lower?.name,
  }
}

/** An article's price by terms, from what it costs by the base list. */
export function pricedBy(terms: Terms, base: Priced, told: Told) {
  const { listPrice, discount, bonus, isLowered, isPromoted, promotion } = partsBy(terms, base, told)
  const { listed, own } = told
  const unit = (percent: number): number => unitOf({ listPrice, discount: percent, bonus })
  const steps =
    isLowered && listPrice > 0
      ? base.steps
          ?.filter(({ percent }) => percent > discount)
          .map((step): PriceStep => ({ ...step, unitPrice: unit(step.percent) }))
      : undefined
  const reason = [startInWords(), bonus > 0 && `bonificación ${percentText(bonus)} %`]
  return {
    listPrice,
    discount,
    unitPrice: bonus > 0 ? unit(discount) : null,
    steps: steps?.length ? steps : null,
    reason: reason.filter(Boolean).join(', '),
    promotion: promotion === undefined ? '' : promotionInWords(promotion),
  }

  function startInWords(): string {
    if (isPromoted) return ''
    if (own) return OWN_PRICE
    return listed !== undefined && terms.list !== null ? listInWords(terms.list) : ''
  }
}
