import { hasPrice, type Priced, priceOf } from '../../../../contract/price.ts'
import { priceReason } from '../../../../contract/price-words.ts'
import { formatCount, formatMoney, formatPercent } from '../../../lib/format.ts'
import marks from './marks.module.css'

/** The price of an article with its discount, the list price where there is a discount, and where the price comes from. */
export function Price({ product }: { readonly product: Priced }) {
  const { listPrice, discount } = product
  if (!hasPrice(product))
    return (
      <p className={marks.price} data-price="ask">
        Consultar
      </p>
    )
  return (
    <p className={marks.price} data-price>
      <strong>{formatMoney(priceOf(product))}</strong>
      {discount > 0 && (
        <span className={marks.priceBefore}>
          <s>
            <span className="visually-hidden">Precio de lista </span>
            {formatMoney(listPrice)}
          </s>
          <em>-{formatPercent(discount)}</em>
        </span>
      )}
      <FirstStep of={product} />
      <Why of={product} />
    </p>
  )
}

/** Where the price of one unit comes from: its list, its promotion; nothing for the base list's. */
export function Why({ of }: { readonly of: Priced }) {
  const why = priceReason(of, 1)
  return why && <small className={marks.step}>{why}</small>
}

/** From how many units on each of them costs less (R351); nothing for an article with one price. */
export function FirstStep({ of: { steps } }: { readonly of: Pick<Priced, 'steps'> }) {
  const step = steps?.[0]
  return (
    step && (
      <small className={marks.step}>
        Desde {formatCount(step.units)}: <b>{formatMoney(step.unitPrice)}</b>
      </small>
    )
  )
}
