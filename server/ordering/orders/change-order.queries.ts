/** SQL of orders that are changed until somebody takes them, and of their versions (R383, R384). */
import { sql } from 'kysely'
import { clientTypes } from '../../../contract/roles.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { cancelableUntil } from '../../db/hand-over.ts'
import type { Queryable } from '../../db/open.ts'
import { userName } from '../../db/order-rows.ts'
import type { CartKey } from '../../db/tables.ts'
import { pricesHoldVat } from '../../db/vat.ts'
import type { PricedLine } from './orders.rules.ts'
import type { VersionLine } from './versions.rules.ts'

/** Whether `u` buys for a client, and is nobody of the shop. */
export const isBuyer = sql<boolean>`coalesce(u.type = any(${clientTypes}), false)`

/** An order that is about to be changed. Lock it first. */
export function findOrderToChange(t: Queryable, orderId: number) {
  return t
    .selectFrom('sales_order as o')
    .leftJoin('app_user as u', 'u.id', 'o.changed_by')
    .select([
      ...(['o.id', 'o.version', 'o.user_id as userId', 'o.client_id as clientId', 'o.note', 'o.total'] as const),
      ...(['o.line_count as lineCount', 'o.rule_reason as ruleReason', 'o.withdrawn_at as withdrawnAt'] as const),
      ...(['o.hand_over_at as handOverAt', 'o.changed_at as changedAt'] as const),
      sql<boolean>`coalesce(o.prices_with_vat, ${pricesHoldVat})`.as('pricesWithVat'),
      pricesHoldVat.as('newPricesWithVat'),
      sql<string>`coalesce(${userName('u')}, '')`.as('changedBy'),
      isBuyer.as('byBuyer'),
    ])
    .where('o.id', '=', orderId)
    .executeTakeFirst()
}

