/** Deletes carts. Their lines stay in the audit log, and those of other users' carts can be put back (R100, R34). */
import { nothingToRestore, RESTORE_MINUTES, type RestoredCarts } from '../../../contract/order-admin.ts'
import { type AuditEntry, auditAll, beginBatch } from '../../audit/audit.ts'
import type { KeptLine } from '../../db/kept-lines.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { CartKey } from '../../db/tables.ts'
import { notFound } from '../../refusal.ts'
import { putLinesBack } from '../lines/lines.queries.ts'
import { deleteLines } from './cart.queries.ts'
import { DELETED_CARTS, findCodes, listDeletedLines, lockLastBatch, markUndone } from './delete-carts.queries.ts'

/** Lines by the name that the audit log gives their cart: 'user/client'. */
function byCart(lines: readonly KeptLine[]): Map<string, KeptLine[]> {
  const carts = new Map<string, KeptLine[]>()
  for (const line of lines) {
    const name = `${line.user_id}/${line.client_id}`
    const cart = carts.get(name)
    if (cart) cart.push(line)
    else carts.set(name, [line])
  }
  return carts
}

/** Writes deleted or restored lines to the audit log, one entry a cart: as text to read, and whole to restore them from. */
async function auditLines(
  t: Queryable,
  lines: readonly KeptLine[],
  { action, ...by }: Pick<AuditEntry, 'userId' | 'batchId'> & { action: 'delete' | 'restore' },
): Promise<void> {
  const codes = await findCodes(
    t,
    lines.map(({ article_id }) => article_id),
  )
  const entries = [...byCart(lines)].map(([entityId, kept]) => {
    const told = kept.map(({ article_id, quantity }) => `${codes.get(article_id)} × ${quantity}`)
    const row = { lines: told, kept }
    return {
      ...by,
      action,
      entity: 'cart' as const,
      entityId,
      ...(action === 'delete' ? { before: row } : { after: row }),
    }
  })
  await auditAll(t, entries)
}

/** Writes deleted lines to the audit log. */
export const auditDeleted = (t: Queryable, lines: readonly KeptLine[], userId: number): Promise<void> =>
  auditLines(t, lines, { action: 'delete', userId })

/** Empties a cart of the caller's own; answers how many lines it had. */
export async function clearCart(t: Queryable, cart: CartKey): Promise<number> {
  const lines = await deleteLines(t, cart)
  await auditDeleted(t, lines, cart.userId)
  return lines.length
}

/** Deletes another user's cart, or without one all carts, as a batch that `restoreCarts` can take back. */
export async function deleteCarts(
  t: Queryable,
  userId: number,
  cart?: CartKey,
): Promise<{ carts: number; lines: number }> {
  const lines = await deleteLines(t, cart)
  const carts = byCart(lines).size
  if (carts > 0) {
    const batchId = await beginBatch(t, userId, DELETED_CARTS, carts)
    await auditLines(t, lines, { action: 'delete', userId, batchId })
  }
  return { carts, lines: lines.length }
}

/**
 * Takes back the user's last deletion of other users' carts. Lines that were added since are not touched.
 * @throws Refusal 404 without a deletion in the last RESTORE_MINUTES
 */
export function restoreCarts(db: Db, userId: number): Promise<RestoredCarts> {
  return db.tx(async (t) => {
    const batch = await lockLastBatch(t, userId, RESTORE_MINUTES)
    if (!batch) throw notFound(nothingToRestore)
    const deleted = await listDeletedLines(t, batch.id)
    const restored = await putLinesBack(t, deleted)
    await auditLines(t, restored, { action: 'restore', userId })
    await markUndone(t, batch.id, userId)
    return { carts: byCart(restored).size, lines: restored.length, kept: deleted.length - restored.length }
  })
}
