/** One article of the list view: native elements and memo, a thousand of them are on a page (R227). */
import { IconCheck, IconClock, IconLoader2, IconNote, IconNotes, IconRefresh } from '@tabler/icons-react'
import { memo, useEffect, useRef, useState } from 'react'
import type { CatalogueRow } from '../../../../contract/catalogue.ts'
import { isVideo } from '../../../../contract/media.ts'
import { hasPrice, priceOf } from '../../../../contract/price.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import { formatCount, formatMoney, formatPercent } from '../../../lib/format.ts'
import { useRest } from '../../../lib/use-rest.ts'
import type { Pending } from '../../../shop/book/cart-saves.ts'
import { lineWaits } from '../../../shop/book/waiting-words.ts'
import { useCartOwner } from '../../../shop/cart.ts'
import { MediaView } from '../../../ui/MediaView.tsx'
import { quantityTip, typedQuantity } from '../../../ui/quantity.ts'
import { Hint, LastTaken } from './Hint.tsx'
import marks from './marks.module.css'
import { FirstStep, Why } from './Price.tsx'
import { packsOf, stockOf } from './product-text.ts'
import styles from './RowList.module.css'
import { quantityText, unitsTyped } from './row-quantity.ts'
import { keepTyped, typedFor } from './typed.ts'
import type { CardActions } from './use-card-actions.ts'
import { Wish } from './Wish.tsx'

interface RowProps {
  readonly product: CatalogueRow
  /** Units in the cart, 0 for none. */
  readonly inCart: number
  /** The observation of the cart's line. */
  readonly note: string
  readonly pending: Pending | undefined
  /** As in a card (Card.tsx). */
  readonly behalfOf: number | null
  /** Whether quantities are typed in packs. */
  readonly packs: boolean
  readonly actions: CardActions
}

export const Row = memo(function Row(props: RowProps) {
  const { product, behalfOf, actions } = props
  const { code, description, listPrice, discount, media1 } = product
  return (
    <>
      {product.image === null ? (
        <span className={styles.photo} />
      ) : (
        <MediaView
          className={styles.photo}
          source={product.image}
          video={media1 !== null && isVideo(media1)}
          alt=""
          width={64}
          height={64}
        />
      )}
      <span className={styles.code}>{code}</span>
      <span className={styles.what}>
        <span className={styles.name}>
          <button type="button" aria-haspopup="dialog" onClick={() => actions.open(product)}>
            {description}
          </button>
          <Hint of={product} />
          {(product.promo || product.future) && (
            <span className={styles.tags}>
              {product.future && <span className={`${marks.tag} ${marks.tagFuture}`}>FUTURO</span>}
              {product.promo && <span className={`${marks.tag} ${marks.tagPromo}`}>PROMO</span>}
            </span>
          )}
        </span>
        <span className={styles.below}>
          <LastTaken of={product} className={styles.taken} /> <FirstStep of={product} /> <Why of={product} />{' '}
          <Wish of={product} />
        </span>
      </span>
      <span className={styles.packing}>
        {product.unitsPerPack > 0 && <span className={styles.word}>Bulto </span>}
        {packsOf(product).replace(/^Bulto /, '')}
        {stockOf(product) && <small>{stockOf(product)}</small>}
      </span>
      <span className={styles.price}>
        {hasPrice(product) ? (
          <strong>{formatMoney(priceOf(product))}</strong>
        ) : (
          <button type="button" className={marks.action} onClick={() => actions.open(product)}>
            Consultar
            <span className="visually-hidden"> por {code}</span>
          </button>
        )}
        {hasPrice(product) && discount > 0 && (
          <small>
            <s>
              <span className="visually-hidden">Precio de lista </span>
              {formatMoney(listPrice)}
            </s>{' '}
            <em>-{formatPercent(discount)}</em>
          </small>
        )}
      </span>
      {hasPrice(product) && behalfOf !== NO_CLIENT && (
        // The key: what was typed for one client must not show up for the next.
        <Quantity key={behalfOf} {...props} />
      )}
    </>
  )
})

/** Debounce of saving a typed quantity, in milliseconds. */
const SAVE_DEBOUNCE = 600

/**
 * The quantity box and its state, and for staff the observation. The quantity is saved after a pause in typing, and when the
 * box is left (R33); the observation when its box is left, or with the first quantity of its article.
 */
