/** SQL that reads carts for screens and deletes their lines; lines are set in server/ordering/lines. */
import { sql } from 'kysely'
import { articleColumnsFor } from '../../db/article-columns.ts'
import { type KeptLine, keptColumns } from '../../db/kept-lines.ts'
import { offers } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'
import type { CartKey } from '../../db/tables.ts'

const shownColumns = articleColumnsFor('cart')
const shownOfOffer = Object.keys(shownColumns).map((name) => `offer.${name}` as `offer.${keyof typeof shownColumns}`)

/** The lines of a cart with the columns that a screen shows of each article, sold or not. */
export function listArticlesOfCart(db: Queryable, cart: CartKey) {
  return db
    .selectFrom('cart_line as line')
    .innerJoin(offers(db, cart.clientId), 'offer.articleId', 'line.article_id')
    .select([
      'line.id',
      'line.article_id as articleId',
      'line.quantity',
      'line.note',
      'line.client_id as clientId',
      'line.shown_price as shownPrice',
      ...shownOfOffer,
      'offer.listingId',
      'offer.brandId',
      'offer.categoryId',
      'offer.subcategoryId',
      'offer.listPrice',
      'offer.discount',
      // A price without a bonus follows from the other two.
      sql<number | null>`case when offer.bonus > 0 then offer."unitPrice" end`.as('unitPrice'),
      'offer.steps',
      'offer.reason',
      'offer.promotion',
      'offer.position',
      'offer.promo',
      'offer.future',
      'offer.hint',
      'offer.sold',
      sql<(string | null)[]>`array(
        select m.file from generate_series(1, 5) as slots (number)
        left join media m on m.article_id = line.article_id and m.slot = slots.number order by slots.number
      )`.as('media'),
    ])
    .where('line.user_id', '=', cart.userId)
    .where('line.client_id', '=', cart.clientId)
    .orderBy('line.id')
    .execute()
}

/** The user and the client of a line's cart. */
export function findLineOwner(db: Queryable, lineId: number) {
  return db
    .selectFrom('cart_line')
    .select(['user_id as userId', 'client_id as clientId'])
    .where('id', '=', lineId)
    .executeTakeFirst()
}

/** Deletes a line; answers it, undefined when it was gone already. */
export function deleteLine(db: Queryable, lineId: number): Promise<KeptLine | undefined> {
  return db.deleteFrom('cart_line').where('id', '=', lineId).returning(keptColumns).executeTakeFirst()
}

/** Deletes the lines of a cart, without one those of all carts; answers the deleted lines. */
export function deleteLines(db: Queryable, cart?: CartKey): Promise<KeptLine[]> {
  const lines = db.deleteFrom('cart_line').returning(keptColumns)
  if (!cart) return lines.execute()
  return lines.where('user_id', '=', cart.userId).where('client_id', '=', cart.clientId).execute()
}

/** Takes all lines out of a cart; answers them in the order in which they came into it. */
export function takeLines(db: Queryable, { userId, clientId }: CartKey) {
  return db
    .with('taken', (to) =>
      to
        .deleteFrom('cart_line')
        .where('user_id', '=', userId)
        .where('client_id', '=', clientId)
        .returning(['id', 'article_id', 'quantity', 'note', 'shown_price']),
    )
    .selectFrom('taken')
    .select(['article_id as articleId', 'quantity', 'note', 'shown_price as unitPriceBefore'])
    .orderBy('id')
    .execute()
}
