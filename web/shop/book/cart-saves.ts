/**
 * Lines and orders that the server has not stored yet (R33, R37, R228). A change is kept on the device first; then
 * send-book.ts sends it, many lines in one call and the changes of a cart in their order. This module shows what is kept,
 * retries it with a backoff, and discards it. The cart on the screen is the server's last answer, never an assumption.
 */

import type { SimpleCartLine } from '../../../contract/cart.ts'
import { roles } from '../../../contract/roles.ts'
import { noConnection } from '../../lib/api.ts'
import { onSessionChange, storedUser } from '../../lib/stored-user.ts'
import { refreshCart, simpleCart } from '../cart-queries.ts'
import {
  type CartOwner,
  dropLine,
  type KeptLine,
  type KeptOrder,
  keepLine,
  keptLine,
  keptOf,
  moveKept,
  onKeptElsewhere,
  ownersOf,
  type StoredLine,
} from './device-store.ts'
import type { OnStored } from './send-book.ts'
import type { Failure, WaitsFor } from './waiting-words.ts'

/**
 * saving: on its way. waiting: kept on the device, until the server can be reached. refused: the server said no, and would
 * again until something changes. asking: the quantity looks like a slip (R34) or the article has left the cart meanwhile (R422);
 * the reason is the question.
 */
export type SaveState = 'saving' | 'waiting' | 'refused' | 'asking'

/** A line whose change the server has not stored. */
export interface Pending extends KeptLine {
  readonly state: SaveState
  /** Why it is not saved, for the user; '' while it is on its way. */
  readonly reason: string
  /** Whether it is asked about because the article has left the cart meanwhile. */
  readonly gone?: boolean | undefined
  /** Undefined unless it waits. */
  readonly waitsFor?: WaitsFor | undefined
}

/** Backoff: milliseconds before the next try, doubled each time. */
const FIRST_RETRY = 1_000
const LONGEST_RETRY = 15_000
/** The longest pause that the server may ask for (Retry-After), in milliseconds. */
const LONGEST_WAIT = 60_000

interface Book {
  readonly owner: CartOwner
  /** The lines for React: only a line that has changed is a new object. */
  lines: ReadonlyMap<number, Pending>
  orders: readonly KeptOrder[]
  /** Why the last try did not succeed; null where it did, or there was none. */
  failure: Failure | null
  sending: boolean
  /** A line was changed during the sending. */
  again: boolean
  retry: ReturnType<typeof setTimeout> | undefined
  pause: number
}

const books = new Map<string, Book>()
const listeners = new Set<() => void>()
const storedListeners = new Set<OnStored>()
const removedListeners = new Set<(owner: CartOwner, line: KeptLine) => void>()

function bookOf(owner: CartOwner): Book {
  const name = `${owner.userId}:${owner.clientId}`
  const known = books.get(name)
  if (known) return known
  const book: Book = {
    owner,
    lines: new Map(),
    orders: [],
    failure: null,
    sending: false,
    again: false,
    retry: undefined,
    pause: FIRST_RETRY,
  }
  books.set(name, book)
  read(book)
  return book
}

/** Changes of a cart are sent in their order: lines typed after an order that was stopped wait for its decision. */
const waitsForOrder = ({ orders }: Book): boolean => orders.some(({ stopped, reopened }) => stopped && !reopened)

const waitOf = (book: Book): WaitsFor | undefined => (waitsForOrder(book) ? 'order' : book.failure?.of)

function pendingOf(book: Book, line: StoredLine): Pending {
  const { articleId, code, quantity, note, article, refusal } = line
  const cartWaitsFor = waitOf(book)
  const state = refusal ? (refusal.asking ? 'asking' : 'refused') : cartWaitsFor ? 'waiting' : 'saving'
  const waitsFor = state === 'waiting' ? cartWaitsFor : undefined
  const reason = refusal?.reason ?? book.failure?.reason ?? ''
  const before = book.lines.get(articleId)
  const isSame =
    before?.quantity === quantity &&
    before.note === note &&
    before.state === state &&
    before.waitsFor === waitsFor &&
    before.reason === reason
  return isSame ? before : { articleId, code, quantity, note, article, state, reason, gone: refusal?.gone, waitsFor }
}

function read(book: Book): void {
  const { lines, orders } = keptOf(book.owner)
  book.orders = orders
  book.lines = new Map(lines.map((line) => [line.articleId, pendingOf(book, line)]))
}

