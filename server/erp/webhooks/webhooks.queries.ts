/** SQL of webhooks and of what their notices tell. */
import { type Insertable, sql } from 'kysely'
import type { WebhookEvent } from '../../../contract/webhooks.ts'
import { erpClientId } from '../../db/erp-client.ts'
import type { Queryable } from '../../db/open.ts'
import { fulfilmentColumns } from '../../db/order-rows.ts'
import type { ErpState, Tables } from '../../db/tables.ts'

const shown = ['id', 'url', 'events', 'active', 'version'] as const

export const listWebhooks = (db: Queryable) => db.selectFrom('webhook').select(shown).orderBy('id').execute()

/** Counts webhooks with the table locked, so that two admins do not pass the limit together. */
export async function countForNewOne(t: Queryable): Promise<number> {
  await sql`lock table webhook in share row exclusive mode`.execute(t)
  const { count } = await t
    .selectFrom('webhook')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const insertWebhook = (t: Queryable, webhook: Insertable<Tables['webhook']>): Promise<{ id: number }> =>
  t.insertInto('webhook').values(webhook).returning('id').executeTakeFirstOrThrow()

export async function setSecret(t: Queryable, id: number, secret: string): Promise<void> {
  await t.updateTable('webhook').set({ secret }).where('id', '=', id).execute()
}

/** Removes a webhook and its undelivered notices, those that were given up too. */
export async function deleteWebhook(t: Queryable, id: number): Promise<void> {
  await sql`delete from job where kind = 'webhook' and state in ('pending', 'running')
    and payload->>'webhookId' = ${String(id)}`.execute(t)
  await sql`delete from job where kind = 'webhook' and state = 'dead'
    and payload->>'webhookId' = ${String(id)}`.execute(t)
  await t.deleteFrom('webhook').where('id', '=', id).execute()
}

/** Ids of the active webhooks that are told of an event. */
export async function listListeners(t: Queryable, event: WebhookEvent): Promise<number[]> {
  const rows = await t
    .selectFrom('webhook')
    .select('id')
    .where('active', '=', true)
    .where(sql<boolean>`${event} = any(events)`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The address of a webhook, the secret that signs its notices, and whether it is active. */
export const findTarget = (db: Queryable, id: number) =>
  db.selectFrom('webhook').select(['url', 'secret', 'active']).where('id', '=', id).executeTakeFirst()

/** How often the oldest notice of an order that waits before this one was tried; undefined when none waits. */
export async function findEarlier(
  db: Queryable,
  { webhookId, orderId, jobId }: { webhookId: number; orderId: number; jobId: number },
): Promise<{ attempts: number } | undefined> {
  const { rows } = await sql<{ attempts: number }>`select attempts from job
    where kind = 'webhook' and state in ('pending', 'running') and id < ${jobId}
      and payload->>'webhookId' = ${String(webhookId)} and payload->>'orderId' = ${String(orderId)}
    order by id limit 1`.execute(db)
  return rows[0]
}

/** An order as a notice tells of it, of one version; undefined when there is no such order. */
export function findOrder(db: Queryable, orderId: number) {
  const line = sql`json_build_object('articleId', l.article_id, 'code', l.code, 'quantity', l.quantity,
    'unitPrice', l.unit_price)`
  return (
    db
      .selectFrom('sales_order as o')
      .leftJoin('client as c', 'c.id', 'o.client_id')
      .select([
        'o.id as orderId',
        'o.erp_number as erpNumber',
        'o.created_at as createdAt',
        'o.version',
        erpClientId.as('clientId'),
        sql<string>`coalesce(c.code, '')`.as('clientCode'),
        'o.total',
        'o.channel',
      ])
      // In the same statement: between two of them it may be changed.
      .select(
        sql<{ articleId: number; code: string; quantity: number; unitPrice: number }[]>`(
          select coalesce(json_agg(${line} order by l.id), '[]') from sales_order_line l where l.order_id = o.id)`.as(
          'lines',
        ),
      )
      .where('o.id', '=', orderId)
      .executeTakeFirst()
  )
}

/** Present states and numbers of orders. */
export function listStates(t: Queryable, orderIds: readonly number[]) {
  return (
    t
      .selectFrom('sales_order as o')
      .select(['o.id', 'o.erp_state as state', 'o.erp_number as erpNumber', ...fulfilmentColumns])
      .where(sql<boolean>`o.id = any(${orderIds}::int[])`)
      // Of an order that was held and never let go nobody was told that it was made (R390).
      .where(sql<boolean>`(o.held_at is null or o.let_go_at is not null)`)
      .orderBy('o.id')
      .execute()
  )
}

/** The ERP's reason for a state of an order; '' when the order has another state by now. */
export async function findReason(db: Queryable, orderId: number, state: ErpState): Promise<string> {
  const row = await db
    .selectFrom('sales_order')
    .select('erp_reason')
    .where('id', '=', orderId)
    .where('erp_state', '=', state)
    .executeTakeFirst()
  return row?.erp_reason ?? ''
}

export function findUser(db: Queryable, userId: number) {
  return db
    .selectFrom('app_user as u')
    .leftJoin('client as c', 'c.id', 'u.client_id')
    .select(['u.id as userId', 'u.type', erpClientId.as('clientId')])
    .where('u.id', '=', userId)
    .executeTakeFirst()
}
