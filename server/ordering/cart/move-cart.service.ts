/** Moves a user's cart when the user is linked to a client, or to another one. */

import { NO_CLIENT } from '../../../contract/rules.ts'
import { audit } from '../../audit/audit.ts'
import type { Queryable } from '../../db/open.ts'
import { deleteLinesByIds, listLinesWithTime, moveLines, moveSavedLists, moveWishes } from './move-cart.queries.ts'

export interface CartMove {
  userId: number
  /** −1: no client. */
  from: number
  to: number
  /** Who causes it. */
  by: number
}

/**
 * Moves a user's cart from one client to another, in the transaction that links the user. Of an article in both carts
 * the line that was changed last stays, as that is the user's last wish; the other line is kept in the audit log.
 */
export async function moveCart(t: Queryable, { userId, from, to, by }: CartMove): Promise<void> {
  if (from === to) return
  // Those of another client stay with it: only who had none takes lists along.
  if (from === NO_CLIENT) {
    await moveSavedLists(t, userId, from, to)
    await moveWishes(t, userId, from, to)
  }
  const moving = await listLinesWithTime(t, userId, from)
  if (moving.length === 0) return
  const targetLines = new Map((await listLinesWithTime(t, userId, to)).map((line) => [line.article_id, line]))
  const dropped = moving.flatMap((line) => {
    const targetLine = targetLines.get(line.article_id)
    if (!targetLine) return []
    return Date.parse(line.updated_at) >= Date.parse(targetLine.updated_at) ? [targetLine] : [line]
  })
  await deleteLinesByIds(
    t,
    dropped.map(({ id }) => id),
  )
  await moveLines(t, userId, from, to)
  const before = { from, lines: moving.length, dropped }
  const entityId = `${userId}/${to}`
  await audit(t, { userId: by, action: 'move', entity: 'cart', entityId, before, after: { to } })
}