/** Shows what is kept for a cart as it is now. */
export function showBook(owner: CartOwner): void {
  read(bookOf(owner))
  if (pressed) hasUntoldChange = true
  else tell()
}

/**
 * While a button is held down the screen does not change: leaving a box saves its line, and a message that moved the page
 * would take the click away from the button.
 */
let pressed = false
let hasUntoldChange = false
const tell = (): void => {
  hasUntoldChange = false
  for (const listener of listeners) listener()
}
const release = (): void => {
  pressed = false
  if (hasUntoldChange) tell()
}
/** A pointer released outside the window sends no event: a press ends after this time, in milliseconds. */
const LONGEST_PRESS = 1000
let releasing: ReturnType<typeof setTimeout> | undefined
/** Only the last press counts: the timer of an earlier one is cancelled. */
const releaseAfter = (wait: number): void => {
  clearTimeout(releasing)
  releasing = setTimeout(release, wait)
}
const onPress = (): void => {
  pressed = true
  releaseAfter(LONGEST_PRESS)
}
// The click comes after its pointerup.
const onRelease = (): void => releaseAfter(0)
window.addEventListener('pointerdown', onPress, true)
window.addEventListener('pointerup', onRelease, true)
window.addEventListener('pointercancel', onRelease, true)

const sender = () => import('./send-book.ts')
/** Loads the code that sends while there is a signal; without one it could not be loaded. */
export const prepareSending = (): void => void sender().catch(() => undefined)

/** Sends all that is kept for a cart, changes made during the sending included; settles when all is stored or a try failed. */
export async function sendBook(owner: CartOwner): Promise<void> {
  const book = bookOf(owner)
  if (book.sending) {
    book.again = true
    return
  }
  book.sending = true
  clearTimeout(book.retry)
  const saving = () => [...book.lines.values()].filter(({ state }) => state === 'saving')
  try {
    do {
      book.again = false
      const { send } = await sender()
      book.failure = await send(owner, {
        onChange: () => showBook(owner),
        onStored: (...stored) => {
          for (const listener of storedListeners) listener(...stored)
        },
        isWatched: (key) => watched.has(key),
        nextStamp,
      })
      // Another tab has sent the line: until the cart is read again this tab would show the old quantity.
      if (saving().some(({ articleId }) => !keptLine(owner, articleId))) await refreshCart()
    } while (book.again && !book.failure)
  } catch {
    // The code that sends could not be loaded.
    book.failure = { of: 'signal', reason: noConnection, wait: 0 }
  }
  book.sending = false
  const unsent = book.failure ? saving() : []
  showBook(owner)
  if (!book.failure) book.pause = FIRST_RETRY
  // Once its user has left, sending goes on at their next sign-in; another user is told nothing about it.
  else if (storedUser()?.id === owner.userId) {
    for (const line of unsent) tellRemoved(owner, line)
    const wait = Math.max(book.pause, Math.min(LONGEST_WAIT, book.failure.wait)) + 500 * Math.random()
    book.retry = setTimeout(() => void sendBook(owner), wait)
    book.pause = Math.min(LONGEST_RETRY, 2 * book.pause)
  }
}

function tellRemoved(owner: CartOwner, line: KeptLine): void {
  if (line.quantity === 0) for (const listener of removedListeners) listener(owner, line)
}

/** Sends what is kept for the user that is signed in, of all carts: also of an earlier visit. */
export function sendAll(): void {
  const user = storedUser()
  if (!user) return
  for (const owner of ownersOf(user.id)) {
    const own = { userId: user.id, clientId: user.clientId }
    if (!roles[user.type].isStaff && owner.clientId !== own.clientId) {
      moveKept(owner, own)
      showBook(owner)
      showBook(own)
    }
  }
  for (const owner of ownersOf(user.id)) void sendBook(owner)
}

let started = false
/** Sends what is kept: now, when the browser is online again, and when the session changes. */
export function startSending(): void {
  if (!started) {
    started = true
    window.addEventListener('online', sendAll)
    onSessionChange(sendAll)
    onKeptElsewhere((owner, done) => {
      const goOn = () => {
        showBook(owner)
        // The tab that kept the change may be closed. If it is still sending, its lock makes this tab wait.
        if (storedUser()?.id === owner.userId) void sendBook(owner)
      }
      if (done) void refreshCart().then(goOn, goOn)
      else goOn()
    })
  }
  sendAll()
}

