/** SQL of the cursors: how far each list of the ERP was read. */
import type { Queryable } from '../../db/open.ts'

export interface StoredCursor {
  /** The list, as the ERP calls it. */
  file: string
  /** The last change that was taken in. */
  since: string
  /** When the whole list was read last, ISO 8601; null: never. */
  fullAt: string | null
}

export interface CursorStore {
  find(file: string): Promise<StoredCursor | undefined>
  store(t: Queryable, cursor: StoredCursor): Promise<void>
}

export const cursorStore = (db: Queryable): CursorStore => ({
  find: (file) =>
    db
      .selectFrom('erp_cursor')
      .select(['file', 'since', 'full_at as fullAt'])
      .where('file', '=', file)
      .executeTakeFirst(),
  async store(t, { file, since, fullAt }) {
    const values = { file, since, full_at: fullAt }
    await t
      .insertInto('erp_cursor')
      .values(values)
      .onConflict((conflict) => conflict.column('file').doUpdateSet(values))
      .execute()
  },
})
