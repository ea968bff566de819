import type { Product } from '../../../../contract/catalogue.ts'
import { hasPrice, priceOf } from '../../../../contract/price.ts'
import { formatCount, formatMoney, formatPercent } from '../../../lib/format.ts'
import marks from './marks.module.css'

/** The price of an article with its discount, and the list price where there is a discount. */
export function Price({ product }: { readonly product: Pick<Product, 'listPrice' | 'discount' | 'steps'> }) {
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
    </p>
  )
}

/** From how many units on each of them costs less (R351); nothing for an article with one price. */
export function FirstStep({ of: { steps } }: { readonly of: Pick<Product, 'steps'> }) {
  const step = steps?.[0]
  return (
    step && (
      <small className={marks.step}>
        Desde {formatCount(step.units)}: <b>{formatMoney(step.unitPrice)}</b>
      </small>
    )
  )
}
