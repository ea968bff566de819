/** Orders that are changed and cancelled on several instances while an ERP takes them and instances are killed (R331, R383). */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { changeOrder } from '../../contract/order-changes.ts'
import { cancelOrder, createOrder } from '../../contract/orders.ts'
import { priceOf } from '../../contract/price.ts'
import { saveSettings } from '../../contract/settings-admin.ts'
import type { CatalogueItem } from '../../engine/item.ts'
import type { Db } from '../../server/db/open.ts'
import {
  type Answer,
  type Client,
  createClient,
  type Line,
  linesCall,
  orderCall,
  Unreachable,
  wireCall,
} from '../client.ts'
import { finishOutbox } from '../outbox.ts'
import { createRandom, type Random } from '../random.ts'
import type { Cluster } from './cluster.ts'
import { killInTurn } from './cluster-run.ts'

/** An order, as those who made, changed and cancelled it were told. */
interface Told {
  readonly id: number
  /** Units of each article in the last version that was acknowledged, as a sorted text. */
  lines: string
  version: number
  isCancelled: boolean
}

export interface ChangesReport {
  readonly orders: number
  /** Changes and cancellations that were acknowledged, and those that came too late. */
  readonly changes: number
  readonly cancels: number
  readonly late: number
  readonly kills: number
  readonly seconds: number
}

/** Until an order is handed over, in seconds: about as long as what its client does with it. */
const LONGEST_OPEN = 2.5
const MOST_CHANGES = 5
/** Milliseconds after which what nobody answered is sent again. */
const PAUSE = 100

const textOf = (lines: readonly { articleId: number; quantity: number }[]): string =>
  lines
    .map(({ articleId, quantity }) => `${articleId}x${quantity}`)
    .sort()
    .join()

/** Sends a call until it is answered, also by a refusal. */
async function answered(client: Client, call: Parameters<Client['send']>[0]): Promise<Answer> {
  for (;;)
    try {
      const answer = await client.send(call)
      if (![502, 503, 504].includes(answer.status)) return answer
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
    } finally {
      await delay(PAUSE)
    }
}

const setHandOver = async ({ instances, shop }: Cluster, value: string): Promise<void> => {
  const admin = createClient(instances[0]?.url ?? '', { cuit: shop.admins[0]?.cuit ?? '' })
  await admin.call(saveSettings, { body: [{ key: 'ENTREGA_PEDIDOS', value }] })
}

/** Shortens an order's hours to seconds, for row and job alike. */
const shorten = ({ kysely }: Db, orderId: number, seconds: number) =>
  sql`with row as (update sales_order set hand_over_at = now() + ${seconds}::float * interval '1 second'
      where id = ${orderId} and hand_over_at is not null returning id, hand_over_at)
    update job set run_at = row.hand_over_at from row
    where kind = 'erpOrder' and state = 'pending' and payload->>'orderId' = row.id::text`.execute(kysely)

/**
 * All clients make orders and change each, and cancel some in the same moment, from two devices of their own, until there are
 * `orders`; meanwhile an instance is killed every `everyMs`. Then compares what was acknowledged with the shop's rows and with what
 * the ERP was sent.
 */
