/**
 * What the device keeps for its user until the server has stored it (R33, R37, R228): typed lines, one entry per user,
 * client and article, and confirmed orders, one entry each. An entry is written before anything is sent, so a closed tab
 * loses nothing; all tabs read the same entries, and two tabs never overwrite each other's. An entry is read for its own
 * user only, and stays until it is stored or its user discards it.
 */
import type { CartLine } from '../../../contract/cart.ts'
import type { Product } from '../../../contract/catalogue.ts'
import type { ChangedLine, OrderNumbers } from '../../../contract/orders.ts'

/** Whose cart: the user, and the ERP client it is filled for (−1 none). */
export interface CartOwner {
  readonly userId: number
  readonly clientId: number
}

/** What a row shows of an article, from the catalogue or the cart. Only the cart tells that it has no VAT rate (null). */
export type ShownArticle = Omit<Product, 'vatRate'> & Pick<CartLine, 'vatRate'>

/** A line as it was typed. */
export interface KeptLine {
  readonly articleId: number
  readonly code: string
  /** Units; zero takes the article out of the cart. */
  readonly quantity: number
  /** Undefined: the stored note stays as it is. */
  readonly note?: string | undefined
  /** What a row shows of an article that the server's cart may not have. */
  readonly article?: ShownArticle | undefined
  /** Units that a row of the cart showed as stored, where it was changed there: the lines without detail may be newer than the row. */
  readonly shown?: number | undefined
  /** The line left the cart with an order: it was not removed by hand, so no 'Deshacer' is offered. */
  readonly ordered?: boolean | undefined
}

/** The server's no to a line: a question (R34, R422), or a refusal for good while nothing changes. */
export interface LineRefusal {
  readonly asking: boolean
  /** The question is whether to add an article again that left the cart meanwhile (R422). */
  readonly gone?: boolean | undefined
  readonly reason: string
}

/** A line on the device. */
export interface StoredLine extends KeptLine {
  /** Version of this entry: send-book.ts compares it to see whether the line changed during the sending. */
  readonly stamp: string
  /** The stamp of its first typing, where it was typed anew since: a line keeps its place in the cart. */
  readonly since?: string | undefined
  /** Quantities that the server may have stored; several, because an answer may have been lost. */
  readonly known: readonly number[]
  /** The question about its quantity was answered, or it only puts back what was there. */
  readonly confirmed?: boolean | undefined
  /** For staff: the client's name, kept because the server no longer tells it once the client belongs to another seller. */
  readonly clientName?: string | undefined
  readonly refusal?: LineRefusal | undefined
}

/** A line of an order as it was shown. */
export interface OrderedLine {
  readonly articleId: number
  readonly code: string
  readonly description: string
  /** Units; zero: it was taken out of the cart. */
  readonly quantity: number
  readonly note: string
  /** Cents. */
  readonly unitPrice: number
  /** As in a cart's line (R357). */
  readonly vatRate?: number | null | undefined
  /** The kept line that became this one; undefined where the server's cart already had it so. */
  readonly typed?: StoredLine | undefined
}

/** The choices in the form of an order. `addressId`: 0 pickup, −1 none available. `condition`: −1 the client's own. */
export interface OrderChoice {
  readonly addressId: number
  readonly condition: number
  readonly note: string
  /** Why a supervisor or admin sends it below its least amount (R363). */
  readonly ruleReason?: string | undefined
}

/** Why an order is not made: the server's sentence, and the lines that differ from what was shown. */
export interface OrderStop {
  readonly reason: string
  readonly changes: readonly ChangedLine[]
  /** The shop failed while it answered: the order may be made all the same. */
  readonly isOpen?: boolean | undefined
  /** It is below its least amount: a supervisor or admin may send it with a reason (R363). */
  readonly isBelowLeast?: boolean | undefined
}