/** The version of an order that a user's key has made; undefined for none. */
export async function findVersionOfKey(
  t: Queryable,
  { orderId, userId, key }: { orderId: number; userId: number; key: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    select version from sales_order where id = ${orderId} and changed_by = ${userId} and change_key = ${key}
    union all
    select version from order_version where order_id = ${orderId} and made_by = ${userId} and change_key = ${key}`.execute(
    t,
  )
  return rows[0]?.version
}

const shown = sql`article_id as "articleId", code, description, quantity, unit_price as "unitPrice", note`

/** The lines of a version of an order, the last one or an earlier one, by code. */
export async function listVersionLines(db: Queryable, orderId: number, version: number): Promise<VersionLine[]> {
  const { rows } = await sql<VersionLine>`
    select * from (
      select ${shown}, nth as place from order_version_line where order_id = ${orderId} and version = ${version}
      union all
      select ${shown}, id as place from sales_order_line where order_id = ${orderId}
        and exists (select from sales_order where id = ${orderId} and version = ${version})
    ) line
    order by code collate "C", place`.execute(db)
  return rows.map(({ articleId, code, description, quantity, unitPrice, note }) => ({
    ...{ articleId, code, description, quantity, unitPrice, note },
  }))
}

/** The note of a version of an order; undefined for no such version. */
export async function findVersionNote(db: Queryable, orderId: number, version: number): Promise<string | undefined> {
  const { rows } = await sql<{ note: string }>`
    select note from order_version where order_id = ${orderId} and version = ${version}
    union all
    select note from sales_order where id = ${orderId} and version = ${version}`.execute(db)
  return rows[0]?.note
}

/** The earlier versions of an order with their lines by code, the last one first. */
export function listVersions(db: Queryable, orderId: number) {
  const line = sql`json_build_object('articleId', l.article_id, 'code', l.code, 'description', l.description,
    'unitPrice', l.unit_price, 'quantity', l.quantity, 'note', l.note)`
  return db
    .selectFrom('order_version as v')
    .innerJoin('app_user as u', 'u.id', 'v.made_by')
    .select([
      ...(['v.version', 'v.made_at as madeAt', 'v.note', 'v.total'] as const),
      userName('u').as('by'),
      isBuyer.as('byBuyer'),
      sql<VersionLine[]>`(select coalesce(json_agg(${line} order by l.code collate "C", l.nth), '[]')
        from order_version_line l where l.order_id = v.order_id and l.version = v.version)`.as('lines'),
    ])
    .where('v.order_id', '=', orderId)
    .orderBy('v.version', 'desc')
    .execute()
}

/** Keeps the present version of an order as it is. */
export async function keepVersion(t: Queryable, orderId: number): Promise<void> {
  await sql`insert into order_version (order_id, version, made_at, made_by, change_key, note, total)
    select id, version, coalesce(changed_at, created_at), coalesce(changed_by, created_by), change_key, note, total
    from sales_order where id = ${orderId}`.execute(t)
  await sql`insert into order_version_line (order_id, version, nth, article_id, code, description, list_price, discount,
      unit_price, price_reason, quantity, note)
    select l.order_id, o.version, row_number() over (order by l.id), l.article_id, l.code, l.description, l.list_price,
      l.discount, l.unit_price, l.price_reason, l.quantity, l.note
    from sales_order_line l join sales_order o on o.id = l.order_id where o.id = ${orderId}`.execute(t)
}

interface NewVersion {
  readonly userId: number
  readonly key: string | null
  readonly note: string
  /** Cents. */
  readonly total: number
  /** Lines that stay with what was agreed, by article, with their notes. */
  readonly kept: readonly { readonly articleId: number; readonly note: string }[]
  /** All other lines. */
  readonly lines: readonly PricedLine[]
}

/** Writes the next version of an order over the present one, and answers its number. */
export async function writeVersion(t: Queryable, orderId: number, given: NewVersion): Promise<number> {
  const { userId, key, note, total, kept, lines } = given
  const rows = lines.map((line, nth) => ({
    ...{ nth, article_id: line.articleId, code: line.code, description: line.description, note: line.note },
    ...{ list_price: line.listPrice, list_id: line.listId, bonus: line.bonus, vat_rate: line.vatRate },
    ...{ discount: line.discount, unit_price: line.unitPrice, price_reason: line.priceReason },
    ...{ multiple: line.multiple, quantity: line.quantity },
  }))
  await sql`delete from sales_order_line where order_id = ${orderId}
    and article_id <> all(${kept.map(({ articleId }) => articleId)}::int[])`.execute(t)
  await sql`update sales_order_line l set note = stays.note
    from json_to_recordset(${JSON.stringify(kept.map(({ articleId: article_id, note }) => ({ article_id, note })))})
      as stays (article_id int, note text)
    where l.order_id = ${orderId} and l.article_id = stays.article_id and l.note <> stays.note`.execute(t)
  await sql`insert into sales_order_line (order_id, article_id, code, description, list_price, discount, unit_price,
      price_reason, list_id, bonus, vat_rate, multiple, quantity, note, created_by, channel)
    select ${orderId}, article_id, code, description, list_price, discount, unit_price, price_reason, list_id, bonus,
      vat_rate, multiple, quantity, note, ${userId}::int, 'web'
    from json_to_recordset(${JSON.stringify(rows)}) as row (nth int, article_id int, code text, description text,
      list_price bigint, discount int, unit_price bigint, price_reason text, list_id int, bonus int, vat_rate int,
      multiple int, quantity int, note text)
    order by nth`.execute(t)
  const { version } = await t
    .updateTable('sales_order')
    .set({
      version: sql<number>`version + 1`,
      changed_at: sql<string>`now()`,
      changed_by: userId,
      change_key: key,
      note,
      total,
      line_count: sql<number>`(select count(*) from sales_order_line where order_id = ${orderId})::int`,
    })
    .where('id', '=', orderId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Lines of an order with units, price in cents, VAT rate and note. */
export const listLinesWithVat = (t: Queryable, orderId: number) =>
  t
    .selectFrom('sales_order_line')
    .select(['article_id as articleId', 'quantity', 'unit_price as unitPrice', 'vat_rate as vatRate', 'note'])
    .where('order_id', '=', orderId)
    .execute()

/** Takes lines out of a cart. */
export async function deleteCartLines(t: Queryable, ids: readonly number[]): Promise<void> {
  await t.deleteFrom('cart_line').where('id', '=', sql<number>`any(${ids}::int[])`).execute()
}

/** The last order of a client (without one: of the user) that can still be changed (R385); undefined for none. */
export function findOpenOrder(db: Queryable, { userId, clientId }: CartKey) {
  return db
    .selectFrom('sales_order')
    .select(['id', 'version', 'created_at as madeAt', cancelableUntil.as('until')])
    .where('client_id', '=', clientId)
    .$if(clientId === NO_CLIENT, (query) => query.where('user_id', '=', userId))
    .where('hand_over_at', '>', sql<string>`now()`)
    .where(sql<boolean>`${cancelableUntil} is not null`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * A changed order for its mail, which clients read: whoever of the shop changed it is 'La tienda' (R384). Undefined where the
 * order has no such version, or none before it. Totals in cents.
 */
export async function findChangedToMail(db: Queryable, orderId: number, version: number) {
  const { rows } = await sql<{
    orderId: number
    businessName: string
    at: string
    by: string
    total: number
    totalBefore: number
  }>`
    with versions as (
      select version, made_at as at, made_by, total from order_version where order_id = ${orderId}
      union all
      select version, coalesce(changed_at, created_at), coalesce(changed_by, created_by), total
      from sales_order where id = ${orderId}
    )
    select o.id as "orderId", o.business_name as "businessName", v.at, v.total, before.total as "totalBefore",
      case when ${isBuyer} then ${userName('u')} else 'La tienda' end as by
    from sales_order o
      join versions v on v.version = ${version}
      join versions before on before.version = ${version} - 1
      left join app_user u on u.id = v.made_by
    where o.id = ${orderId}`.execute(db)
  return rows[0]
}
