/** The questions that keep typed lines out of the cart (R34, R422). */
import { formatCount } from '../../lib/format.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { discardLines, type Pending, saveLine } from './cart-saves.ts'
import type { CartOwner } from './device-store.ts'

interface AskedLinesProps {
  readonly lines: readonly Pending[]
  readonly owner: CartOwner
}

/** Asks about the articles that left the cart meanwhile, all at once; else about the first quantity that looks like a slip. */
export function AskedLines({ lines, owner }: AskedLinesProps) {
  const gone = lines.filter((line) => line.gone)
  const [first] = lines
  if (gone.length > 0) return <GoneLines lines={gone} owner={owner} />
  return first && <AskedQuantity key={first.articleId} line={first} owner={owner} />
}

const unitsText = (count: number) => `${formatCount(count)} ${count === 1 ? 'unidad' : 'unidades'}`

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

/** Lines that another device ordered or took out while this screen still showed them: adding them again may order them twice. */
function GoneLines({ lines, owner }: AskedLinesProps) {
  const [first, second] = lines
  return (
    <ConfirmDialog
      title={
        second ? `Estos ${lines.length} artículos ya no están en el carrito` : 'El artículo ya no está en el carrito'
      }
      text={`Se ${second ? 'pidieron o se quitaron' : 'pidió o se quitó'} desde otro equipo después de que se abrió esta pantalla.`}
      harmless
      confirm={second ? `Agregar los ${lines.length}` : `Agregar ${unitsText(first?.quantity ?? 0)}`}
      cancel="No agregar"
      onConfirm={() => {
        for (const line of lines) saveLine(owner, line, true)
      }}
      onCancel={() => {
        for (const { articleId } of lines) discardLines(owner, articleId)
      }}
    >
      {second ? (
        <ul>
          {lines.map(({ articleId, reason, quantity }) => (
            <li key={articleId}>
              {reason} ¿Agregar {unitsText(quantity)}?
            </li>
          ))}
        </ul>
      ) : (
        <p>{first?.reason}</p>
      )}
    </ConfirmDialog>
  )
}
