/** One article of the list (spec 1 section 2). Native elements and memo: hundreds of them are on a page. */
import { IconInfoCircle } from '@tabler/icons-react'
import { memo, useState } from 'react'
import type { CatalogueRow } from '../../../contract/catalogue.ts'
import { isVideo } from '../../../contract/media.ts'
import { hasPrice } from '../../../contract/rules.ts'
import { formatCount } from '../../lib/format.ts'
import { MediaView } from '../../ui/MediaView.tsx'
import { QuantityBox } from '../../ui/QuantityBox.tsx'
import { readQuantity } from '../../ui/quantity.ts'
import { Price } from './Price.tsx'
import { packsOf } from './product-text.ts'
import type { CardActions } from './use-card-actions.ts'

interface CardProps {
  readonly product: CatalogueRow
  /** Units in the cart, 0 for none. */
  readonly inCart: number
  /** Pictures of the first view load at once. */
  readonly eager: boolean
  /** The same functions at every render. */
  readonly actions: CardActions
}

export const Card = memo(function Card({ product, inCart, eager, actions }: CardProps) {
  const { code, description, hint, media1 } = product
  return (
    <article className="card" data-in-cart={inCart > 0 || undefined} aria-label={`${code} ${description}`}>
      {/* The name below opens the same: one stop for the keyboard is enough. */}
      <button
        type="button"
        className="card-photo"
        tabIndex={-1}
        aria-hidden="true"
        onClick={() => actions.open(product)}
        onPointerEnter={actions.prepareDetail}
      >
        <MediaView
          source={product.image}
          video={media1 !== null && isVideo(media1)}
          alt=""
          width={240}
          height={230}
          eager={eager}
        />
      </button>
      {(product.promo || product.future) && (
        <div className="card-tags">
          {product.promo && <span className="tag tag-promo">PROMO</span>}
          {product.future && <span className="tag tag-future">FUTURO</span>}
        </div>
      )}
      <div className="card-body">
        <div className="card-code">
          {code}
          {hint && (
            <button
              type="button"
              className="card-hint"
              data-tip={hint}
              aria-label={`Indicación de ${code}: ${hint}`}
            >
              <IconInfoCircle size={17} aria-hidden="true" />
            </button>
          )}
        </div>
        <button
          type="button"
          className="card-name"
          aria-haspopup="dialog"
          onClick={() => actions.open(product)}
          onPointerEnter={actions.prepareDetail}
        >
          <span>{description}</span>
        </button>
        <span className="card-packs">{packsOf(product)}</span>
        <Price product={product} />
        {hasPrice(product.listPrice) && <Buy product={product} inCart={inCart} actions={actions} />}
      </div>
    </article>
  )
})

/** Quantity and button. What the server stored comes back as `inCart` and stands in the box. */
function Buy({ product, inCart, actions }: Pick<CardProps, 'product' | 'inCart' | 'actions'>) {
  const { code, multiple } = product
  const stored = String(inCart || multiple)
  const [text, setText] = useState(stored)
  const [seen, setSeen] = useState(inCart)
  if (seen !== inCart) {
    setSeen(inCart)
    setText(stored)
  }
  const asked = readQuantity(text, multiple)
  const saved = inCart > 0 && asked === inCart
  const save = (quantity: number) => {
    if (!actions.save(product, quantity)) setText(stored)
  }
  const word = inCart === 0 ? 'Agregar' : asked === 0 ? 'Quitar' : 'Guardar'
  return (
    <div className="buy">
      <QuantityBox of={code} multiple={multiple} value={text} onChange={setText} onSave={save} />
      <button type="button" className="add" data-saved={saved || undefined} onClick={() => save(asked)}>
        {saved ? `✓ ${formatCount(inCart)}` : word}
        <span className="visually-hidden">{saved ? ` en el carrito, ${code}` : ` ${code}`}</span>
      </button>
    </div>
  )
}
