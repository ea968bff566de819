import { IconCheck, IconClock, IconLoader2, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { CatalogueRow } from '../../../../contract/catalogue.ts'
import { formatCount } from '../../../lib/format.ts'
import type { SaveState } from '../../../shop/book/cart-saves.ts'
import { lineWaits, type WaitsFor } from '../../../shop/book/waiting-words.ts'
import { useCartOwner, usePendingLine } from '../../../shop/cart.ts'
import { QuantityBox } from '../../../ui/QuantityBox.tsx'
import { saveTyped, typedQuantity } from '../../../ui/quantity.ts'
import styles from './catalogue.module.css'
import { keepTyped, type Typed, typedFor } from './typed.ts'
import type { CardActions } from './use-card-actions.ts'

interface BuyProps {
  readonly product: CatalogueRow
  /** Units in the cart, 0 for none. */
  readonly inCart: number
  /** The observation of the cart's line. */
  readonly note: string
  /** The client that staff order for; null for a cliente, who writes no observations here. */
  readonly behalfOf: number | null
  readonly actions: CardActions
}

/**
 * Quantity, observation and button of a card. The boxes hold what was typed, else what is being saved, else what the server
 * stored. The ✓ marks only a stored line, the clock a line that waits on the device (R33).
 */
export function Buy({ product, inCart, note, behalfOf, actions }: BuyProps) {
  const { articleId, code, multiple } = product
  const { userId, clientId } = useCartOwner()
  const pending = usePendingLine(articleId)
  const [typed, setTyped] = useState(() => typedFor(userId, clientId, articleId))
  const type = (more: Typed | null) => {
    const next = more && { ...typed, ...more }
    keepTyped(userId, clientId, articleId, next)
    setTyped(next ?? {})
  }
  const text = typed.quantity ?? String(pending?.quantity ?? (inCart || multiple))
  const observation = typed.note ?? pending?.note ?? note
  const asked = typedQuantity(text)
  const changed = typed.quantity !== undefined && asked !== (pending?.quantity ?? inCart)
  const hasNewNote = observation.trim() !== (pending?.note ?? note)
  const save = (quantity: number) => {
    // A box that nobody touched says nothing: the stored note may be newer than what it shows.
    actions.save(product, quantity, typed.note?.trim())
    // A quantity that was refused at once gives way to the stored one, too.
    type(null)
  }
  const { state, waitsFor } = pending ?? {}
  const face = faceOf({ inCart, asked, changed: changed || hasNewNote, state, waitsFor })
  return (
    <div className={styles.buy}>
      <div>
        <QuantityBox
          of={code}
          multiple={multiple}
          value={text}
          onChange={(quantity) => type({ quantity })}
          onSave={save}
        />
      </div>
      <div>
        <button
          type="button"
          className={styles.add}
          data-state={face.state}
          onClick={({ currentTarget }) => saveTyped(text, currentTarget, save)}
        >
          {face.icon}
          {face.text}
          <span className="visually-hidden">
            {face.more} {code}
          </span>
        </button>
      </div>
      {behalfOf !== null && (
        <input
          className={`input ${styles.buyNote}`}
          aria-label={`Observación de ${code}`}
          placeholder="Observación"
          maxLength={500}
          value={observation}
          onChange={({ target }) => type({ note: target.value })}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && saveTyped(text, currentTarget, save)}
          // For an article in the cart, leaving the box saves the observation, as it does in the cart.
          onBlur={() => inCart > 0 && hasNewNote && asked !== null && save(asked)}
        />
      )}
      {pending?.state === 'refused' && (
        <p className={styles.buyReason} role="alert">
          <span className="visually-hidden">{code}: </span>
          No guardado. {pending.reason}
        </p>
      )}
    </div>
  )
}

interface FaceOf {
  readonly inCart: number
  /** Units typed; null when the text is no quantity. */
  readonly asked: number | null
  /** Whether something was typed that differs from what is stored or being saved. */
  readonly changed: boolean
  readonly state: SaveState | undefined
  readonly waitsFor: WaitsFor | undefined
}

const unsaved = {
  icon: <IconRefresh size={16} aria-hidden />,
  more: ' sin guardar, reintentar',
}
const FACES: Record<SaveState, { icon: ReactNode; more: string }> = {
  saving: { icon: <IconLoader2 size={16} className="spin" aria-hidden />, more: ' guardando,' },
  waiting: { icon: <IconClock size={16} aria-hidden />, more: ' guardado en este equipo,' },
  refused: unsaved,
  asking: unsaved,
}

/** Icon and words of the button: its colour alone never tells the state. */
function faceOf({ inCart, asked, changed, state, waitsFor }: FaceOf) {
  if (state && !changed) {
    const { icon, more } = FACES[state]
    const why = waitsFor ? ` ${lineWaits[waitsFor]},` : ''
    return { state, icon, text: formatCount(asked ?? 0), more: more + why }
  }
  if (inCart > 0 && !changed)
    return {
      state: 'saved',
      icon: <IconCheck size={16} aria-hidden />,
      text: formatCount(inCart),
      more: ' en el carrito,',
    }
  const word = inCart === 0 ? 'AGREGAR' : asked === 0 ? 'QUITAR' : 'GUARDAR'
  return { state: undefined, text: word, more: '' }
}
