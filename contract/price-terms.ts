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

/** What is told of one article: its price in the client's list, and the client's own; undefined where there is none. */
export interface Told {
  readonly listed: number | undefined
  readonly own: OwnPrice | undefined
}

/** 'Lista Interior'. */
const listInWords = (name: string): string => (/^lista/i.test(name) ? name : `Lista ${name}`)

/** What the price of one unit is made of by terms, from what it is made of by the base list; whether steps lower it, too. */
export function partsBy(
  { list, isListWhole, bonus }: Terms,
  base: PriceParts,
  { listed, own }: Told,
): PriceParts & { readonly bonus: number; readonly isLowered: boolean } {
  const listPrice = own?.listPrice ?? listed ?? (list !== null && isListWhole ? 0 : base.listPrice)
  const isLowered = own?.withDiscount ?? true
  return { listPrice, discount: isLowered ? base.discount : 0, bonus: isLowered ? bonus : 0, isLowered }
}

/** An article's price by terms, from what it costs by the base list. */
export function pricedBy(terms: Terms, base: Priced, told: Told) {
  const { listPrice, discount, bonus, isLowered } = partsBy(terms, base, told)
  const { listed, own } = told
  const { list } = terms
  const isListed = own === undefined && listed !== undefined
  const unit = (percent: number): number => unitOf({ listPrice, discount: percent, bonus })
  const steps =
    isLowered && listPrice > 0
      ? base.steps?.map((step): PriceStep => ({ ...step, unitPrice: unit(step.percent) }))
      : null
  const reason = [
    own ? OWN_PRICE : isListed && list !== null ? listInWords(list) : '',
    bonus > 0 && `bonificación ${percentText(bonus)} %`,
  ]
  return {
    listPrice,
    discount,
    unitPrice: bonus > 0 ? unit(discount) : null,
    steps: steps ?? null,
    reason: reason.filter(Boolean).join(', '),
  }
}
