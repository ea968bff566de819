import { useState } from 'react'
import type { RepeatedLine } from '../../../../contract/orders.ts'
import { formatCount } from '../../../lib/format.ts'
import type { PageState } from '../../../lib/navigation.ts'
import { useCartOwner } from '../../../shop/cart.ts'
import { type FilledBy, fillWords } from '../../../shop/orders/fill-words.ts'
import { PriceMovesNote } from '../../../shop/PriceSince.tsx'
import { priceMoves } from '../../../shop/price-since.ts'
import { ReviewTable } from '../../../shop/review/ReviewTable.tsx'
import { bareRow, type OpenRow, openRow } from '../../../shop/review/review-rows.ts'
import { StoredLines } from '../../../shop/review/StoredLines.tsx'
import { useAdding, useReview } from '../../../shop/review/use-review.ts'
import styles from './cart.module.css'
import { TakenSubstitutes } from './TakenSubstitutes.tsx'

const wentIn = ({ outcome }: RepeatedLine): boolean => outcome === 'agregado' || outcome === 'cantidad'

/**
 * The lines that did not go into the cart, as rows of a review: the user takes a similar article or chooses another, and says
 * yes to what is still owed or does not come.
 */
const rowsOf = (lines: readonly RepeatedLine[]): OpenRow[] =>
  lines
    .filter((line) => !wentIn(line))
    .map(({ articleId, code, description, askedQuantity, outcome, unitPriceBefore, reason = '', proposals = [] }, at) =>
      openRow(at, {
        ...bareRow,
        text: `${code} ${description} · ${formatCount(askedQuantity)}`,
        reason,
        articles: proposals,
        askedQuantity,
        ...(outcome === 'sin-venta' &&
          articleId !== undefined && { instead: { articleId, code, description, unitPriceBefore } }),
      }),
    )

interface RepeatReportProps {
  readonly lines: readonly RepeatedLine[]
  readonly by: FilledBy
  /** What was in the cart with another quantity. */
  readonly replaced: NonNullable<PageState['replaced']>
}

/**
 * What became of a repeated order or a loaded list, above the cart with its lines. Each line that differs is listed (R23) and
 * mended in place (R244); a note tells how the prices moved since then (R242).
 */
export function RepeatReport({ lines, by, replaced }: RepeatReportProps) {
  const { done, pricesThen } = fillWords[by]
  const owner = useCartOwner()
  const review = useReview(owner, () => rowsOf(lines))
  const [closed, setClosed] = useState(false)
  const adding = useAdding(review)
  if (closed) return null
  const added = lines.filter(wentIn).length
  const substituted = lines.filter(({ substitute }) => substitute)
  const changedQuantities = lines.filter(({ outcome, substitute }) => outcome === 'cantidad' && !substitute)
  const isAllAsBefore = [review.rows, changedQuantities, substituted, replaced].every(({ length }) => length === 0)
  const moves = priceMoves(
    lines
      .filter(({ substitute }) => !substitute)
      .map(({ unitPriceBefore: before, unitPrice: now, ...line }) => ({ ...line, before, now })),
  )
  return (
    <div className={styles.report}>
      <section className={`notice ${isAllAsBefore ? 'notice--ok' : ''}`} aria-label={done}>
        <p>
          <strong>
            {done}: se {added === 1 ? 'agregó 1 artículo' : `agregaron ${added} artículos`} al carrito.
          </strong>
          {review.rows.length > 0 && ` Abajo están los que no se agregaron (${review.rows.length}), con el motivo.`}
        </p>
        {replaced.length > 0 && (
          <p>
            Ya estaban en el carrito y quedaron con la cantidad de {by === 'order' ? 'aquel pedido' : 'la lista'}:{' '}
            {replaced
              .map(({ code, quantity, now }) => `${code} (${formatCount(quantity)} → ${formatCount(now)})`)
              .join(', ')}
            .
          </p>
        )}
        {moves && <PriceMovesNote moves={moves} then={pricesThen} />}
        <button type="button" className="button button--quiet" onClick={() => setClosed(true)}>
          Entendido
        </button>
      </section>
      <TakenSubstitutes lines={substituted} clientId={owner.clientId} />
      <ReviewTable
        review={review}
        label="Lo que no se agregó"
        heading={by === 'order' ? 'Pedido' : 'Lista'}
        verb="Agregar"
        {...adding}
      />
      <StoredLines lines={[...review.stored, ...changedQuantities]} />
    </div>
  )
}
