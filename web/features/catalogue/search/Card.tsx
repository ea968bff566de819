/** One article of the list (R102). Native elements and memo: hundreds of them are on a page. */
import { memo } from 'react'
import type { CatalogueRow } from '../../../../contract/catalogue.ts'
import { isVideo } from '../../../../contract/media.ts'
import { hasPrice } from '../../../../contract/price.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import { chooseFirst } from '../../../shop/chosen-client.ts'
import { MediaView } from '../../../ui/MediaView.tsx'
import { Buy } from './Buy.tsx'
import styles from './catalogue.module.css'
import { Hint, LastTaken } from './Hint.tsx'
import marks from './marks.module.css'
import { Price } from './Price.tsx'
import { packsOf, stockOf } from './product-text.ts'
import type { CardActions } from './use-card-actions.ts'
import { Wish } from './Wish.tsx'

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
  (window.getSelection()?.isCollapsed ?? true) && !(target as Element).closest(`button, input, .${styles.buy}`)

export const Card = memo(function Card(props: CardProps) {
  const { product, brand, inCart, behalfOf, first, eager, actions } = props
  const { code, description, media1, image } = product
  // Over the picture; a card without one is of words alone (R260).
  const tags = (product.promo || product.future) && (
    <div className={styles.cardTags}>
      {product.promo && <span className={`${marks.tag} ${marks.tagPromo}`}>PROMO</span>}
      {product.future && <span className={`${marks.tag} ${marks.tagFuture}`}>FUTURO</span>}
    </div>
  )
  const taken = <LastTaken of={product} className={styles.cardTaken} />
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the name is the keyboard's way to the same.
    <article
      className={styles.card}
      data-in-cart={inCart > 0 || undefined}
      data-plain={image === null || undefined}
      aria-label={`${code} ${description}`}
      tabIndex={first ? 0 : -1}
      onClick={({ target }) => opensDetail(target) && actions.open(product)}
    >
      {image !== null && (
        <div className={styles.cardPhoto}>
          <MediaView
            source={image}
            video={media1 !== null && isVideo(media1)}
            alt=""
            width={240}
            height={230}
            eager={eager}
          />
          {taken}
        </div>
      )}
      {image !== null && tags}
      <div className={styles.cardBody}>
        <div className={styles.cardCode}>
          {code}
          <Hint of={product} />
          {brand && <span className={styles.cardBrand}>{brand}</span>}
          {image === null && tags}
        </div>
        <button type="button" className={styles.cardName} aria-haspopup="dialog" onClick={() => actions.open(product)}>
          <span>{description}</span>
        </button>
        <span className={styles.cardPacks}>{packsOf(product)}</span>
        {stockOf(product) && <span className={styles.cardPacks}>{stockOf(product)}</span>}
        <div className={styles.cardPrice}>
          <Price product={product} />
          <Wish of={product} />
          {image === null && taken}
        </div>
        {!hasPrice(product) && (
          <div className={styles.buy}>
            <button
              type="button"
              className={`${styles.add} ${styles.addAsk}`}
              aria-haspopup="dialog"
              onClick={() => actions.open(product)}
            >
              Cómo consultar
              <span className="visually-hidden"> por {code}</span>
            </button>
          </div>
        )}
        {hasPrice(product) &&
          (behalfOf === NO_CLIENT ? (
            <div className={styles.buy}>
              <button type="button" className={`${styles.add} ${styles.addAsk}`} onClick={actions.askForClient}>
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
