/** One article of the list (R102). Native elements and memo: hundreds of them are on a page. */
import { memo } from 'react'
import type { CatalogueRow } from '../../../../contract/catalogue.ts'
import { isVideo } from '../../../../contract/media.ts'
import { hasPrice, NO_CLIENT } from '../../../../contract/rules.ts'
import { chooseFirst } from '../../../shop/chosen-client.ts'
import { MediaView } from '../../../ui/MediaView.tsx'
import { Buy } from './Buy.tsx'
import { Hint, LastTaken } from './Hint.tsx'
import { Price } from './Price.tsx'
import { packsOf, stockOf } from './product-text.ts'
import type { CardActions } from './use-card-actions.ts'

interface CardProps {
  readonly product: CatalogueRow
  /** Its brand's name; '' while it is not known. */
  readonly brand: string
  /** Units in the cart, 0 for none. */
  readonly inCart: number
  /** The observation of the cart's line. */
  readonly note: string
  /** The client that staff order for, −1 while none is chosen; null for a cliente, who orders for himself. */
  readonly behalfOf: number | null
  /** Where the Tab key enters the list; arrows lead on (list-keys.ts). */
  readonly first: boolean
  /** Pictures of the first view load at once. */
  readonly eager: boolean
  /** Must be the same functions at every render: the card is memoised. */
  readonly actions: CardActions
}

/** Whether a click on this part of a card opens the article: every part does, except the controls. */
const opensDetail = (target: EventTarget): boolean =>
  // A click that ends the selection of a text does not count.
  (window.getSelection()?.isCollapsed ?? true) &&
  !(target as Element).closest('button, input, .quantity, .buy')

export const Card = memo(function Card(props: CardProps) {
  const { product, brand, inCart, behalfOf, first, eager, actions } = props
  const { code, description, media1, image } = product
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the name is the keyboard's way to the same.
    <article
      className="card"
      data-in-cart={inCart > 0 || undefined}
      data-plain={image === null || undefined}
      aria-label={`${code} ${description}`}
      tabIndex={first ? 0 : -1}
      onClick={({ target }) => opensDetail(target) && actions.open(product)}
    >
      <div className="card-photo">
        <MediaView
          source={image}
          video={media1 !== null && isVideo(media1)}
          alt=""
          width={240}
          height={230}
          eager={eager}
        />
        <LastTaken of={product} className="card-taken" />
      </div>
      {(product.promo || product.future) && (
        <div className="card-tags">
          {product.promo && <span className="tag tag-promo">PROMO</span>}
          {product.future && <span className="tag tag-future">FUTURO</span>}
        </div>
      )}
      <div className="card-body">
        <div className="card-code">
          {code}
          <Hint of={product} />
          {brand && <span className="card-brand">{brand}</span>}
        </div>
        <button
          type="button"
          className="card-name"
          aria-haspopup="dialog"
          onClick={() => actions.open(product)}
        >
          <span>{description}</span>
        </button>
        <span className="card-packs">{packsOf(product)}</span>
        {stockOf(product) && <span className="card-packs">{stockOf(product)}</span>}
        <Price product={product} />
        {!hasPrice(product.listPrice) && (
          <div className="buy">
            <button
              type="button"
              className="add add--ask"
              aria-haspopup="dialog"
              onClick={() => actions.open(product)}
            >
              Cómo consultar
              <span className="visually-hidden"> por {code}</span>
            </button>
          </div>
        )}
        {hasPrice(product.listPrice) &&
          (behalfOf === NO_CLIENT ? (
            <div className="buy">
              <button type="button" className="add add--ask" onClick={actions.askForClient}>
                {chooseFirst}
                <span className="visually-hidden"> para ordenar {code}</span>
              </button>
            </div>
          ) : (
            // The key: what was typed for one client must not show up for the next.
            <Buy key={behalfOf} {...props} />
          ))}
      </div>
    </article>
  )
})
