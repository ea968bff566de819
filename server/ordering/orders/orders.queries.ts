/** SQL of orders. Each is written in one transaction; until it is taken, change-order.queries.ts writes further versions. */
import { sql } from 'kysely'
import type { FulfilmentState } from '../../../contract/fulfilment-state.ts'
import { NO_ADDRESS } from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { isBound } from '../../db/binding-limit.ts'
import { folded } from '../../db/folded.ts'
import { fulfilmentLines, isTold } from '../../db/fulfilment-lines.ts'
import { handOverAt, isHeld } from '../../db/hand-over.ts'
import { offers, priceColumns } from '../../db/offers.ts'
import type { Queryable } from '../../db/open.ts'
import { orderRowColumns } from '../../db/order-rows.ts'
import { leastOfClient, leastOfUser, rulesAreHeld } from '../../db/order-rules.ts'
import type { CartKey, Channel } from '../../db/tables.ts'
import { pricesHoldVat } from '../../db/vat.ts'
import type { LineToOrder, PricedLine } from './orders.rules.ts'

/** Locks the lines of a cart and reads them with article and price; a second order of the same cart waits here. */
export function lockCartLines(t: Queryable, cart: CartKey): Promise<(LineToOrder & { id: number })[]> {
  return t
    .selectFrom('cart_line as line')
    .innerJoin(offers(t, cart.clientId), 'offer.articleId', 'line.article_id')
    .select([
      'line.id',
      'line.article_id as articleId',
      'line.quantity',
      'line.note',
      'line.shown_price as shownPrice',
      'offer.code',
      'offer.description',
      'offer.multiple',
      'offer.unitsPerPack',
      ...priceColumns,
      'offer.listed',
      'offer.bindingStock',
    ])
    .where('line.user_id', '=', cart.userId)
    .where('line.client_id', '=', cart.clientId)
    .orderBy('line.id')
    .forUpdate('line')
    .execute()
}

