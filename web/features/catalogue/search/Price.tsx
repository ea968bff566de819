import type { Product } from '../../../../contract/catalogue.ts'
import { hasPrice, priceOf } from '../../../../contract/price.ts'
import { formatMoney, formatPercent } from '../../../lib/format.ts'
import marks from './marks.module.css'

/** The price of an article with its discount, and the list price where there is a discount. */
export function Price({ product }: { readonly product: Pick<Product, 'listPrice' | 'discount'> }) {
  const { listPrice, discount } = product
  if (!hasPrice(product))
    return (
      <p className={marks.price} data-price="ask">
        Consultar
      </p>
    )
  return (
    <p className={marks.price} data-price>
      <strong>{formatMoney(priceOf({ listPrice, discount }))}</strong>
      {discount > 0 && (
        <span className={marks.priceBefore}>
          <s>
            <span className="visually-hidden">Precio de lista </span>
            {formatMoney(listPrice)}
          </s>
          <em>-{formatPercent(discount)}</em>
        </span>
      )}
    </p>
  )
}
