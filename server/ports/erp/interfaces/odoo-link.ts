/**
 * Orders to Odoo 19 as quotations (`sale.order`), and what became of them, by its External JSON-2 API (R420). Its public
 * description: github.com/odoo/documentation, content/developer/reference/external_api.rst; the fields of the models:
 * github.com/odoo/odoo, addons/sale/models and odoo/addons/base/models.
 */
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../../../db/tables.ts'
import { argentineClock } from '../../../lib/argentine-clock.ts'
import { cutText } from '../../../lib/cut-text.ts'
import type { ErpLink, OrderAnswer, OutgoingOrder } from '../port.ts'
import { ErpUnreachable } from '../rest-client.ts'
import { cursorStore } from '../rest-cursor.queries.ts'
import { answerInDemo } from './demo-orders.ts'
import { withFileAnswers } from './file-answers.ts'
import { findOrderTimes, isNumberTaken } from './odoo.queries.ts'
import { type OdooOptions, OdooRefusal, odooClient } from './odoo-client.ts'

/** Orders that are looked for in one call. */
const PAGE = 200
/** Codes that are looked for in one call. */
const CODES = 500
const CODES_TOLD = 5
/** How long Odoo is left alone between two readings of what became of orders, in milliseconds. */
const READ_EVERY = 60_000
/** Changes that were committed late are read again, in milliseconds. */
const OVERLAP = 600_000
/** The files of the folder wait for a reading so long, in milliseconds. */
const READ_PATIENCE = 10_000
const CURSOR = 'odoo/sale.order'

/** Odoo's empty value is `false`. */
const text = z.union([z.string(), z.literal(false)])
const saleOrder = z.object({
  id: z.int(),
  name: z.string(),
  state: z.string(),
  client_order_ref: text,
  origin: text,
  currency_id: z.union([z.tuple([z.int(), z.string()]), z.literal(false)]),
  amount_untaxed: z.number(),
  amount_total: z.number(),
})
type SaleOrder = z.output<typeof saleOrder>
const saleOrders = z.array(saleOrder)
const ORDER_FIELDS = Object.keys(saleOrder.shape)
const partners = z.array(z.object({ id: z.int() }))
const products = z.array(z.object({ id: z.int(), default_code: z.string() }))
const changes = z.array(z.object({ id: z.int(), client_order_ref: z.string(), write_date: z.string() }))

const REF = 'Pedido web '
/** An instant as Odoo writes it, in UTC; `shift` milliseconds later. */
const odooTime = (iso: string, shift: number) =>
  new Date(Date.parse(iso) + shift).toISOString().slice(0, 19).replace('T', ' ')
/**
 * What an order is called at Odoo, by which it is found again. The second in which it was made tells it from another shop's, and
 * from one that a restored backup counted again.
 */
export const refOf = ({ id, createdAt }: Pick<OutgoingOrder, 'id' | 'createdAt'>): string =>
  `${REF}${id} (${argentineClock(new Date(createdAt))})`

/** What the order as a whole is refused for, in Spanish. */
class NotTaken extends Error {}

/**
 * The link of Odoo.
 * @param files the folder's link: clients leave and are answered by it
 * @param now milliseconds
 */
