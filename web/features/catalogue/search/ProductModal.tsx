/** The detail of an article: all its pictures and videos, its data, and the way into the cart. */
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Product } from '../../../../contract/catalogue.ts'
import { imageAddress, isVideo } from '../../../../contract/media.ts'
import { hasPrice, priceOf } from '../../../../contract/price.ts'
import { formatCount, formatMoney, formatPercent } from '../../../lib/format.ts'
import { lineWaits } from '../../../shop/book/waiting-words.ts'
import { ContactWays } from '../../../shop/ContactWays.tsx'
import { usePendingLine } from '../../../shop/cart.ts'
import { chooseFirst, useClientId } from '../../../shop/chosen-client.ts'
import { useComingPrices } from '../../../shop/coming-prices.ts'
import { WishButton } from '../../../shop/notices/NoticeButton.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { QuantityBox } from '../../../ui/QuantityBox.tsx'
import { quantityTip, saveTyped } from '../../../ui/quantity.ts'
import { MediaCarousel, type MediaSlide } from './MediaCarousel.tsx'
import marks from './marks.module.css'
import { Price } from './Price.tsx'
import styles from './ProductModal.module.css'
import { agesOf, packsOf, stockOf } from './product-text.ts'
import { useTaken } from './taken.ts'

interface ProductModalProps {
  readonly product: Product
  /** Its brand's name; '' while it is not known. */
  readonly brand: string
  /** Its neighbours in the list; undefined where there is none. */
  readonly before: Product | undefined
  readonly after: Product | undefined
  readonly onOpen: (code: string) => void
  /** Units in the cart, 0 for none. */
  readonly inCart: number
  /** Null for those who order for themselves; else the observation of the cart's line (sellers). */
  readonly note: string | null
  readonly onClose: () => void
  /** Answers false when the quantity was refused at once. Null while staff have chosen no client. */
  readonly onSave: ((quantity: number, note: string | undefined) => boolean) | null
  readonly onAskForClient: () => void
}

function slidesOf(product: Product): MediaSlide[] {
  const files = [product.media1, product.media2, product.media3, product.media4, product.media5]
  const slides = files.flatMap((file, at): MediaSlide[] =>
    file === null
      ? []
      : [
          {
            key: at,
            source: imageAddress(product.articleId, at + 1, file, 1200),
            video: isVideo(file),
            alt: `${product.description}, imagen ${at + 1}`,
          },
        ],
  )
  return slides.length > 0 ? slides : [{ key: 0, source: null, video: false, alt: product.description }]
}

export function ProductModal(props: ProductModalProps) {
  const { product, brand, before, after, inCart, note, onClose, onOpen, onSave, onAskForClient } = props
  const { code, description, hint, ean, weight, licence, gender } = product
  const taken = useTaken(product.articleId)
  const coming = useComingPrices([product.articleId], useClientId()).get(product.articleId)
  useNeighbourKeys(before, after, onOpen)
  useFocusOfLast(code)
  const slides = slidesOf(product)
  const lacksAnything = !hasPrice(product) || (product.stock ?? 1) <= 0
  const audience = [agesOf(product), licence, gender]
  const facts = [stockOf(product), ...audience, weight && `Peso ${weight} g`, ean && `EAN ${ean}`]
    .filter(Boolean)
    .join(' · ')
  return (
    <Modal
      title={`${code} · ${description}`}
      size="large"
      onClose={onClose}
      footer={
        (before || after) && (
          <>
            <Neighbour of={before} word="Anterior" onOpen={onOpen} />
            <Neighbour of={after} word="Siguiente" onOpen={onOpen} />
          </>
        )
      }
    >
      {/* The key: what was typed for one article must not show up for the next. */}
      <div key={code} className={styles.root}>
        <MediaCarousel
          label={`Imágenes de ${description}`}
          slides={slides}
          // Where there is nothing to see, the price and the buttons come first on a phone.
          wide={slides[0]?.source === null}
          zooms
        />
        <div className={styles.data}>
          {(product.promo || product.future) && (
            <div className={styles.tags}>
              {product.promo && <span className={`${marks.tag} ${marks.tagPromo}`}>PROMO</span>}
              {product.future && <span className={`${marks.tag} ${marks.tagFuture}`}>FUTURO</span>}
            </div>
          )}
          {brand && <p className={styles.hint}>{brand}</p>}
          {/* All steps stand in the ladder below. */}
          <Price product={{ ...product, steps: undefined }} />
          <Ladder of={product} />
          {coming && <p>{coming}</p>}
          <p>{packsOf(product, 'Interno')}</p>
          {facts && <p>{facts}</p>}
          {lacksAnything && <WishButton of={product} className={`button button--plain button--small ${styles.wish}`} />}
          {taken && (
            <p>
              Última vez: {taken.words}
              {taken.since(priceOf(product))}
            </p>
          )}
          {hint && <p className={styles.hint}>{hint}</p>}
          {!hasPrice(product) ? (
            <div>
              <p className={styles.hint}>Este artículo no tiene precio publicado. Consulte con ventas.</p>
              <ContactWays text={`Consulta por el artículo ${code} · ${description}`} />
            </div>
          ) : onSave ? (
            <BuyForm product={product} inCart={inCart} note={note} onSave={onSave} />
          ) : (
            <button type="button" className="button" onClick={onAskForClient}>
              {chooseFirst}
            </button>
          )}
        </div>
      </div>
    </Modal>
  )
}