let lastStamp = 0
/** A stamp that sorts after every earlier one of this device, and differs from those of other tabs. */
export function nextStamp(): string {
  lastStamp = Math.max(Date.now(), lastStamp + 1)
  return `${lastStamp.toString(36).padStart(9, '0')}${Math.random().toString(36).slice(2, 8)}`
}

/**
 * Saves a line: kept on the device at once, sent as soon as what went before it is answered.
 * @param confirmed Whether no question about its quantity is asked, however unusual it is (R34).
 */
export function saveLine(owner: CartOwner, line: KeptLine, confirmed = false): void {
  const { articleId, code, quantity } = line
  const before = keptOf(owner).lines.find(({ articleId: id }) => id === articleId)
  const stored = storedCart(owner)?.find(({ articleId: id }) => id === articleId)
  // A cart that was never read counts as empty.
  const known = before?.known ?? [line.shown ?? stored?.quantity ?? 0]
  keepLine(owner, {
    articleId,
    code,
    quantity,
    confirmed,
    known,
    note: line.note ?? before?.note,
    article: line.article ?? before?.article,
    stamp: nextStamp(),
    since: before?.since ?? before?.stamp,
  })
  showBook(owner)
  if (bookOf(owner).failure) tellRemoved(owner, line)
  void sendBook(owner)
}

/** Tries again what is not saved: one article's line, or all of a cart's. */
export function retryLines(owner: CartOwner, articleId?: number): void {
  for (const { refusal, ...line } of keptOf(owner).lines)
    if (refusal && (articleId ?? line.articleId) === line.articleId) keepLine(owner, line)
  showBook(owner)
  void sendBook(owner)
}

/** Discards what is not saved: one article's line, or all of a cart. Lines that are being sent are not stopped. */
export function discardLines(owner: CartOwner, articleId?: number): void {
  for (const pending of bookOf(owner).lines.values())
    if (pending.state !== 'saving' && (articleId ?? pending.articleId) === pending.articleId)
      dropLine(owner, pending.articleId)
  showBook(owner)
}

/** The lines of a cart that are not stored, by article; the same map until one of them changes. */
export const pendingLines = (owner: CartOwner): ReadonlyMap<number, Pending> => bookOf(owner).lines

/** What an order of a cart waits for; undefined while it is on its way. */
export const orderWaitsFor = (owner: CartOwner): WaitsFor | undefined => waitOf(bookOf(owner))

/** The keys of orders whose answer a screen waits for. */
const watched = new Set<string>()
/**
 * Tells that a screen shows this order: a failure of the shop then stops it and is shown, instead of being retried.
 * @returns a function that ends the watch
 */
export function watchOrder(key: string): () => void {
  watched.add(key)
  return () => watched.delete(key)
}

/** The orders of a cart that wait: for the server, for a decision, or to be shown. The same array until one changes. */
export const keptOrders = (owner: CartOwner): readonly KeptOrder[] => bookOf(owner).orders

/** The articles of orders that are neither made nor taken back: the shown cart leaves them out. */
export const orderedArticles = (orders: readonly KeptOrder[]): ReadonlySet<number> =>
  new Set(
    orders.flatMap(({ numbers, reopened, lines }) =>
      numbers || reopened ? [] : lines.map(({ articleId }) => articleId),
    ),
  )

/** The cart without detail as the server will have it once the orders that wait are made; undefined while not known. */
export function storedCart(owner: CartOwner): SimpleCartLine[] | undefined {
  const ordered = orderedArticles(keptOrders(owner))
  return simpleCart(owner)?.filter(({ articleId }) => !ordered.has(articleId))
}

/** Calls `listener` after each change of what the device keeps; returns how to stop. */
export function onPending(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls `listener` with the lines of a cart that the server has just stored. */
export function onStored(listener: OnStored): () => void {
  storedListeners.add(listener)
  return () => storedListeners.delete(listener)
}

/** Calls `listener` for each line that was taken out on the device, while the server can't be reached. */
export function onRemovedHere(listener: (owner: CartOwner, line: KeptLine) => void): () => void {
  removedListeners.add(listener)
  return () => removedListeners.delete(listener)
}
