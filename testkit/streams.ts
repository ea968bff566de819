/** Clients who order again and again, through cuts, and remember which orders the shop acknowledged. */
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import { createOrder, getOrderLines, myOrders, type OrderNumbers } from '../contract/orders.ts'
import { PAGE_SIZE } from '../contract/rules.ts'
import { createClient, type Line, orderCall, Unreachable } from './client.ts'
import type { Shop } from './shop.ts'

/** What all clients of a run met. */
export interface Tally {
  acknowledged: number
  /** Orders whose answer a cut swallowed; they were sent again. */
  interrupted: number
  /** In Spanish. */
  readonly faults: string[]
}

export interface Stream {
  /** Orders until `goOn` is false after an answer, or the shop is gone; false when it met a fault, which is in the tally. */
  run(goOn: () => boolean): Promise<boolean>
  /** Orders that the shop acknowledged so far. */
  acknowledged(): readonly OrderNumbers[]
  /** Compares the acknowledged orders with those that the shop has; differences go to the tally. */
  check(): Promise<void>
}

/** Milliseconds after which the app tries again what nobody answered. */
const PAUSE = 200
const LINES = 3

/** A stream for each client of a shop, at its own address or at that of a proxy before it. */
export const createStreams = (
  { url, clients, items }: Pick<Shop, 'url' | 'clients' | 'items'>,
  tally: Tally,
): Stream[] => clients.map((client) => createStream(url, client, items, tally))

/** A client that fills its cart and orders it. An order that nobody answered is repeated with the same idempotency key. */
function createStream(url: string, person: Shop['clients'][number], items: Shop['items'], tally: Tally): Stream {
  const client = createClient(url, person)
  const { clientId } = person
  let pending: { key: string; lines: Line[]; isInCart: boolean } | undefined
  let made = 0
  const acknowledged: (OrderNumbers & { key: string; lines: Line[] })[] = []

  const nextOrder = () => {
    const nth = made++
    const lines = Array.from({ length: LINES }, (_, step): Line => {
      const item = items[(nth * 7 + step * 31) % items.length]
      if (!item) throw new Error('Nothing is sold')
      return { item, quantity: item.multiple * (1 + ((nth + step) % 4)) }
    })
    return { key: `${clientId}-${nth}-`, lines, isInCart: false }
  }
  const send = async (key: string, lines: readonly Line[]): Promise<OrderNumbers> => {
    const { bytes } = await client.ask(orderCall(clientId, key, lines))
    return z.decode(createOrder.response, JSON.parse(bytes.toString()))
  }
  /** Fills the cart of the pending order and sends it. The order stays pending until it is answered. */
  const finish = async () => {
    pending ??= nextOrder()
    const { key, lines } = pending
    if (!pending.isInCart) await client.saveLines(clientId, lines)
    pending.isInCart = true
    acknowledged.push({ key, lines, ...(await send(key, lines)) })
    tally.acknowledged++
    pending = undefined
  }
  const fault = (words: string) => void tally.faults.push(`cliente ${clientId}: ${words}`)

  return {
    async run(goOn) {
      try {
        do await finish()
        while (goOn())
        return true
      } catch (error) {
        if (!(error instanceof Unreachable)) fault(String(error))
        else if (pending?.isInCart) tally.interrupted++
        return error instanceof Unreachable
      }
    },
    acknowledged: () => acknowledged,
    async check() {
      if (pending) await finish()
      const stored = new Map<number, OrderNumbers>()
      for (let page = 0, rows = PAGE_SIZE; rows === PAGE_SIZE; page++) {
        const query = { page, clientId: undefined, text: '', courseState: undefined }
        const found = await client.call(myOrders, { query })
        for (const { id, erpNumber } of found) stored.set(id, { orderId: id, erpNumber })
        rows = found.length
      }
      if (stored.size !== acknowledged.length)
        fault(`${acknowledged.length} pedidos confirmados y ${stored.size} guardados`)
      for (const { key, orderId, erpNumber, lines } of acknowledged) {
        const storedOrder = stored.get(orderId)
        if (!storedOrder) fault(`falta el pedido ${orderId}`)
        // An ERP numbers an order after it was acknowledged.
        else if (erpNumber !== null && storedOrder.erpNumber !== erpNumber)
          fault(`el pedido ${orderId} cambió de número`)
        const again = await send(key, lines)
        if (again.orderId !== orderId) fault(`la clave de ${orderId} respondió ${again.orderId}`)
        const storedLines = await client.call(getOrderLines, { params: { id: orderId } })
        const asked = textOf(lines.map(({ item: { articleId }, quantity }) => ({ articleId, quantity })))
        const found = textOf(storedLines)
        if (asked !== found) fault(`el pedido ${orderId} tiene ${found} en lugar de ${asked}`)
      }
    },
  }
}

const textOf = (lines: readonly { articleId: number; quantity: number }[]): string =>
  lines
    .map(({ articleId, quantity }) => `${articleId}x${quantity}`)
    .sort()
    .join()

/** All streams order, and try again what nobody answered as the app does, until `work` is over. */
export async function whileOrdering<T>(streams: readonly Stream[], work: () => Promise<T>): Promise<T> {
  let isOver = false
  const ordering = streams.map(async (stream) => {
    while (!isOver && (await stream.run(() => !isOver))) if (!isOver) await delay(PAUSE)
  })
  try {
    return await work()
  } finally {
    isOver = true
    await Promise.all(ordering)
  }
}

/** Compares every acknowledged order with the shop's, and the orders of the database with them; differences go to the tally. */
export async function checkStreams(
  streams: readonly Stream[],
  tally: Tally,
  storedIds: () => Promise<readonly number[]>,
): Promise<{ lost: number; doubled: number }> {
  await Promise.all(streams.map((stream) => stream.check().catch((error: unknown) => tally.faults.push(String(error)))))
  const known = new Set(streams.flatMap((stream) => stream.acknowledged().map(({ orderId }) => orderId)))
  const stored = new Set(await storedIds())
  // Every unanswered order was sent once more, so what is stored beyond the acknowledged ones is there twice.
  const lost = [...known].filter((id) => !stored.has(id)).length
  const doubled = [...stored].filter((id) => !known.has(id)).length + tally.acknowledged - known.size
  if (lost + doubled > 0) tally.faults.push(`pedidos: ${lost} perdidos, ${doubled} repetidos`)
  return { lost, doubled }
}
