import type { Product } from '../../../../contract/catalogue.ts'
import { hasPrice, unitPrice } from '../../../../contract/rules.ts'
import { formatMoney, formatPercent } from '../../../lib/format.ts'

/** The price of an article with its discount, and the list price where there is a discount. */
export function Price({ product }: { readonly product: Pick<Product, 'listPrice' | 'discount'> }) {
  const { listPrice, discount } = product
  if (!hasPrice(listPrice)) return <p className="price price--ask">Consultar</p>
  return (
    <p className="price">
      <strong>{formatMoney(unitPrice(listPrice, discount))}</strong>
      {discount > 0 && (
        <span className="price-before">
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