/** The order that this user's idempotency key has already made: its numbers, and the fields of its request. */
export function findOrderByKey(t: Queryable, userId: number, key: string) {
  return t
    .selectFrom('sales_order')
    .select([
      'id',
      'erp_number',
      'client_id as clientId',
      'address_id as addressId',
      'note',
      'asked_condition as askedCondition',
      // Linked to a client, such an order has kept its address as text alone (R234).
      sql<boolean>`new_user and address_id = ${NO_ADDRESS}::int and address <> ''`.as('hasMoved'),
    ])
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** Whether the ERP has a client in use; also true of one that does not exist. */
export async function isClientInUse(db: Queryable, clientId: number): Promise<boolean> {
  const client = await db.selectFrom('client').select('active').where('id', '=', clientId).executeTakeFirst()
  return client?.active ?? true
}

/** What orders need of their clients. Keeps rules of orders from being changed until the transaction ends (`rulesAreHeld`). */
export function findClientsForOrders(t: Queryable, clientIds: readonly number[]) {
  const address = sql`json_build_object('id', a.id, 'street', a.street, 'locality', a.locality,
    'postalCode', a.postal_code, 'provinceId', a.province_id)`
  return t
    .selectFrom('client as c')
    .select([
      'id',
      'business_name',
      'sale_condition',
      'active',
      sql<DeliveryAddress[]>`(select coalesce(json_agg(${address} order by a.id), '[]')
        from client_address a where a.client_id = c.id and a.active)`.as('addresses'),
      isBound(sql`c.id`).as('bound'),
      leastOfClient('c').as('least'),
      rulesAreHeld.as('held'),
      pricesHoldVat.as('pricesWithVat'),
    ])
    .where(sql<boolean>`c.id = any(${clientIds}::int[])`)
    .execute()
}

/** The names of a user who orders without an ERP client. Throws when there is no such user. */
export function findUserForOrder(t: Queryable, userId: number) {
  return t
    .selectFrom('app_user')
    .select(['business_name', 'first_name', 'last_name', pricesHoldVat.as('pricesWithVat')])
    .select([leastOfUser('app_user').as('least'), rulesAreHeld.as('held')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

export interface DeliveryAddress {
  id: number
  street: string
  locality: string
  postalCode: string
  provinceId: number | null
}

/** Addresses that an order of a user without an ERP client may go to: the user's own. */
export function listOwnAddresses(t: Queryable, userId: number): Promise<DeliveryAddress[]> {
  return t
    .selectFrom('user_address')
    .select(['id', 'street', 'city as locality', 'postal_code as postalCode', 'province_id as provinceId'])
    .where('user_id', '=', userId)
    .execute()
}

/** The order of an imported file: CUIT (digits), its number in the file, and how often that number was imported before. */
export interface ImportIdentity {
  cuit: string
  number: string
  copy: number
}

/** The head of an order to write. */
export interface NewOrder {
  userId: number
  clientId: number
  businessName: string
  addressId: number
  address: string
  saleLine: string
  saleCondition: number
  /** The condition of the request; OWN_CONDITION stands for the client's own. */
  askedCondition: number
  note: string
  /** Cents. */
  total: number
  /** Whether the prices hold the VAT (R357). */
  pricesWithVat: boolean
  lineCount: number
  idempotencyKey: string | null
  imported: ImportIdentity | null
  /** A client user without an ERP client made it (R27). */
  newUser: boolean
  /** Why it is made below its least amount (R363); null: it is not below, or nobody gave a reason. */
  ruleReason: string | null
  /** Why it is held (R390); null: it is not. */
  heldReason: string | null
}

/** Who writes orders and by which channel. Without an ERP the shop numbers them; with one they wait for its number (R26). */
interface Writing {
  readonly createdBy: number
  readonly channel: Channel
  readonly numberedHere: boolean
}

/**
 * Writes orders with their frozen lines and deletes the cart lines that they were made of, in one statement. All lines
 * are one parameter, so that the largest cart fits. Answers the orders' ids and numbers in the order given.
 */
export async function writeOrders(
  t: Queryable,
  orders: readonly {
    readonly head: NewOrder
    readonly lines: readonly PricedLine[]
    readonly takenLines: readonly number[]
  }[],
  { createdBy, channel, numberedHere }: Writing,
): Promise<{ id: number; erp_number: number | null }[]> {
  const unitsOf = orders.map(({ lines }) => lines.reduce((sum, { quantity }) => sum + quantity, 0))
  const heads = orders.map(({ head: { imported, ...order } }, place) => ({
    place,
    user_id: order.userId,
    client_id: order.clientId,
    business_name: order.businessName,
    address_id: order.addressId,
    address: order.address,
    sale_line: order.saleLine,
    sale_condition: order.saleCondition,
    asked_condition: order.askedCondition,
    note: order.note,
    total: order.total,
    prices_with_vat: order.pricesWithVat,
    line_count: order.lineCount,
    pending_units: unitsOf[place],
    idempotency_key: order.idempotencyKey,
    import_cuit: imported?.cuit ?? null,
    import_number: imported?.number ?? null,
    import_copy: imported?.copy ?? null,
    new_user: order.newUser,
    rule_reason: order.ruleReason,
    held_reason: order.heldReason,
  }))
  const lines = orders.flatMap((order, place) =>
    order.lines.map((line, nth) => ({
      place,
      nth,
      article_id: line.articleId,
      code: line.code,
      description: line.description,
      list_price: line.listPrice,
      list_id: line.listId,
      bonus: line.bonus,
      vat_rate: line.vatRate,
      discount: line.discount,
      unit_price: line.unitPrice,
      price_reason: line.priceReason,
      multiple: line.multiple,
      quantity: line.quantity,
      note: line.note,
    })),
  )
  const taken = orders.flatMap(({ takenLines }) => takenLines)
  const [ownNumber, erpState] = numberedHere
    ? [sql`nextval('own_order_number')::int`, sql`null::text`]
    : [sql`null::int`, sql`case when held_reason is null then 'pending' end`]
  // Ids are given in the order of the rows, so that the place of an order is that of its id.
  const made = await sql<{ id: number; erp_number: number | null }>`
    with head as (
      insert into sales_order (erp_number, erp_state, channel, created_by, user_id, client_id, business_name, address_id,
        address, sale_line, sale_condition, asked_condition, note, total, line_count, idempotency_key, import_cuit,
        import_number, import_copy, new_user, pending_units, prices_with_vat, rule_reason, hand_over_at,
        held_at, held_reason)
      select ${ownNumber}, ${erpState}, ${channel}, ${createdBy}::int, user_id, client_id, business_name, address_id,
        address, sale_line, sale_condition, asked_condition, note, total, line_count, idempotency_key, import_cuit,
        import_number, import_copy, new_user, pending_units, prices_with_vat, rule_reason,
        case when held_reason is null then ${handOverAt} end, case when held_reason is not null then now() end, held_reason
      from json_to_recordset(${JSON.stringify(heads)}) as row (place int, user_id int, client_id int,
        business_name text, address_id int, address text, sale_line text, sale_condition int, asked_condition int,
        note text, total bigint, line_count int, idempotency_key text, import_cuit text, import_number text,
        import_copy int, new_user boolean, pending_units int, prices_with_vat boolean, rule_reason text,
        held_reason text)
      order by place
      returning id, erp_number
    ),
    placed as (select id, erp_number, row_number() over (order by id) - 1 as place from head),
    line as (
      insert into sales_order_line (order_id, article_id, code, description, list_price, discount, unit_price, price_reason,
        list_id, bonus, vat_rate, multiple, quantity, note, created_by, channel)
      select placed.id, article_id, code, description, list_price, discount, unit_price, price_reason, list_id, bonus,
        vat_rate, multiple, quantity, note, ${createdBy}::int, ${channel}
      from json_to_recordset(${JSON.stringify(lines)}) as row (place int, nth int, article_id int,
        code text, description text, list_price bigint, discount int, unit_price bigint, price_reason text, list_id int,
        bonus int, vat_rate int, multiple int, quantity int, note text)
      join placed using (place)
      order by place, nth
    ),
    taken as (delete from cart_line where id = any(${taken}::int[]))
    select id, erp_number from placed order by id`.execute(t)
  return made.rows
}

/** The text that a row of a list shows of an order, folded for the search. */
const shownText = folded(sql`concat_ws(' ', o.id, o.erp_number, o.import_number, o.business_name, o.address,
  to_char(o.created_at at time zone 'America/Argentina/Buenos_Aires', 'DD/MM/YYYY'))`)

/** "My orders", the last first: those of the user, of the client or of the seller's clients, whichever the filter names. */
export function listOrders(
  db: Queryable,
  filter: {
    userId?: number
    clientId?: number
    /** The orders of the clients that this seller has now. */
    sellerId?: number
    words: readonly string[]
    fulfilmentState?: FulfilmentState | undefined
    held?: boolean | undefined
  },
  limit: number,
  offset: number,
) {
  let query = db
    .selectFrom('sales_order as o')
    .innerJoin('app_user as maker', 'maker.id', 'o.created_by')
    .select(orderRowColumns)
    .where((eb) =>
      eb.or([
        ...(filter.userId === undefined ? [] : [eb('o.user_id', '=', filter.userId)]),
        ...(filter.clientId === undefined ? [] : [eb('o.client_id', '=', filter.clientId)]),
        ...(filter.sellerId === undefined
          ? []
          : [eb('o.client_id', 'in', eb.selectFrom('client').select('id').where('seller_id', '=', filter.sellerId))]),
      ]),
    )
  if (filter.fulfilmentState !== undefined) query = query.where('o.course_state', '=', filter.fulfilmentState)
  if (filter.held) query = query.where(isHeld)
  for (const word of filter.words) {
    query = query.where(sql<boolean>`(
      position(${word} in ${shownText}) > 0
      or exists (select from sales_order_line line where line.order_id = o.id and lower(line.code) = ${word})
    )`)
  }
  return query.orderBy('o.id', 'desc').limit(limit).offset(offset).execute()
}

/** The user and the client that an order belongs to. */
export function findOrderOwner(db: Queryable, orderId: number) {
  return db
    .selectFrom('sales_order')
    .select(['user_id as userId', 'client_id as clientId'])
    .where('id', '=', orderId)
    .executeTakeFirst()
}

/** Lines of an order by code. */
export function listOrderLines(db: Queryable, orderId: number) {
  return db
    .selectFrom('sales_order_line')
    .select(['id', 'article_id as articleId', 'code', 'description', 'unit_price as unitPrice', 'quantity', 'note'])
    .select('price_reason as priceReason')
    .where('order_id', '=', orderId)
    .orderBy(sql`code collate "C"`)
    .orderBy('id')
    .execute()
}

/** An order's lines, for repeating it. */
export function listLinesToRepeat(t: Queryable, orderId: number) {
  return t
    .selectFrom('sales_order_line')
    .select(['article_id as articleId', 'code', 'description', 'quantity', 'note', 'unit_price as unitPriceBefore'])
    .where('order_id', '=', orderId)
    .orderBy(sql`code collate "C"`)
    .orderBy('id')
    .execute()
}

/** Why an article of an order to repeat is asked about: units of it are still owed, or will not come. */
export interface Doubt {
  articleId: number
  /** Units that are still to come, of the client's orders of which something was told; null where none is. */
  owed: number | null
  /** The latest of these orders. */
  owedBy: number | null
  /** Units of the article in the repeated order, those of them that will not come, and why. */
  ordered: number
  missing: number
  reason: string
}

/** The articles of an order that are asked about when it is repeated for a client, or for a user without one. */
export async function listDoubts(
  t: Queryable,
  orderId: number,
  { userId, clientId }: CartKey,
): Promise<ReadonlyMap<number, Doubt>> {
  const owner = clientId === NO_CLIENT ? sql`o.user_id = ${userId}` : sql`o.client_id = ${clientId}`
  const { rows } = await sql<Doubt>`
    with owed as (
      select "articleId", sum(pending)::int as units, max("orderId") as latest
      from ${fulfilmentLines(sql`select o.id from sales_order o where o.pending_units > 0 and ${isTold} and ${owner}`)} line
      where pending > 0 group by "articleId"
    ),
    gone as (
      select "articleId", ordered, missing, reason from ${fulfilmentLines(sql`select ${orderId}::int`)} line
      where missing > 0 and "replacedBy" = ''
    )
    select distinct line.article_id as "articleId", owed.units as owed, owed.latest as "owedBy",
      coalesce(gone.ordered, 0) as ordered, coalesce(gone.missing, 0) as missing, coalesce(gone.reason, '') as reason
    from sales_order_line line
      left join owed on owed."articleId" = line.article_id
      left join gone on gone."articleId" = line.article_id
      join sales_order o on o.id = line.order_id
    where line.order_id = ${orderId} and (owed.units is not null
      or (gone."articleId" is not null and o.course_state not in ('cancelled', 'refused')))`.execute(t)
  return new Map(rows.map((row) => [row.articleId, row]))
}

/** The units of each article of an order that were ordered and will not come, by article id. */
export async function listMissing(t: Queryable, orderId: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ articleId: number; missing: number }>`
    select "articleId", missing from ${fulfilmentLines(sql`select ${orderId}::int`)} line where missing > 0`.execute(t)
  return new Map(rows.map(({ articleId, missing }) => [articleId, missing]))
}

/** `erp_number` of the last order of a user, or of a client; null without an order, or while it has no number. */
export async function lastOrderNumber(
  db: Queryable,
  owner: { userId: number } | { clientId: number },
): Promise<number | null> {
  const row = await db
    .selectFrom('sales_order')
    .select('erp_number')
    .where((eb) => ('userId' in owner ? eb('user_id', '=', owner.userId) : eb('client_id', '=', owner.clientId)))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.erp_number ?? null
}

/** Address id of the last order of a user, or of a client; null without an order. */
export async function lastAddressId(
  db: Queryable,
  owner: { userId: number } | { clientId: number },
): Promise<number | null> {
  const order = await db
    .selectFrom('sales_order')
    .select('address_id')
    .where((eb) => ('userId' in owner ? eb('user_id', '=', owner.userId) : eb('client_id', '=', owner.clientId)))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return order?.address_id ?? null
}