export function odooLink(
  options: OdooOptions,
  db: Kysely<Tables>,
  files: ErpLink,
  now: () => number = Date.now,
): ErpLink {
  const odoo = odooClient(options)
  const reader = odooClient({ askMs: READ_PATIENCE, ...options })
  const cursors = cursorStore(db)

  /** Orders at Odoo, the one that was made last at the end. */
  const findOrders = (domain: readonly unknown[], signal: AbortSignal, from = odoo) => {
    const body = { domain, fields: ORDER_FIELDS, order: 'id asc' }
    return from.call('sale.order', 'search_read', body, { form: saleOrders, signal })
  }

  /** An answer without a number that another order has, from another program or another company of Odoo: it would be refused. */
  async function withOwnNumber(answer: OrderAnswer): Promise<OrderAnswer> {
    const { orderId, number } = answer
    return number !== null && (await isNumberTaken(db, { orderId, number })) ? { ...answer, number: null } : answer
  }

  /** The client at Odoo, by its reference, else by its CUIT. @throws NotTaken */
  async function findPartner({ clientCode, cuit }: Pick<OutgoingOrder, 'clientCode' | 'cuit'>, signal: AbortSignal) {
    const named: string[] = []
    const look = async (name: string, domain: readonly unknown[]) => {
      const body = { domain, fields: ['id'], limit: 2 }
      const found = await odoo.call('res.partner', 'search_read', body, { form: partners, signal })
      if (found.length > 1) throw new NotTaken(`En Odoo hay más de un cliente con ${name}`)
      named.push(name)
      return found[0]?.id
    }
    const byCode = clientCode && (await look(`la referencia «${clientCode}»`, [['ref', '=', clientCode]]))
    if (byCode) return byCode
    const withDashes = cuit.replace(/^(\d\d)(\d{8})(\d)$/, '$1-$2-$3')
    // The persons of a company have its CUIT, too.
    const isOwn = ['parent_id', '=', false]
    const byCuit = cuit && (await look(`el CUIT ${cuit}`, [['vat', 'in', [cuit, withDashes, `AR${cuit}`]], isOwn]))
    if (byCuit) return byCuit
    throw new NotTaken(
      named.length > 0 ? `En Odoo no hay un cliente con ${named.join(' ni ')}` : 'El pedido no tiene cliente ni CUIT',
    )
  }

  /** Odoo's ids of articles, by their codes. @throws NotTaken */
  async function findProducts(codes: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const ids = new Map<string, number>()
    const twice = new Set<string>()
    for (let at = 0; at < codes.length; at += CODES) {
      const body = {
        domain: [['default_code', 'in', codes.slice(at, at + CODES)]],
        fields: ['id', 'default_code'],
      }
      for (const found of await odoo.call('product.product', 'search_read', body, { form: products, signal })) {
        if (ids.has(found.default_code)) twice.add(found.default_code)
        ids.set(found.default_code, found.id)
      }
    }
    const missing = codes.filter((code) => !ids.has(code))
    if (missing.length > 0)
      throw new NotTaken(`En Odoo no hay un producto en uso con la referencia ${codesInWords(missing)}`)
    if (twice.size > 0)
      throw new NotTaken(`En Odoo hay más de un producto con la referencia ${codesInWords([...twice])}`)
    return ids
  }

  /** @returns its id @throws NotTaken @throws OdooRefusal */
  async function makeOrder(order: OutgoingOrder, signal: AbortSignal): Promise<number[]> {
    const partnerId = await findPartner(order, signal)
    const codes = [...new Set(order.lines.map(({ code }) => code))]
    const values = quotation(order, partnerId, await findProducts(codes, signal))
    const form = z.array(z.int())
    const context = await odoo.context(signal)
    return odoo.call('sale.order', 'create', { vals_list: [values], context }, { form, signal })
  }

  /** What became of orders since the last reading, page by page. */
  async function readChanges(take: Parameters<ErpLink['readAnswers']>[0], signal: AbortSignal): Promise<string> {
    const last = await cursors.find(CURSOR)
    const since = last ? [['write_date', '>=', odooTime(`${last.since.replace(' ', 'T')}Z`, -OVERLAP)]] : []
    let [problems, newest, after, isWhole] = ['', last?.since ?? '', 0, false]
    while (!isWhole) {
      const body = {
        domain: [['client_order_ref', '=like', `${REF}%`], ['id', '>', after], ...since],
        fields: ['id', 'client_order_ref', 'write_date'],
        order: 'id asc',
        limit: PAGE,
      }
      const rows = await reader.call('sale.order', 'search_read', body, { form: changes, signal })
      isWhole = rows.length < PAGE
      const lastId = rows.at(-1)?.id ?? after
      if (!isWhole && lastId <= after) throw new ErpUnreachable('Odoo repite los pedidos')
      after = lastId
      for (const row of rows) if (row.write_date > newest) newest = row.write_date
      const ids = rows.flatMap(({ client_order_ref }) =>
        Number(/^Pedido web (\d{1,9}) /.exec(client_order_ref)?.[1] ?? []),
      )
      const named = new Set(rows.map(({ client_order_ref }) => client_order_ref))
      const own = new Map((await findOrderTimes(db, [...new Set(ids)])).map((order) => [refOf(order), order]))
      const refs = [...own.keys()].filter((ref) => named.has(ref))
      // One that was cancelled says nothing of an order while another one stands for it.
      const all = refs.length > 0 ? await findOrders([['client_order_ref', 'in', refs]], signal, reader) : []
      const orders: OrderAnswer[] = []
      for (const [ref, { id, isWaiting }] of own) {
        const found = all.filter(({ client_order_ref }) => client_order_ref === ref)
        if (found.length === 0) continue
        const verdict = verdictOf(id, found)
        if (typeof verdict === 'string') problems += `${ref}: ${verdict}\r\n`
        // One that is sent again on purpose is still cancelled there until it arrives.
        else if (verdict.state !== 'exported' && !(isWaiting && verdict.state === 'rejected'))
          orders.push(await withOwnNumber(verdict))
      }
      await take({ orders, clients: [] })
    }
    if (newest !== '') await cursors.store(db, { file: CURSOR, since: newest, fullAt: null })
    return problems
  }

  return {
    async sendOrder(order, signal) {
      const inDemo = await answerInDemo(db, order.id)
      if (inDemo) return inDemo
      const ref = refOf(order)
      const isOurs = ['client_order_ref', '=', ref]
      const known = await findOrders([isOurs], signal)
      // A repeat finds what an earlier try made, whatever became of it; on purpose, a cancelled one becomes a quotation again.
      const isThere = known.some(({ state, origin }) => state !== 'cancel' || origin === order.key)
      try {
        let made: number[] = []
        if (!isThere && known.length > 0) {
          const ids = known.slice(-1).map(({ id }) => id)
          const context = await odoo.context(signal)
          await odoo.call('sale.order', 'action_draft', { ids, context }, { form: z.unknown(), signal })
        } else if (!isThere) made = await makeOrder(order, signal)
        const found = isThere ? known : await findOrders(['|', ['id', 'in', made], isOurs], signal)
        const understood = verdictOf(order.id, found)
        // It may be there: another try could make it twice.
        if (typeof understood === 'string')
          return { orderId: order.id, state: 'observed', number: null, reason: understood }
        const verdict = await withOwnNumber(understood)
        const difference = differenceOf(order, found)
        return verdict.state === 'exported' && difference
          ? { ...verdict, state: 'observed', reason: `${verdict.reason}: ${difference}` }
          : verdict
      } catch (error) {
        const reason =
          error instanceof NotTaken ? error.message : error instanceof OdooRefusal && error.isFinal && error.reason
        if (!reason) throw error
        return { orderId: order.id, state: 'rejected', number: null, reason: cutText(reason, 500) }
      }
    },
    sendClient: files.sendClient,
    readAnswers: withFileAnswers(files, READ_EVERY, now, readChanges),
  }
}

