/** The questions that keep typed lines out of the cart (R34, R422). */
import { useEffect, useState } from 'react'
import { countInWords } from '../../../contract/order-text.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { discardLines, nextStamp, type Pending, saveLine, sendBook, showBook } from './cart-saves.ts'
import { type CartOwner, keepLine, keptLine } from './device-store.ts'

interface AskedLinesProps {
  readonly lines: readonly Pending[]
  readonly owner: CartOwner
}

/**
 * Asks about the articles that left the cart meanwhile, all at once; else about the first quantity that looks like a slip. It
 * waits for a pause in the typing: a dialog that opens between two digits would take the second one, and the Enter meant for
 * the box would answer it.
 */
export function AskedLines({ lines, owner }: AskedLinesProps) {
  const isQuiet = useTypingPause()
  const gone = lines.filter((line) => line.gone)
  const [first] = lines
  if (!isQuiet) return null
  if (gone.length > 0) return <GoneLines lines={gone} owner={owner} />
  return first && <AskedQuantity key={first.articleId} line={first} owner={owner} />
}

/** A pause in the typing, in milliseconds: longer than between two digits. */
const TYPING_PAUSE = 600

/** Whether no key was pressed for a moment; once that is so it stays so. */
function useTypingPause(): boolean {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    const begin = () => setTimeout(() => setQuiet(true), TYPING_PAUSE)
    let pause = begin()
    const onKey = () => {
      clearTimeout(pause)
      pause = begin()
    }
    window.addEventListener('keydown', onKey, true)
    return () => {
      clearTimeout(pause)
      window.removeEventListener('keydown', onKey, true)
    }
  }, [])
  return isQuiet
}

const unitsText = (count: number) => countInWords(count, 'unidad', 'unidades')

const AskedQuantity = ({ line, owner }: { line: Pending; owner: CartOwner }) => (
  <ConfirmDialog
    title="¿Es correcta la cantidad?"
    text={line.reason}
    harmless
    confirm={`Sí, ${unitsText(line.quantity)}`}
    cancel="No, cambiarla"
    onConfirm={() => saveLine(owner, line, true)}
    onCancel={() => discardLines(owner, line.articleId)}
  />
)

/** Sends lines again as new ones: whoever typed them knows by now that the cart does not have them. */
function addAgain(owner: CartOwner, lines: readonly Pending[]): void {
  for (const { articleId } of lines) {
    const kept = keptLine(owner, articleId)
    if (!kept) continue
    const { refusal: _, ...line } = kept
    keepLine(owner, { ...line, known: [...line.known, 0], confirmed: true, stamp: nextStamp() })
  }
  showBook(owner)
  void sendBook(owner)
}

/** Lines that left the cart while a screen still showed them: added again, they may be ordered twice. */
function GoneLines({ lines, owner }: AskedLinesProps) {
  const [first, second] = lines
  return (
    <ConfirmDialog
      title={
        second ? `Estos ${lines.length} artículos ya no están en el carrito` : 'El artículo ya no está en el carrito'
      }
      text={
        second
          ? 'Se pidieron, se quitaron o se dejaron aparte desde otro equipo u otra ventana.'
          : `${first?.reason} Se pidió, se quitó o se dejó aparte desde otro equipo u otra ventana.`
      }
      harmless
      confirm={second ? `Agregar los ${lines.length}` : `Agregar ${unitsText(first?.quantity ?? 0)}`}
      cancel="No agregar"
      onConfirm={() => addAgain(owner, lines)}
      onCancel={() => {
        for (const { articleId } of lines) discardLines(owner, articleId)
      }}
    >
      {second && (
        <ul>
          {lines.map(({ articleId, reason, quantity }) => (
            <li key={articleId}>
              {reason} ¿Agregar {unitsText(quantity)}?
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  )
}
