/** The article of a code, and how many of it. */
import { useEffect, useRef, useState } from 'react'
import type { CatalogueRow } from '../../../contract/catalogue.ts'
import { hasPrice, priceAt } from '../../../contract/price.ts'
import { formatCount } from '../../lib/format.ts'
import { MediaView } from '../../ui/MediaView.tsx'
import { Money } from '../../ui/Money.tsx'
import { QuantityBox } from '../../ui/QuantityBox.tsx'
import { saveTyped, typedQuantity } from '../../ui/quantity.ts'
import { useCart, usePendingLine, useSaveCartLine } from '../cart.ts'
import styles from './scan.module.css'

interface ScannedArticleProps {
  readonly article: CatalogueRow
  /** Called when the article is on its way into the cart. */
  readonly onAdded: () => void
  readonly onSkip: () => void
}

/** Enter adds the article. Where the cart has it already, its quantity is shown, and is changed. */
export function ScannedArticle({ article, onAdded, onSkip }: ScannedArticleProps) {
  const { articleId, code, description, multiple, image } = article
  const { lines } = useCart()
  const save = useSaveCartLine()
  const pending = usePendingLine(articleId)
  const inCart = pending?.quantity ?? lines.get(articleId)?.quantity ?? 0
  const [text, setText] = useState(String(inCart || multiple))
  const form = useRef<HTMLDivElement>(null)
  const isSold = hasPrice(article)
  const add = (quantity: number) => {
    if (isSold && save({ articleId, code, quantity, article })) onAdded()
  }
  // The quantity gets the focus; on a touch screen the button does, because the keyboard would cover half the screen.
  useEffect(() => {
    const touch = window.matchMedia('(pointer: coarse)').matches
    const next = form.current?.querySelector<HTMLElement>(touch || !isSold ? '[data-next]' : 'input')
    next?.focus()
    if (next instanceof HTMLInputElement) next.select()
  }, [isSold])
  return (
    <section ref={form} className={styles.article} aria-label={`${code} ${description}`}>
      <MediaView source={image} alt="" eager className={styles.photo} />
      <div className={styles.facts}>
        <strong>{code}</strong>
        <span>{description}</span>
        {isSold ? <Money cents={priceAt(article, typedQuantity(text) ?? 1)} /> : <span>Consultar</span>}
        {inCart > 0 && <span className={styles.inCart}>Ya tiene {formatCount(inCart)} en el carrito</span>}
      </div>
      <div className={styles.order}>
        {isSold ? (
          <>
            <QuantityBox of={code} multiple={multiple} value={text} onChange={setText} onSave={add} />
            <button
              type="button"
              className="button"
              data-next
              onClick={({ currentTarget }) => saveTyped(text, currentTarget, add)}
            >
              {inCart > 0 ? 'Cambiar' : 'Agregar'}
            </button>
            <button type="button" className="button button--plain" onClick={onSkip}>
              Saltar
            </button>
          </>
        ) : (
          <button type="button" className="button button--plain" data-next onClick={onSkip}>
            Seguir
          </button>
        )}
      </div>
    </section>
  )
}
