/** People who use the shop: each signs in, then does one thing after the other, with time to think in between. */
import { setTimeout as delay } from 'node:timers/promises'
import type { CatalogueItem } from '../../engine/item.ts'
import { createRandom, type Random } from '../random.ts'
import type { Tally } from './times.ts'

export const PASSWORD = 'una-clave-larga'

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

interface Shop {
  readonly url: string
  readonly items: readonly CatalogueItem[]
}
type Send = (action: string, path: string, init?: RequestInit) => Promise<unknown>

/** Tries after an answer that says when to come back. */
const MOST_TRIES = 4

/** Lives one person's time in the shop and answers the token of the session; what goes wrong is noted, never thrown. */
export async function live(shop: Shop, person: Person, seed: number, tally: Tally, pace: Pace): Promise<string> {
  const random = createRandom(seed)
  const send = sender(shop.url, tally)
  let token = ''
  try {
    token = await signIn(send, person.cuit)
    const asked: Send = (action, path, init = {}) =>
      send(action, path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } })
    // Not all at the same place of their round.
    const first = random.between(0, BUYING.length - 1)
    const round: readonly Action[] = person.role === 'office' ? OFFICE : BUYING
    let hasLines = false
    for (let done = 0; pace.goOn() && done < (pace.actions ?? Number.POSITIVE_INFINITY); done++) {
      const planned = round[(first + done) % round.length] ?? 'browse'
      // An empty cart is no order.
      const action: Action = planned === 'order' && !hasLines ? 'add' : planned
      await act(asked, shop.items, person, random, action)
      hasLines = action === 'add' || (hasLines && action !== 'order')
      await delay(random.between(...pace.think))
    }
  } catch (error) {
    tally.faults.push(error instanceof Error ? error.message : String(error))
  }
  return token
}

/** Signs in and answers the token. */
export async function signIn(send: Send, cuit: string): Promise<string> {
  const answer = await send('ingreso', '/api/auth/signin', json({ username: cuit, password: PASSWORD }))
  return (answer as { accessToken: string }).accessToken
}

/** Sends as the web app does: an answer with Retry-After is waited for, with a little chance added, and tried again. */
export function sender(url: string, tally: Tally): Send {
  return async (action, path, init) => {
    for (let tries = 1; ; tries++) {
      const since = performance.now()
      const answer = await fetch(url + path, init)
      const text = await answer.text()
      tally.note(action, performance.now() - since)
      if (answer.ok) return JSON.parse(text || 'null')
      const wait = Number(answer.headers.get('retry-after'))
      if (![429, 503].includes(answer.status) || !wait || tries === MOST_TRIES)
        throw new Error(`${action}: ${answer.status} ${text.slice(0, 200)}`)
      tally.putOff++
      await delay(1_000 * (wait + Math.random()))
    }
  }
}

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

/** Actions of a buyer and of a seller, in turn: the last of 15 is an order, of 5 lines. */
const BUYING = [
  'browse',
  'search',
  'add',
  'browse',
  'search',
  'add',
  'browse',
  'search',
  'add',
  'orders',
  'search',
  'add',
  'cart',
  'add',
  'order',
] as const
const OFFICE = ['products', 'history', 'products', 'sales', 'carts'] as const
type Action = (typeof BUYING)[number] | (typeof OFFICE)[number]

async function act(
  send: Send,
  items: readonly CatalogueItem[],
  person: Person,
  random: Random,
  action: Action,
): Promise<void> {
  if (person.role === 'office') return void (await workInOffice(send, action, random))
  const own = person.role === 'seller' ? 'vendedor: ' : ''
  const client = `idcli=${person.clientId}`
  const item = random.pick(items)
  switch (action) {
    case 'browse':
      return void (await send(
        `${own}página`,
        `/api/pedidos/productos/filtros?index=${random.between(0, 20)}&m=${item.brandId ?? 0}`,
      ))
    case 'search':
      return void (await send(
        `${own}búsqueda`,
        `/api/pedidos/productos/filtros?index=0&n=${encodeURIComponent(random.pick(item.description.split(' ')))}`,
      ))
    case 'add':
      return void (await send(
        `${own}renglón`,
        '/api/pedidos/itemsCarrito',
        json({ id: null, idart: item.articleId, cantidad: item.multiple, obs: '', idcli: person.clientId }),
      ))
    case 'cart':
      return void (await send(`${own}carrito`, `/api/pedidos/itemsCarrito/cliente?${client}`))
    case 'orders':
      return void (await send(`${own}pedidos`, '/api/pedidos/productos/pedidos?index=0'))
    default: {
      const address = (person.clientId ?? 0) * 10 + 1
      const key = crypto.randomUUID()
      return void (await send(`${own}pedido`, `/api/pedidos/productos/pedido?${client}&dir=${address}&obs=&cond=-1`, {
        method: 'POST',
        headers: { 'idempotency-key': key },
      }))
    }
  }
}

function workInOffice(send: Send, action: Action, random: Random): Promise<unknown> {
  switch (action) {
    case 'products':
      return send('oficina: artículos', `/api/pedidos/productos/filtro?index=${random.between(0, 40)}&a=1&p=1`)
    case 'history':
      return send('oficina: históricos', '/api/pedidos/productos/pedidos/historicos?index=0')
    case 'sales':
      return send('oficina: tablero', '/api/tablero/ventas')
    default:
      return send('oficina: carritos', '/api/pedidos/itemsCarrito/all')
  }
}