export async function killDuringChanges(
  cluster: Cluster,
  items: readonly CatalogueItem[],
  { orders, everyMs, onProgress }: { orders: number; everyMs: number; onProgress: (line: string) => void },
  faults: string[],
): Promise<ChangesReport> {
  const { proxy, shop, erp } = cluster
  const since = performance.now()
  const told: Told[] = []
  const count = { changes: 0, cancels: 0, late: 0 }
  await setHandOver(cluster, '1')
  const isEnough = () => told.length >= orders || faults.length > 0

  const oneOrder = async (client: Client, clientId: number, random: Random, key: string): Promise<void> => {
    const chosen = Array.from({ length: 3 }, (_, step) => items[(random.between(0, 9) + step * 10) % items.length]!)
    const linesOf = (): Line[] => chosen.map((item) => ({ item, quantity: item.multiple * random.between(1, 4) }))
    let lines = linesOf()
    await answered(client, linesCall(clientId, lines))
    const made = await answered(client, orderCall(clientId, key, lines))
    if (made.status !== 200) return void faults.push(`un pedido respondió ${made.status}: ${made.bytes.toString()}`)
    const { orderId } = z.decode(createOrder.response, JSON.parse(made.bytes.toString()))
    const order: Told = { id: orderId, lines: textOf(unitsOf(lines)), version: 1, isCancelled: false }
    told.push(order)
    await shop.look((db) => shorten(db, orderId, random.next() * LONGEST_OPEN))

    const cancelling = async () => {
      if (!random.chance(0.3)) return
      await delay(random.between(0, LONGEST_OPEN * 1000))
      const answer = await answered(client, wireCall(cancelOrder, { params: { id: orderId }, body: { reason: '' } }))
      if (answer.status === 200) [order.isCancelled, count.cancels] = [true, count.cancels + 1]
      else if (answer.status === 409) count.late++
      else faults.push(`cancelar ${orderId} respondió ${answer.status}: ${answer.bytes.toString()}`)
    }
    const changing = async () => {
      for (let nth = random.between(0, MOST_CHANGES); nth > 0; nth--) {
        lines = linesOf()
        const next = lines.map(({ item, quantity }) => ({
          ...{ articleId: item.articleId, quantity, note: '', unitPrice: priceOf(item), ask: false },
        }))
        const shownTotal = next.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0)
        const answer = await answered(
          client,
          wireCall(changeOrder, {
            params: { id: orderId },
            body: { version: order.version, lines: next, shownTotal },
            headers: { 'idempotency-key': `${key}c${nth}`.padEnd(32, '0') },
          }),
        )
        if (answer.status === 409) return void count.late++
        if (answer.status !== 200)
          return void faults.push(`cambiar ${orderId} respondió ${answer.status}: ${answer.bytes.toString()}`)
        const { version } = z.decode(changeOrder.response, JSON.parse(answer.bytes.toString()))
        Object.assign(order, { version, lines: textOf(next) })
        count.changes++
        await delay(random.between(0, 400))
      }
    }
    await Promise.all([cancelling(), changing()])
  }

  let isOver = false
  const people = shop.clients.map(async (person, at) => {
    const client = createClient(proxy.url, person)
    const random = createRandom(at + 1)
    for (let nth = 0; !isOver && !isEnough(); nth++)
      await oneOrder(client, person.clientId, random, `v-${person.clientId}-${nth}-`).catch((error: unknown) =>
        faults.push(String(error)),
      )
  })
  const kills = await killInTurn(cluster, everyMs, isEnough, () => onProgress(`${told.length} pedidos cambiados`))
  isOver = true
  await Promise.all(people)
  await setHandOver(cluster, '0')
  await finishOutbox({ url: cluster.instances[0]?.url ?? '', databaseUrl: shop.databaseUrl, look: shop.look }, faults)
  await shop.look((db) => compare(db, told, erp, faults))
  return { orders: told.length, ...count, kills, seconds: (performance.now() - since) / 1000 }
}

const unitsOf = (lines: readonly Line[]) => lines.map(({ item: { articleId }, quantity }) => ({ articleId, quantity }))

/** Compares what was acknowledged of each order with its rows, and with what the ERP was sent. */
async function compare({ kysely }: Db, told: readonly Told[], erp: Cluster['erp'], faults: string[]): Promise<void> {
  const { rows } = await sql<{ id: number; version: number; withdrawn: boolean; taken: boolean; lines: string }>`
    select o.id, o.version, o.withdrawn_at is not null as withdrawn, o.taken_at is not null as taken,
      (select string_agg(article_id || 'x' || quantity, ',') from sales_order_line where order_id = o.id) as lines
    from sales_order o where o.id = any(${told.map(({ id }) => id)}::int[])`.execute(kysely)
  const stored = new Map(rows.map((row) => [row.id, row]))
  const sent = new Map<number, { key: string; lines: string; version: number }[]>()
  for (const [key, { body }] of erp.posted) {
    const { IDCON_PED, VERSION_PED, RENGLONES } = body as unknown as SentOrder
    const lines = textOf(RENGLONES.map((line) => ({ articleId: line.ID_ART, quantity: line.CANTIDAD_PEDI })))
    sent.set(IDCON_PED, [...(sent.get(IDCON_PED) ?? []), { key, lines, version: VERSION_PED }])
  }
  for (const { id, version, lines, isCancelled } of told) {
    const row = stored.get(id)
    const atErp = sent.get(id) ?? []
    const say = (words: string) => faults.push(`el pedido ${id} ${words}`)
    if (!row) say('falta')
    else if (isCancelled) {
      if (!row.withdrawn || row.taken) say('se dijo cancelado, y no lo está')
      if (atErp.length > 0) say('se canceló, y el ERP lo recibió')
    } else {
      if (row.withdrawn || !row.taken) say('no se canceló, y nadie lo tomó')
      if (row.version !== version || row.lines.split(',').sort().join() !== lines)
        say(`se dijo en la versión ${version} (${lines}) y está en la ${row.version} (${row.lines})`)
      if (atErp.length !== 1) say(`llegó al ERP con ${atErp.length} claves`)
      if (atErp.some((one) => one.lines !== lines || one.version !== version))
        say(`es ${lines}, versión ${version}, y al ERP llegó ${JSON.stringify(atErp)}`)
    }
  }
}

interface SentOrder {
  readonly IDCON_PED: number
  readonly VERSION_PED: number
  readonly RENGLONES: readonly { readonly ID_ART: number; readonly CANTIDAD_PEDI: number }[]
}
