import { IconNote, IconNotes } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { CartLine } from '../../../../contract/cart.ts'
import { useOnLeave } from '../../../lib/use-on-leave.ts'
import { usePendingLine, useSaveCartLine } from '../../../shop/cart.ts'
import { isOrderable } from '../../../shop/cart-amounts.ts'
import { ShortLineNote } from '../../../shop/orders/LineNote.tsx'
import styles from './cart.module.css'
import { shownUnits } from './shown-units.ts'

/** A line's observation: the button that opens it, its text in one line, and the open box, whose text is saved on blur. */
export function useCartNote(line: CartLine) {
  const save = useSaveCartLine()
  const pending = usePendingLine(line.articleId)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const boxId = useId()
  const current = pending?.note ?? line.note
  const { code } = line
  const saveTyped = () => {
    if (typed === null) return
    setTyped(null)
    const note = typed.trim()
    const quantity = pending?.quantity ?? line.quantity
    if (note !== current)
      save({ articleId: line.articleId, code, quantity, note, article: line, shown: shownUnits(line) })
  }
  // A row that unmounts while its note is typed (a new sort order, a search) must not lose the text.
  useOnLeave(saveTyped)

  const mark = (
    <button
      type="button"
      className={styles.noteMark}
      data-noted={current !== '' || undefined}
      aria-expanded={open}
      aria-controls={open ? boxId : undefined}
      aria-label={current ? `Observación de ${code}: ${current}` : `Agregar observación a ${code}`}
      title={current || 'Observación'}
      onClick={() => setOpen(!open)}
    >
      {current ? <IconNotes size={20} aria-hidden /> : <IconNote size={20} aria-hidden />}
    </button>
  )
  const box = open && (
    <div className={styles.note}>
      <input
        id={boxId}
        // biome-ignore lint/a11y/noAutofocus: it was opened to be written in.
        autoFocus
        className="input input--small"
        aria-label={`Observación de ${code}`}
        placeholder="Observación"
        maxLength={500}
        value={typed ?? current}
        disabled={!isOrderable(line)}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          setOpen(false)
          document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(boxId)}"]`)?.focus()
        }}
        onBlur={saveTyped}
      />
    </div>
  )
  const text = !open && <ShortLineNote note={current} className={styles.noteText} />
  return { mark, box, text }
}
