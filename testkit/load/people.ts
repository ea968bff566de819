/** People who use the shop: each signs in, then does one thing after the other, with time to think in between. */
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import { signin } from '../../contract/auth.ts'
import { getCart } from '../../contract/cart.ts'
import { searchProducts } from '../../contract/catalogue.ts'
import { getSales } from '../../contract/dashboard.ts'
import { listCarts, listHistory } from '../../contract/order-admin.ts'
import { myOrders } from '../../contract/orders.ts'
import { filterListings } from '../../contract/product-manager.ts'
import { type Line, linesCall, orderCall, searchCall, type WireCall, wireCall } from '../client.ts'
import { createRandom, type Random } from '../random.ts'
import type { Shop } from '../shop.ts'
import { PASSWORD } from '../shop-data.ts'
import type { Tally } from './times.ts'

export interface Person {
  readonly role: 'buyer' | 'seller' | 'office'
  readonly cuit: string
  /** The client whose cart is filled: a buyer's own, one of a seller's; null in the office. */
  readonly clientId: number | null
}

export interface Pace {
  /** Milliseconds to think between two actions, from and to. */
  readonly think: readonly [number, number]
  readonly goOn: () => boolean
  /** Actions at most. */
  readonly actions?: number
}

/** Tries after an answer that says when to come back. */
const MOST_TRIES = 4

/** Lives one person's time in the shop and answers the token of the session; what goes wrong is noted, never thrown. */
export async function live(
  { url, items }: Pick<Shop, 'url' | 'items'>,
  person: Person,
  seed: number,
  tally: Tally,
  pace: Pace,
): Promise<string> {
  const random = createRandom(seed)
  let token = ''
  try {
    token = await signIn(url, person.cuit, tally)
    // Not all at the same place of their round.
    const first = random.between(0, BUYING.length - 1)
    const round: readonly Action[] = person.role === 'office' ? OFFICE : BUYING
    const ask = ([name, call]: readonly [string, WireCall]) =>
      send(url, tally, name, { ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } })
    const cart: Line[] = []
    if (person.clientId !== null) {
      // The screen begins with the cart that the person left there.
      const kept = z.decode(getCart.response, JSON.parse(await ask(act(items, person, cart, random, 'cart'))))
      cart.push(...kept.map((line) => ({ item: line, quantity: line.quantity })))
    }
    for (let done = 0; pace.goOn() && done < (pace.actions ?? Number.POSITIVE_INFINITY); done++) {
      const planned = round[(first + done) % round.length] ?? 'browse'
      // An empty cart is no order.
      const action: Action = planned === 'order' && cart.length === 0 ? 'add' : planned
      await ask(act(items, person, cart, random, action))
      if (action === 'order') cart.splice(0)
      await delay(random.between(...pace.think))
    }
  } catch (error) {
    tally.faults.push(error instanceof Error ? error.message : String(error))
  }
  return token
}

/** Signs in and answers the token. */
export async function signIn(url: string, cuit: string, tally: Tally): Promise<string> {
  const answer = await send(url, tally, 'ingreso', wireCall(signin, { body: { cuit, password: PASSWORD } }))
  return (JSON.parse(answer) as { accessToken: string }).accessToken
}

/** Sends as the web app does: an answer with Retry-After is waited for, with a little chance added, and tried again. */
async function send(url: string, tally: Tally, action: string, { path, ...init }: WireCall): Promise<string> {
  for (let tries = 1; ; tries++) {
    const since = performance.now()
    const answer = await fetch(url + path, init)
    const text = await answer.text()
    tally.note(action, performance.now() - since)
    if (answer.ok) return text
    const wait = Number(answer.headers.get('retry-after'))
    if (![429, 503].includes(answer.status) || !wait || tries === MOST_TRIES)
      throw new Error(`${action}: ${answer.status} ${text.slice(0, 200)}`)
    tally.putOff++
    await delay(1_000 * (wait + Math.random()))
  }
}

/** Actions of a buyer and of a seller, in turn: the last of 15 is an order, of 5 lines. */
const BUYING = [
  ...(['browse', 'search', 'add', 'browse', 'search', 'add', 'browse', 'search', 'add'] as const),
  ...(['orders', 'search', 'add', 'cart', 'add', 'order'] as const),
]
const OFFICE = ['products', 'history', 'products', 'sales', 'carts'] as const
type Action = (typeof BUYING)[number] | (typeof OFFICE)[number]

const everyOrder = {
  client: '',
  clientId: undefined,
  userId: undefined,
  sellerId: undefined,
  from: undefined,
  to: undefined,
}

/** The name of an action and the call that it makes; a line that is added goes into the person's cart. */
function act(
  items: Shop['items'],
  { role, clientId }: Person,
  cart: Line[],
  random: Random,
  action: Action,
): [string, WireCall] {
  const own = role === 'seller' ? 'vendedor: ' : ''
  const item = random.pick(items)
  const id = clientId ?? 0
  switch (action) {
    case 'browse': {
      const query = { text: '', page: random.between(0, 20), brandId: item.brandId ?? 0, order: 'default' as const }
      return [`${own}página`, wireCall(searchProducts, { query })]
    }
    case 'search':
      return [`${own}búsqueda`, searchCall(random.pick(item.description.split(' ')))]
    case 'add': {
      const line = { item, quantity: item.multiple }
      if (!cart.some((known) => known.item.articleId === item.articleId)) cart.push(line)
      return [`${own}renglón`, linesCall(id, [line])]
    }
    case 'cart':
      return [`${own}carrito`, wireCall(getCart, { query: { userId: undefined, clientId: id } })]
    case 'orders': {
      const query = { page: 0, clientId: undefined, text: '', courseState: undefined }
      return [`${own}pedidos`, wireCall(myOrders, { query })]
    }
    case 'order':
      return [`${own}pedido`, orderCall(id, crypto.randomUUID(), cart, id * 10 + 1)]
    case 'products': {
      const query = { text: '', order: 'default' as const, active: true, page: random.between(0, 40) }
      return ['oficina: artículos', wireCall(filterListings, { query })]
    }
    case 'history':
      return ['oficina: históricos', wireCall(listHistory, { query: { ...everyOrder, sort: undefined, page: 0 } })]
    case 'sales':
      return ['oficina: tablero', wireCall(getSales)]
    default:
      return ['oficina: carritos', wireCall(listCarts)]
  }
}
