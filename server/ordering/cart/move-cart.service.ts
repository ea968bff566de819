/** A cart goes with its user: when the user is linked to a client, or to another one. */

import { audit } from '../../audit/audit.ts'
import type { Queryable } from '../../db/open.ts'
import { deleteLinesByIds, listLinesWithTime, moveLines } from './move-cart.queries.ts'

export interface CartMove {
  userId: number
  /** −1: no client. */
  from: number
  to: number
  /** Who causes it. */
  by: number
}

/**
 * Moves a user's cart from one client to another, in the transaction that links the user. An article that is in both
 * keeps the line that was changed last, as that is what was asked for last; the other one stands in the audit log.
 */
export async function moveCart(t: Queryable, { userId, from, to, by }: CartMove): Promise<void> {
  if (from === to) return
  const moving = await listLinesWithTime(t, userId, from)
  if (moving.length === 0) return
  const there = new Map((await listLinesWithTime(t, userId, to)).map((line) => [line.article_id, line]))
  const dropped = moving.flatMap((line) => {
    const other = there.get(line.article_id)
    if (!other) return []
    return Date.parse(line.updated_at) >= Date.parse(other.updated_at) ? [other] : [line]
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
