/** SQL of an order on paper. */
import { sql } from 'kysely'
import { type FulfilmentLineRow, fulfilmentLines } from '../../db/fulfilment-lines.ts'
import type { Queryable } from '../../db/open.ts'
import { fulfilmentColumns, madeBy, wasSent } from '../../db/order-rows.ts'

/** An order's head with whom it is for and how it travels; undefined when there is no such order. */
export function findOrderHead(db: Queryable, orderId: number) {
  return db
    .selectFrom('sales_order as o')
    .innerJoin('app_user as u', 'u.id', 'o.user_id')
    .innerJoin('app_user as maker', 'maker.id', 'o.created_by')
    .leftJoin('client_address as place', (join) =>
      join.onRef('place.id', '=', 'o.address_id').onRef('place.client_id', '=', 'o.client_id'),
    )
    .leftJoin('carrier', (join) =>
      join.on(sql<boolean>`carrier.id = case when o.client_id > 0 then place.carrier_id else u.carrier_id end`),
    )
    .select([
      ...(['o.id', 'o.erp_number as erpNumber', 'o.erp_state as erpState', 'o.created_at as createdAt'] as const),
      ...(['o.user_id as userId', 'o.client_id as clientId', 'o.business_name as businessName'] as const),
      ...([
        'o.address_id as addressId',
        'o.address',
        'o.note',
        'o.total',
        'o.prices_with_vat as pricesWithVat',
      ] as const),
      ...(['o.sale_line as saleLine', 'o.sale_condition as saleCondition', 'o.import_number as importNumber'] as const),
      'maker.type as makerType',
      ...fulfilmentColumns,
      sql<string>`coalesce((select string_agg(distinct d.note, ', ') from order_dispatch d
        where d.order_id = o.id and d.note <> ''), '')`.as('notes'),
      sql<string>`coalesce((select string_agg(trim(p.kind || ' ' || p.number), ', ' order by p.day, p.id)
        from order_paper p where p.order_id = o.id and lower(p.kind) not like 'remito%'), '')`.as('papers'),
      sql<string>`coalesce(carrier.name, '')`.as('carrier'),
      madeBy.as('madeBy'),
      wasSent.as('wasSent'),
    ])
    .where('o.id', '=', orderId)
    .executeTakeFirst()
}
export type OrderHead = NonNullable<Awaited<ReturnType<typeof findOrderHead>>>

/** What became of an order's lines, by article. */
export async function findFulfilmentLines(db: Queryable, orderId: number): Promise<Map<number, FulfilmentLineRow>> {
  const { rows } =
    await sql<FulfilmentLineRow>`select * from ${fulfilmentLines(sql`select ${orderId}::int`)} line`.execute(db)
  return new Map(rows.map((row) => [row.articleId, row]))
}

/** An order's lines as they were agreed, by code; the units of a bulto are those of today. */
export function listPaperLines(db: Queryable, orderId: number) {
  return db
    .selectFrom('sales_order_line as line')
    .leftJoin('article', 'article.id', 'line.article_id')
    .select([
      'line.article_id as articleId',
      ...(['line.code', 'line.description', 'line.quantity', 'line.note', 'line.multiple'] as const),
      ...([
        'line.list_price as listPrice',
        'line.discount',
        'line.bonus',
        'line.unit_price as unitPrice',
        'line.price_reason as priceReason',
        'line.vat_rate as vatRate',
      ] as const),
      sql<number>`coalesce(article.units_per_pack, 0)`.as('unitsPerPack'),
    ])
    .where('line.order_id', '=', orderId)
    .orderBy(sql`line.code collate "C"`)
    .orderBy('line.id')
    .execute()
}
