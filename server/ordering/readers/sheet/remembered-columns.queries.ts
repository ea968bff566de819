/** SQL of chosen columns, remembered by the headings of their sheet (R240). */
import { sql } from 'kysely'
import type { Queryable } from '../../../db/open.ts'

/** The owner of a choice: a client for its lists, a user for orders of many clients. */
export interface ChoiceOwner {
  kind: 'list' | 'orders' | 'branches'
  userId: number | null
  clientId: number | null
}

/** Choices that are kept for one owner and kind. */
const KEPT = 50

const isOfOwner = ({ kind, userId, clientId }: ChoiceOwner) =>
  sql<boolean>`kind = ${kind} and user_id is not distinct from ${userId}::int and client_id is not distinct from ${clientId}::int`

/** An owner's choices for any of the given headings. */
export function findChoices(db: Queryable, owner: ChoiceOwner, headings: readonly string[]) {
  return db
    .selectFrom('sheet_columns')
    .select(['headings', 'roles'])
    .where(isOfOwner(owner))
    .where(sql<boolean>`headings = any(${headings}::text[])`)
    .execute()
}

/** Stores a choice in place of an earlier one for the same headings, and deletes the oldest choices beyond the limit. */
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
        .doUpdateSet((eb) => ({ roles: eb.ref('excluded.roles'), chosen_at: sql`now()` })),
    )
    .execute()
  await db
    .deleteFrom('sheet_columns')
    .where(isOfOwner(owner))
    .where('headings', 'not in', (rows) =>
      rows
        .selectFrom('sheet_columns')
        .select('headings')
        .where(isOfOwner(owner))
        .orderBy('chosen_at', 'desc')
        .limit(KEPT),
    )
    .execute()
}
