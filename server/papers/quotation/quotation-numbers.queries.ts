/** SQL of the numbers of quotations (R312). */
import type { Queryable } from '../../db/open.ts'

/**
 * The number of a quotation with this content: the one that it got before, else the next. The look-up goes first, because
 * an insert that meets a conflict uses a number up.
 */
export async function quotationNumber(db: Queryable, contentKey: string): Promise<number> {
  const find = () =>
    db
      .selectFrom('quotation')
      .select('number')
      .where('content_key', '=', contentKey)
      .executeTakeFirst()
      .then((row) => row?.number)
  const known = await find()
  if (known !== undefined) return known
  const made = await db
    .insertInto('quotation')
    .values({ content_key: contentKey })
    .onConflict((conflict) => conflict.column('content_key').doNothing())
    .returning('number')
    .executeTakeFirst()
  const number = made?.number ?? (await find())
  if (number === undefined) throw new Error('The quotation has no number')
  return number
}