/** What a unit costs by quantity (R351); nothing for an article with one price. */
function Ladder({ of: { steps, code } }: { of: Product }) {
  if (!steps) return null
  return (
    <ul className={styles.ladder} aria-label={`Precios por cantidad de ${code}`}>
      {steps.map(({ units, percent, unitPrice }) => (
        <li key={units}>
          {formatCount(units)} o más: <strong>{formatMoney(unitPrice)}</strong> <em>-{formatPercent(percent)}</em>
        </li>
      ))}
    </ul>
  )
}

/** The side arrows lead to the articles beside this one, but not out of a box, nor from the pictures, which they move. */
function useNeighbourKeys(before: Product | undefined, after: Product | undefined, onOpen: (code: string) => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTaken = event.defaultPrevented || (event.target as Element).matches?.('input, textarea, select, video')
      if (isTaken || event.ctrlKey || event.metaKey || event.altKey) return
      const next = event.key === 'ArrowLeft' ? before : event.key === 'ArrowRight' ? after : undefined
      if (next) onOpen(next.code)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [before, after, onOpen])
}

/** Closed on another article than it was opened on, the dialog leaves the focus on the one last seen (R260). */
function useFocusOfLast(code: string) {
  const opened = useRef(code)
  const last = useRef(code)
  last.current = code
  useEffect(
    () => () => {
      if (last.current === opened.current) return
      const item = document.querySelector(`[data-code="${CSS.escape(last.current)}"]`)
      // After the dialog has given the focus back to what opened it.
      requestAnimationFrame(() => item?.querySelector<HTMLElement>('article, button')?.focus())
    },
    [],
  )
}

/** Leads to the article beside this one. Grey at the ends of the list, so that the other button stays under the finger. */
function Neighbour(props: { of: Product | undefined; word: string; onOpen: (code: string) => void }) {
  const { of, word, onOpen } = props
  return (
    <button type="button" className="button button--plain" aria-disabled={!of} onClick={() => of && onOpen(of.code)}>
      {word === 'Anterior' && <IconChevronLeft size={18} aria-hidden="true" />}
      {word}
      <span className="visually-hidden">{of ? `: ${of.code} ${of.description}` : ': no hay'}</span>
      {word === 'Siguiente' && <IconChevronRight size={18} aria-hidden="true" />}
    </button>
  )
}

type BuyFormProps = Pick<ProductModalProps, 'product' | 'inCart' | 'note'> & {
  onSave: NonNullable<ProductModalProps['onSave']>
}

function BuyForm({ product, inCart, note, onSave }: BuyFormProps) {
  const { articleId, code, multiple } = product
  const pending = usePendingLine(articleId)
  const [text, setText] = useState(String(pending?.quantity ?? (inCart || multiple)))
  // Null until the user writes: the cart may load after the dialog, and an empty box must not erase its observation.
  const [written, setWritten] = useState<string | null>(null)
  const observation = written ?? pending?.note ?? note ?? ''
  const noteId = useId()
  const save = (quantity: number) => {
    if (!onSave(quantity, written?.trim())) setText(String(inCart || multiple))
  }
  return (
    <div className={styles.buy}>
      {note !== null && (
        <div className="field">
          <label className="field__label" htmlFor={noteId}>
            Observación
          </label>
          <input
            id={noteId}
            className="input"
            maxLength={500}
            value={observation}
            onChange={(event) => setWritten(event.target.value)}
          />
        </div>
      )}
      <div className={styles.order}>
        <QuantityBox of={code} multiple={multiple} value={text} onChange={setText} onSave={save} />
        <button
          type="button"
          className="button button--small"
          onClick={({ currentTarget }) => saveTyped(text, currentTarget, save)}
        >
          AGREGAR AL CARRITO
        </button>
      </div>
      {multiple > 1 && <p className={styles.hint}>{quantityTip(multiple)}</p>}
      {pending?.state === 'refused' && <p className={styles.hint}>No guardado: {pending.reason}</p>}
      {pending?.state === 'waiting' && (
        <p className={styles.hint}>
          Guardado en este equipo: {pending.quantity}, {lineWaits[pending.waitsFor ?? 'signal']}
        </p>
      )}
      {inCart > 0 && !pending && <p className={styles.inCart}>Guardado: {inCart} en el carrito</p>}
    </div>
  )
}