function Quantity({ product, inCart, note, pending, behalfOf, packs, actions }: RowProps) {
  const { articleId, code, multiple, unitsPerPack } = product
  const { userId, clientId } = useCartOwner()
  const size = packs ? unitsPerPack : 0
  const current = pending?.quantity ?? inCart
  const stored = quantityText(current, size)
  // A quantity that was typed in a card and not saved is in units.
  const [typed, setTyped] = useState(() => {
    const { quantity } = typedFor(userId, clientId, articleId)
    return quantity === undefined ? undefined : quantityText(typedQuantity(quantity) ?? 0, size)
  })
  const [typedNote, setTypedNote] = useState(() => typedFor(userId, clientId, articleId).note)
  const keep = (quantity: string | undefined, observation: string | undefined) => {
    const kept = {
      ...(quantity !== undefined && { quantity }),
      ...(observation !== undefined && { note: observation }),
    }
    keepTyped(userId, clientId, articleId, Object.keys(kept).length > 0 ? kept : null)
  }
  const unitsText = (text: string | undefined) => text && String(unitsTyped(text, size).quantity ?? '')
  const type = (text: string | undefined) => {
    setTyped(text)
    keep(unitsText(text), typedNote)
  }
  const typeNote = (text: string | undefined) => {
    setTypedNote(text)
    keep(unitsText(typed), text)
  }
  const storedNote = pending?.note ?? note
  const observation = typedNote ?? storedNote
  /** The quantity last sent from this box, until the box is left: the server may make another quantity of it. */
  const sent = useRef<number>(undefined)
  const send = (quantity: number) => {
    if (quantity === current || quantity === sent.current) return
    sent.current = quantity
    actions.save(product, quantity, typedNote?.trim())
    if (typedNote !== undefined) typeNote(undefined)
  }
  const leaveNote = () => {
    // Without a line there is nothing to save it in: it goes with the article's first quantity.
    if (typedNote === undefined || current === 0) return
    if (typedNote.trim() !== storedNote) actions.save(product, current, typedNote.trim())
    typeNote(undefined)
  }
  const debounced = useRest(send, SAVE_DEBOUNCE)
  const leave = () => {
    debounced.cancel()
    const { quantity } = unitsTyped(typed ?? '', size)
    if (typed !== undefined && quantity !== null) {
      send(quantity)
      setTyped(undefined)
      keep(undefined, quantity > 0 ? undefined : typedNote)
    }
    sent.current = undefined
  }
  const { quantity: units, problem } = unitsTyped(typed ?? stored, size)
  const shown = units ?? 0
  return (
    <>
      <div className={styles.quantity} data-state={pending?.state ?? (inCart > 0 ? 'saved' : undefined)}>
        <div>
          <input
            className="input"
            inputMode="numeric"
            autoComplete="off"
            aria-label={`Cantidad de ${code}${size > 0 ? ', en bultos' : ''}`}
            aria-invalid={problem !== '' || undefined}
            title={multiple > 1 ? quantityTip(multiple) : undefined}
            placeholder={size === 0 && multiple > 1 ? `× ${multiple}` : undefined}
            value={typed ?? stored}
            onChange={({ target }) => {
              type(target.value)
              const { quantity } = unitsTyped(target.value, size)
              // An emptied box is mostly about to get another number: only leaving the box removes the line.
              if (quantity) debounced.later(quantity)
              else debounced.cancel()
            }}
            onFocus={({ target }) => target.select()}
            onBlur={leave}
            onKeyDown={(event) => {
              // In the last box Enter has no box to go to, so it saves here.
              if (event.key === 'Enter') leave()
              if (event.key !== 'Escape' || typed === undefined) return
              event.stopPropagation()
              debounced.cancel()
              type(undefined)
            }}
          />
        </div>
        <div>
          <div className={styles.stateBox}>
            <State code={code} inCart={inCart} pending={pending} onRetry={() => actions.save(product, current)} />
          </div>
        </div>
        {packs && (
          <span className={styles.units}>
            {shown > 0 || current > 0 ? `= ${formatCount(typed === undefined ? current : shown)} u.` : ''}
            {unitsPerPack === 0 && ' (sin bulto)'}
          </span>
        )}
        {problem !== '' && (
          <p className={styles.reason} role="alert">
            <span className="visually-hidden">{code}: </span>
            {problem}
          </p>
        )}
        {pending?.state === 'refused' && (
          <p className={styles.reason} role="alert">
            <span className="visually-hidden">{code}: </span>
            No guardado. {pending.reason}
          </p>
        )}
      </div>
      {behalfOf !== null && <Note code={code} value={observation} onType={typeNote} onLeave={leaveNote} />}
    </>
  )
}

interface NoteProps {
  readonly code: string
  readonly value: string
  readonly onType: (text: string) => void
  readonly onLeave: () => void
}

/** The observation of a row: a column of the list, and on the phone a box that a button opens. */
function Note({ code, value, onType, onLeave }: NoteProps) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOpen) box.current?.focus()
  }, [isOpen])
  return (
    <>
      <button
        type="button"
        className={styles.noteMark}
        aria-expanded={isOpen}
        aria-label={value ? `Observación de ${code}: ${value}` : `Agregar observación a ${code}`}
        onClick={() => setOpen(!isOpen)}
      >
        {value ? <IconNotes size={20} aria-hidden /> : <IconNote size={20} aria-hidden />}
      </button>
      <input
        ref={box}
        className={`input ${styles.note}`}
        data-open={isOpen || undefined}
        aria-label={`Observación de ${code}`}
        placeholder="Observación"
        maxLength={500}
        value={value}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && onLeave()}
        onBlur={onLeave}
      />
    </>
  )
}

/** Saved, on its way, or to be tried again: never by colour alone. */
function State(props: Pick<RowProps, 'inCart' | 'pending'> & { code: string; onRetry: () => void }) {
  const { code, inCart, pending, onRetry } = props
  if (pending?.state === 'saving')
    return (
      <span className={styles.state}>
        <IconLoader2 size={17} className="spin" aria-hidden="true" />
        <span className="visually-hidden">guardando {code}</span>
      </span>
    )
  if (pending?.state === 'waiting')
    return (
      <span className={styles.state}>
        <IconClock size={17} aria-hidden="true" />
        <span className="visually-hidden">
          guardado en este equipo, {lineWaits[pending.waitsFor ?? 'signal']}, {code}
        </span>
      </span>
    )
  if (pending)
    return (
      <button type="button" className={styles.state} onClick={onRetry}>
        <IconRefresh size={17} aria-hidden="true" />
        <span className="visually-hidden">sin guardar, reintentar {code}</span>
      </button>
    )
  return (
    <span className={styles.state}>
      {inCart > 0 && <IconCheck size={17} aria-hidden="true" />}
      {inCart > 0 && (
        <span className="visually-hidden">
          {formatCount(inCart)} en el carrito, {code}
        </span>
      )}
    </span>
  )
}
