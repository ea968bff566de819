/** SQL of the columns that somebody chose for sheets with certain headings (R240). */
import { sql } from 'kysely'
import type { Queryable } from '../../../db/open.ts'

/** Whose choice it is: a client's for its lists, a user's for orders of many clients. */
export interface ChoiceOwner {
  kind: 'list' | 'orders'
  userId: number | null
  clientId: number | null
}

/** Choices of one owner that are kept. */
const KEPT = 50

const of = ({ kind, userId, clientId }: ChoiceOwner) =>
  sql<boolean>`kind = ${kind} and user_id is not distinct from ${userId}::int and client_id is not distinct from ${clientId}::int`

/** The choices among headings, by their headings. */
export function findChoices(db: Queryable, owner: ChoiceOwner, headings: readonly string[]) {
  return db
    .selectFrom('sheet_columns')
    .select(['headings', 'roles'])
    .where(of(owner))
    .where(sql<boolean>`headings = any(${headings}::text[])`)
    .execute()
}

/** Keeps a choice in place of an earlier one, and forgets the oldest beyond those that are kept. */
export async function keepChoice(
  db: Queryable,
  owner: ChoiceOwner,
  headings: string,
  roles: readonly string[],
): Promise<void> {
  await db
    .insertInto('sheet_columns')
    .values({
      kind: owner.kind,
      user_id: owner.userId,
      client_id: owner.clientId,
      headings,
      roles: [...roles],
    })
    .onConflict((conflict) =>
      conflict
        .expression(sql`kind, coalesce(user_id, 0), coalesce(client_id, 0), headings`)
        .doUpdateSet((is) => ({ roles: is.ref('excluded.roles'), chosen_at: sql`now()` })),
    )
    .execute()
  await db
    .deleteFrom('sheet_columns')
    .where(of(owner))
    .where('headings', 'not in', (rows) =>
      rows
        .selectFrom('sheet_columns')
        .select('headings')
        .where(of(owner))
        .orderBy('chosen_at', 'desc')
        .limit(KEPT),
    )
    .execute()
}
