/** SQL of the mails about an order. */

import { sql } from 'kysely'
import { clientTypes } from '../../../contract/roles.ts'
import type { WebhookEvent } from '../../../contract/webhooks.ts'
import { isHeld } from '../../db/hand-over.ts'
import { messageReaders } from '../../db/message-readers.ts'
import type { Queryable } from '../../db/open.ts'
import { heldReason, madeBy, wasSent } from '../../db/order-rows.ts'

/**
 * Addresses as they are stored: the shop's notification list, joined by ';'; the client's, which may be none or several; that
 * of the user who signs in as the client's seller, '' for none.
 */
export interface StoredRecipients {
  shop: string
  seller: string
  client: string
}

/** The recipients of the news of an order; `webhookIds`: the webhooks that want new orders. */
export interface OrderListeners extends StoredRecipients {
  orderId: number
  /** When it goes to the ERP (R331); null: at once. */
  handOverAt: string | null
  /** Whether it is held (R390). */
  isHeld: boolean
  webhookIds: number[]
  /** Users who agreed to messages about it (R393). */
  messageUserIds: number[]
}

/**
 * The recipients of each order: the shop's notification list, the webhooks, the client's seller (R311), and the client. The
 * client's address is that of the user who ordered; for an order that staff made it is the one in the client's master data, else
 * the one of the client's first user who may sign in.
 */
export async function findOrderListeners(db: Queryable, orderIds: readonly number[]): Promise<OrderListeners[]> {
  const event: WebhookEvent = 'pedido.creado'
  const { rows } = await sql<OrderListeners>`
    select
      o.id as "orderId", o.hand_over_at as "handOverAt", ${isHeld} as "isHeld",
      coalesce((select value from setting where key = 'NOTIF_PED'), '') as shop,
      case when u.type = any(${clientTypes}) then u.email else coalesce(
        nullif(trim(c.email), ''),
        (select email from app_user
          where client_id = o.client_id and type = any(${clientTypes}) and active and enabled order by id limit 1),
        '') end as client,
      coalesce((select seller.email from app_user seller
        where seller.type = 'vendedor' and seller.seller_id = c.seller_id and seller.active and seller.enabled
        order by seller.id limit 1), '') as seller,
      array(select id from webhook where active and ${event}::text = any(events) order by id) as "webhookIds",
      ${messageReaders} as "messageUserIds"
    from sales_order o
      join app_user u on u.id = o.user_id
      left join client c on c.id = o.client_id
    where o.id = any(${orderIds}::int[])
    order by o.id`.execute(db)
  return rows
}

/** A line as agreed; its price in cents. */
export interface MailedLine {
  code: string
  description: string
  quantity: number
  unitPrice: number
  /** Hundredths of a percent, as the bonus. */
  discount: number
  /** Cents. */
  listPrice: number
  bonus: number
  /** '−10 % desde 24'; '' where it is the article's own. */
  priceReason: string
  /** Hundredths of a percent; null: nobody told one. */
  vatRate: number | null
  /** Units of a bulto today; 0 where the article has none. */
  unitsPerPack: number
  note: string
}

/** An order with its client's data and its lines by code; null when there is none. */
export async function findMailedOrder(db: Queryable, orderId: number) {
  const line = sql`json_build_object('code', line.code, 'description', line.description, 'quantity', line.quantity,
    'unitPrice', line.unit_price, 'priceReason', line.price_reason, 'discount', line.discount, 'listPrice', line.list_price, 'bonus', line.bonus, 'vatRate', line.vat_rate,
    'unitsPerPack', coalesce(article.units_per_pack, 0), 'note', line.note)`
  const order = await db
    .selectFrom('sales_order as o')
    .innerJoin('app_user as u', 'u.id', 'o.user_id')
    .innerJoin('app_user as maker', 'maker.id', 'o.created_by')
    .leftJoin('client as c', 'c.id', 'o.client_id')
    .leftJoin('client_address as place', (join) =>
      join.onRef('place.id', '=', 'o.address_id').onRef('place.client_id', '=', 'o.client_id'),
    )
    .leftJoin('carrier', (join) =>
      join.on(sql<boolean>`carrier.id = case when o.client_id > 0 then place.carrier_id else u.carrier_id end`),
    )
    .where('o.id', '=', orderId)
    .select([
      ...([
        'o.id',
        'o.erp_number',
        'o.import_number',
        'o.version',
        'o.created_at',
        'o.business_name',
        'o.address_id',
        'o.address',
      ] as const),
      ...(['o.sale_line', 'o.sale_condition', 'o.note', 'o.total', 'o.prices_with_vat'] as const),
      ...(['u.type', 'u.email', 'u.cuit', 'u.phone', 'u.mobile'] as const),
      ...([madeBy.as('madeBy'), wasSent.as('wasSent'), heldReason.as('heldReason')] as const),
      ...(['c.cuit as client_cuit', 'c.email as client_email'] as const),
      ...([
        'maker.id as maker_id',
        'maker.type as maker_type',
        'maker.email as maker_email',
        'maker.first_name',
        'maker.last_name',
        'maker.business_name as maker_name',
      ] as const),
    ])
    .select([
      sql<MailedLine[]>`(select coalesce(json_agg(${line} order by line.code, line.id), '[]')
        from sales_order_line line left join article on article.id = line.article_id where line.order_id = o.id)`.as(
        'lines',
      ),
      sql<string>`coalesce(carrier.name, '')`.as('carrier'),
    ])
    .executeTakeFirst()
  return order ?? null
}
export type MailedOrder = NonNullable<Awaited<ReturnType<typeof findMailedOrder>>>