/** A few of these codes, and how many more there are. */
const codesInWords = (codes: readonly string[]): string => {
  const more = codes.length - CODES_TOLD
  const told = codes.slice(0, CODES_TOLD).map((code) => `«${code}»`)
  return `${told.join(', ')}${more > 0 ? ` y ${more} más` : ''}`
}

/** An order under Odoo's names. Prices are what was agreed, so that no discount and no price list of Odoo's changes the total. */
function quotation(order: OutgoingOrder, partnerId: number, products: ReadonlyMap<string, number>) {
  const note = (name: string) => (name === '' ? [] : [[0, 0, { display_type: 'line_note', name }]])
  return {
    partner_id: partnerId,
    client_order_ref: refOf(order),
    origin: order.key,
    date_order: odooTime(order.createdAt, 0),
    order_line: [
      ...order.lines.flatMap((line) => [
        [
          0,
          0,
          {
            product_id: products.get(line.code),
            product_uom_qty: line.quantity,
            price_unit: line.unitPrice / 100,
            discount: 0,
          },
        ],
        ...note(line.note),
      ]),
      ...note(order.note && `Observación: ${order.note}`),
      ...note(order.address && `Entrega: ${order.address}`),
    ],
  }
}

/** What Odoo's records of one order say of it, or why they cannot be understood. */
function verdictOf(orderId: number, found: readonly SaleOrder[]): OrderAnswer | string {
  const living = found.filter(({ state }) => state !== 'cancel')
  const [order = found.at(-1), another] = living
  if (!order) return 'Odoo no muestra el pedido que hizo'
  // The shop may know the number of any of several: another one would not be taken, and its news with it.
  const number = found.length > 1 ? null : numberOf(order)
  const answer = { orderId, number, reason: `Odoo: ${order.name}` }
  if (another) {
    const names = living.map(({ name }) => name).join(' y ')
    return { ...answer, state: 'observed', reason: `Está más de una vez en Odoo: deje uno de ${names}` }
  }
  switch (order.state) {
    case 'draft':
    case 'sent':
      return { ...answer, state: 'exported' }
    case 'sale':
    case 'done':
      return { ...answer, state: 'accepted' }
    case 'cancel':
      return { ...answer, state: 'rejected', reason: `Cancelado en Odoo: ${order.name}` }
    default:
      return `Odoo dice un estado que la tienda no conoce, «${order.state}»`
  }
}

/** The number in a name such as S00042; null for another form, which may not be unique without its other parts. */
function numberOf({ name }: SaleOrder): number | null {
  const number = Number(/^[A-Za-z]{0,5}(\d{1,9})$/.exec(name)?.[1] ?? 0)
  return number > 0 ? number : null
}

/** Why the order over there is not the shop's in its amount, in Spanish; undefined: it is. */
function differenceOf({ total, pricesWithVat }: OutgoingOrder, found: readonly SaleOrder[]): string | undefined {
  const [order] = found.filter(({ state }) => state !== 'cancel')
  if (!order) return undefined
  const currency = order.currency_id ? order.currency_id[1] : ''
  if (currency !== 'ARS') return `quedó en ${currency || 'otra moneda'}, y la tienda vende en pesos`
  const amount = pricesWithVat ? order.amount_total : order.amount_untaxed
  if (Math.round(amount * 100) === total) return undefined
  const which = pricesWithVat ? 'con impuestos' : 'sin impuestos'
  return `suma ${amount.toFixed(2)} ${which}, y en la tienda ${(total / 100).toFixed(2)}`
}
