import { formatCount } from '../../lib/format.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { discardLines, type Pending, saveLine } from './cart-saves.ts'
import type { CartOwner } from './device-store.ts'

/** Asks about a quantity that looks like a slip (R34). */
export const AskedQuantity = ({ line, owner }: { line: Pending; owner: CartOwner }) => (
  <ConfirmDialog
    title="¿Es correcta la cantidad?"
    text={line.reason}
    harmless
    confirm={`Sí, ${formatCount(line.quantity)} unidades`}
    cancel="No, cambiarla"
    onConfirm={() => saveLine(owner, line, true)}
    onCancel={() => discardLines(owner, line.articleId)}
  />
)
