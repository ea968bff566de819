/** Reads carts and deletes single lines (R100, R104, R20); lines are set in server/ordering/lines. */
import type { CartLine, SimpleCartLine } from '../../../contract/cart.ts'
import { mediaColumns } from '../../../contract/catalogue.ts'
import { texts } from '../../../contract/errors.ts'
import { type Caller, isAdmin } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { CartKey } from '../../db/tables.ts'
import { forbidden, notFound } from '../../refusal.ts'
import { countLines, listLines } from '../lines/lines.queries.ts'
import { deleteLine, findLineOwner, listArticlesOfCart } from './cart.queries.ts'
import { auditDeleted } from './delete-carts.service.ts'

/** The lines of a cart without detail. */
export const simpleCart = (db: Queryable, cart: CartKey): Promise<SimpleCartLine[]> => listLines(db, cart)

/** The lines of a cart with everything their rows show; `sold` false marks what can't be ordered any more. */
export async function detailedCart(db: Queryable, cart: CartKey): Promise<CartLine[]> {
  const rows = await listArticlesOfCart(db, cart)
  return rows.map(({ media, steps, unitPrice, reason, promotion, ...row }) => ({
    ...row,
    ...(steps && { steps }),
    ...(unitPrice !== null && { unitPrice }),
    ...(reason && { reason }),
    ...(promotion && { promotion }),
    ...mediaColumns(row.articleId, media),
    articleIdShown: row.articleId,
    erpArticleId: row.articleId,
  }))
}

/**
 * Deletes a line of the caller's own carts; an admin may delete any line, which is audited. Answers how many lines its
 * cart still holds.
 * @throws Refusal 404 for no such line, 403 for another user's
 */
export async function removeLine(db: Db, caller: Caller, lineId: number): Promise<number> {
  const owner = await findLineOwner(db.kysely, lineId)
  if (!owner) throw notFound()
  if (owner.userId !== caller.userId && !isAdmin(caller)) throw forbidden(texts.forbidden)
  return db.tx(async (t) => {
    const line = await deleteLine(t, lineId)
    if (line && owner.userId !== caller.userId) await auditDeleted(t, [line], caller.userId)
    return countLines(t, owner)
  })
}
