/** What counts of orders of the past (R397, R398). */
import { sql } from 'kysely'

/** Whether `past_order`, as `p`, is shown: not one that the shop itself gave to the ERP. */
export const isPastOrder = sql<boolean>`p.shop_order_id is null`

/** Whether it tells what its client took: as of the shop's orders, not one that was called off. */
export const isPastPurchase = sql<boolean>`(p.shop_order_id is null and p.state !~* '^(cancel|anul|rechaz)')`
