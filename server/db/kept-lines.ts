/** Deleted cart lines as they are kept, so that they can be put back. */
import type { Selectable } from 'kysely'
import type { Tables } from './tables.ts'

/** Everything of a line but its id. */
export const keptColumns = [
  'user_id',
  'client_id',
  'article_id',
  'quantity',
  'note',
  'shown_price',
  'channel',
  'created_by',
  'updated_at',
  'created_at',
] as const
export type KeptLine = Pick<Selectable<Tables['cart_line']>, (typeof keptColumns)[number]>