/** An order that was confirmed and whose number has not been on the screen yet (R22, R225). */
export interface KeptOrder {
  readonly key: string
  readonly owner: CartOwner
  /** For staff: the client's name, as in `StoredLine`. */
  readonly clientName?: string | undefined
  readonly choice: OrderChoice
  readonly lines: readonly OrderedLine[]
  /** The server's cart as the screen knew it; null: this device has never read it. */
  readonly known: readonly { readonly articleId: number; readonly quantity: number }[] | null
  /** When it was confirmed, in milliseconds since 1970; later ones of the device are greater. */
  readonly at: number
  /** It needs a decision. */
  readonly stopped?: OrderStop | undefined
  /** It was taken back to the cart. Only its key lives on: the next order of this cart is sent under it. */
  readonly reopened?: boolean | undefined
  /** An order under this key may have been made, and its lines have been returned to the cart since. */
  readonly again?: boolean | undefined
  /** The numbers of the order that was made, until its user has read them. */
  readonly numbers?: OrderNumbers | undefined
  /** An earlier sending under this key had made an order with other contents: `numbers` are of that order. */
  readonly stood?: boolean | undefined
}

export const LINES = 'sin-guardar'
export const ORDERS = 'pedido-guardado'
type Kind = typeof LINES | typeof ORDERS

const nameOf = (kind: Kind, { userId, clientId }: CartOwner, id: number | string) =>
  `${kind}:${userId}:${clientId}:${id}`

/** Entries that the browser's storage refused; they last until the page closes. */
const refused = new Map<string, string>()

/** Whether a change exists in this page alone, because the browser's storage refused it. */
export const isKeptHereOnly = (): boolean => refused.size > 0

/** Keeps an entry; false where the storage refuses it and only this page has it. */
export function keepEntry(name: string, text: string): boolean {
  try {
    localStorage.setItem(name, text)
    refused.delete(name)
    return true
  } catch {
    refused.set(name, text)
    return false
  }
}

/** An entry as it is now, null for none. */
export const keptEntry = (name: string): string | null => refused.get(name) ?? localStorage.getItem(name)

function remove(name: string): void {
  refused.delete(name)
  try {
    localStorage.removeItem(name)
  } catch {
    // Nothing was kept then.
  }
}

function entries(prefix: string): string[] {
  let kept: string[] = []
  try {
    kept = Object.keys(localStorage)
  } catch {
    // The storage can't be read: only this page's own entries are left.
  }
  return [...new Set([...kept, ...refused.keys()])].filter((name) => name.startsWith(prefix))
}

function read(name: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(keptEntry(name) ?? 'null')
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** A line as this version or an earlier one wrote it; null for anything else. */
function readLine(name: string): StoredLine | null {
  const value = read(name)
  const { articleId, code, quantity, note } = value ?? {}
  const isLine =
    Number.isInteger(articleId) &&
    typeof code === 'string' &&
    Number.isInteger(quantity) &&
    (note === undefined || typeof note === 'string')
  return isLine ? ({ stamp: '', known: [], ...value } as unknown as StoredLine) : null
}

function readOrder(name: string): KeptOrder | null {
  const value = read(name)
  return typeof value?.key === 'string' && Array.isArray(value.lines) ? (value as unknown as KeptOrder) : null
}

const isValue = <T>(value: T | null): value is T => value !== null

/** What is kept for a cart: its lines as they were typed last, in the order of their first typing, and its orders in theirs. */
export function keptOf(owner: CartOwner): { lines: StoredLine[]; orders: KeptOrder[] } {
  const orders = entries(nameOf(ORDERS, owner, ''))
    .map(readOrder)
    .filter(isValue)
    .sort((a, b) => a.at - b.at)
  const ordered = new Set(orders.flatMap(({ lines }) => lines.map(({ typed }) => typed?.stamp)))
  // A page that ended halfway leaves lines that an order has too. They are hidden, not deleted: another tab may be returning
  // them to the cart.
  const lines = entries(nameOf(LINES, owner, ''))
    .map(readLine)
    .filter(isValue)
    .filter(({ stamp }) => stamp === '' || !ordered.has(stamp))
  const place = ({ since, stamp }: StoredLine) => since ?? stamp
  return { lines: lines.sort((a, b) => (place(a) < place(b) ? -1 : 1)), orders }
}

/** Takes everything kept for a cart along to another: the user's client became the ERP's. */
export function moveKept(from: CartOwner, to: CartOwner): void {
  const { lines, orders } = keptOf(from)
  for (const line of lines) {
    if (!keptLine(to, line.articleId)) keepLine(to, line)
    dropLine(from, line.articleId)
  }
  for (const order of orders) {
    keepOrder({ ...order, owner: to })
    dropOrder(order)
  }
}

/** How many lines and orders wait for a user, of all carts. */
export function countKept(userId: number): { lines: number; orders: number } {
  const kept = ownersOf(userId).map(keptOf)
  return {
    lines: kept.reduce((sum, { lines }) => sum + lines.length, 0),
    orders: kept.reduce(
      (sum, { orders }) => sum + orders.filter(({ numbers, reopened }) => !numbers && !reopened).length,
      0,
    ),
  }
}

/** The carts that a user has something kept for. */
export function ownersOf(userId: number): CartOwner[] {
  const clients = [LINES, ORDERS].flatMap((kind) =>
    entries(`${kind}:${userId}:`).map((name) => Number(name.split(':')[2])),
  )
  return [...new Set(clients)].map((clientId) => ({ userId, clientId }))
}

/** Whether a user has more kept than a cart's lines: orders, or other carts' lines. */
export const hasMore = ({ userId, clientId }: CartOwner): boolean =>
  entries(`${ORDERS}:${userId}:`).length > 0 || ownersOf(userId).some((other) => other.clientId !== clientId)

/** Keeps a line in place of the article's earlier one. A browser that refuses storage keeps it until the page closes. */
export const keepLine = (owner: CartOwner, line: StoredLine): void =>
  void keepEntry(nameOf(LINES, owner, line.articleId), JSON.stringify(line))

/** Forgets an article's line: the server has it, an order took it, or the user has discarded it. */
export const dropLine = (owner: CartOwner, articleId: number): void => remove(nameOf(LINES, owner, articleId))

/** The line of an article as it is now. */
export const keptLine = (owner: CartOwner, articleId: number): StoredLine | null =>
  readLine(nameOf(LINES, owner, articleId))

/** Keeps an order in place of its earlier entry. */
export const keepOrder = (order: KeptOrder): void =>
  void keepEntry(nameOf(ORDERS, order.owner, order.key), JSON.stringify(order))

/** Forgets an order whose number was shown or that another replaced, and the entries of its lines that did not change since. */
export function dropOrder({ owner, key, lines }: KeptOrder): void {
  for (const { articleId, typed } of lines)
    if (typed?.stamp && keptLine(owner, articleId)?.stamp === typed.stamp) dropLine(owner, articleId)
  remove(nameOf(ORDERS, owner, key))
}

/** Milliseconds for which changes of another tab are gathered: each line that it stores is an event of its own. */
const GATHERING = 50

/**
 * From now on: calls `listener` with each cart that another tab has changed. `done`: an entry was removed or an order made, so
 * the server's cart may be another one now.
 */
export function onKeptElsewhere(listener: (owner: CartOwner, done: boolean) => void): void {
  const changed = new Map<string, boolean>()
  window.addEventListener('storage', ({ key, newValue }) => {
    const [kind, userId, clientId] = key?.split(':') ?? []
    if (kind !== LINES && kind !== ORDERS) return
    const made = kind === ORDERS && key !== null && readOrder(key)?.numbers !== undefined
    const cart = `${userId}:${clientId}`
    if (changed.size === 0)
      setTimeout(() => {
        const gathered = [...changed]
        changed.clear()
        for (const [name, done] of gathered) {
          const [user, client] = name.split(':').map(Number) as [number, number]
          listener({ userId: user, clientId: client }, done)
        }
      }, GATHERING)
    changed.set(cart, changed.get(cart) || newValue === null || made)
  })
}
