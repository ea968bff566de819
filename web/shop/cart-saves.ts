/**
 * Saving the lines of carts (R33): each article's changes one after another, different articles beside each other. A
 * line that waits for its answer stands here and on the device; it goes when the server has stored it, or when its
 * user discards it. What the cart holds is what the server answered, never what was asked.
 */
import * as z from 'zod/mini'
import { quantityQuestion, quantityRefused, type SimpleCartLine, saveCartLine } from '../../contract/cart.ts'
import { ApiError, call, messageOf } from '../lib/api.ts'
import { storedUser } from '../lib/stored-user.ts'
import {
  type CartOwner,
  dropLine,
  type KeptLine,
  keepLine,
  keptLines,
  onDroppedElsewhere,
} from './device-store.ts'

/**
 * saving: on its way. waiting: no answer came, and nobody knows whether it arrived. refused: the server said no, for
 * good as long as nothing changes. asking: the quantity looks like a slip, and the reason is the question (R34).
 */
export type SaveState = 'saving' | 'waiting' | 'refused' | 'asking'

/** A line whose change the server has not stored. */
export interface Pending extends KeptLine {
  readonly state: SaveState
  /** Why it is not saved, for the user; '' while it is on its way, and for what an earlier visit left. */
  readonly reason: string
  /** The question about its quantity was answered. */
  readonly confirmed?: boolean
}

/** What a save came to: the line as it is stored, null when it is gone. */
export interface Stored {
  readonly owner: CartOwner
  readonly asked: KeptLine
  readonly line: SimpleCartLine | null
}

/** Saves that are on their way at the same time. */
const AT_ONCE = 4
/** After this long a save is given up and told, in milliseconds. */
const LIMIT = 15_000

interface Entry {
  pending: Pending
  /** A request of an earlier state of this line is on its way. */
  sending: boolean
}

interface Queue {
  readonly owner: CartOwner
  readonly entries: Map<number, Entry>
  /** What React shows; a new map after each change. */
  shown: ReadonlyMap<number, Pending>
}

const queues = new Map<string, Queue>()
const listeners = new Set<() => void>()
const storedListeners = new Set<(stored: Stored) => void>()
let sendingNow = 0

function queueOf(owner: CartOwner): Queue {
  const name = `${owner.userId}:${owner.clientId}`
  const known = queues.get(name)
  if (known) return known
  const queue: Queue = { owner, entries: new Map(), shown: new Map() }
  queues.set(name, queue)
  onDroppedElsewhere(owner, (articleId) => {
    const entry = queue.entries.get(articleId)
    if (!entry || entry.sending || entry.pending.state === 'saving') return
    queue.entries.delete(articleId)
    show(queue)
  })
  return queue
}

function show(queue: Queue): void {
  queue.shown = new Map([...queue.entries].map(([articleId, { pending }]) => [articleId, pending]))
  if (pressed) untold = true
  else tell()
}

/**
 * While a button is held down nothing moves: leaving a box saves it, and a message that pushed the page would take
 * the click away from the button it was meant for.
 */
let pressed = false
let untold = false
const tell = (): void => {
  untold = false
  for (const listener of listeners) listener()
}
const release = (): void => {
  pressed = false
  if (untold) tell()
}
/** A pointer let go outside of the window is never heard of. */
const LONGEST_PRESS = 1000
const onPress = (): void => {
  pressed = true
  setTimeout(release, LONGEST_PRESS)
}
// The click comes after its pointerup.
const onRelease = (): void => void setTimeout(release)
window.addEventListener('pointerdown', onPress, true)
window.addEventListener('pointerup', onRelease, true)
window.addEventListener('pointercancel', onRelease, true)

function put(queue: Queue, pending: Pending): void {
  const entry = queue.entries.get(pending.articleId)
  if (entry) entry.pending = pending
  else queue.entries.set(pending.articleId, { pending, sending: false })
}

/** Starts what may start, the longest waiting first. */
function pump(): void {
  for (const queue of queues.values())
    for (const entry of queue.entries.values()) {
      if (sendingNow >= AT_ONCE) return
      if (entry.pending.state === 'saving' && !entry.sending) void send(queue, entry)
    }
}

async function send(queue: Queue, entry: Entry): Promise<void> {
  const { owner } = queue
  const sent = entry.pending
  entry.sending = true
  sendingNow += 1
  try {
    const line = await store(owner, sent)
    // What was typed meanwhile is still to be sent.
    if (entry.pending === sent) forget(queue, sent.articleId)
    for (const listener of storedListeners) listener({ owner, asked: sent, line })
    resume(queue)
  } catch (error) {
    if (entry.pending === sent) put(queue, { ...sent, ...whyNot(error) })
  } finally {
    entry.sending = false
    sendingNow -= 1
    show(queue)
    pump()
  }
}

async function store(owner: CartOwner, { articleId, quantity, note, confirmed }: Pending) {
  // Another user has signed in: with that session it would land in the wrong cart.
  if (storedUser()?.id !== owner.userId) throw new ApiError(0, 'SIGNED_OUT', 'La sesión terminó')
  const body = { id: null, articleId, quantity, note, clientId: owner.clientId, ask: !confirmed }
  try {
    return (await call(saveCartLine, { body, signal: AbortSignal.timeout(LIMIT) })).line
  } catch (error) {
    // Taking out what is not there any more is done.
    if (quantity === 0 && error instanceof ApiError && error.message === quantityRefused) return null
    throw error
  }
}

function whyNot(error: unknown): Pick<Pending, 'state' | 'reason'> {
  const isQuestion = (detail: unknown) => z.safeDecode(quantityQuestion, detail as never).success
  if (error instanceof ApiError && error.details.some(isQuestion))
    return { state: 'asking', reason: error.message }
  const final = error instanceof ApiError && error.status >= 400 && error.status < 500
  const passing = error instanceof ApiError && [401, 408, 429].includes(error.status)
  return { state: final && !passing ? 'refused' : 'waiting', reason: messageOf(error) }
}

function forget(queue: Queue, articleId: number): void {
  queue.entries.delete(articleId)
  dropLine(queue.owner, articleId)
}

/** The connection is back: what got no answer in this visit goes again. */
function resume(queue: Queue): void {
  for (const { pending } of queue.entries.values())
    if (pending.state === 'waiting' && pending.reason) put(queue, { ...pending, state: 'saving', reason: '' })
}

window.addEventListener('online', () => {
  for (const queue of queues.values()) {
    resume(queue)
    show(queue)
  }
  pump()
})

/**
 * Saves a line: kept on the device at once, sent as soon as the article's earlier change is answered.
 * @param confirmed Whether its quantity is meant, however unusual.
 */
export function saveLine(owner: CartOwner, line: KeptLine, confirmed = false): void {
  const queue = queueOf(owner)
  const note = line.note ?? queue.entries.get(line.articleId)?.pending.note
  const { articleId, code, quantity } = line
  const kept = { articleId, code, quantity, note }
  keepLine(owner, kept)
  put(queue, { ...kept, confirmed, state: 'saving', reason: '' })
  show(queue)
  pump()
}

/** Tries again what is not saved: one article's line, or all of a cart's. */
export function retryLines(owner: CartOwner, articleId?: number): void {
  for (const pending of pendingLines(owner).values())
    if (pending.state !== 'saving' && (articleId ?? pending.articleId) === pending.articleId)
      saveLine(owner, pending)
}

/** Gives up what is not saved: one article's line, or all of a cart's. What is on its way goes on. */
export function discardLines(owner: CartOwner, articleId?: number): void {
  const queue = queueOf(owner)
  for (const pending of queue.shown.values())
    if (pending.state !== 'saving' && (articleId ?? pending.articleId) === pending.articleId)
      forget(queue, pending.articleId)
  show(queue)
}

/**
 * Takes up what an earlier visit left on the device, once the cart is known: what the cart holds already was stored,
 * only its answer was lost.
 */
export function takeUpKept(owner: CartOwner, lines: readonly SimpleCartLine[]): void {
  const queue = queueOf(owner)
  const stored = new Map(lines.map((line) => [line.articleId, line]))
  for (const kept of keptLines(owner)) {
    if (queue.entries.has(kept.articleId)) continue
    const line = stored.get(kept.articleId)
    const there = kept.quantity === (line?.quantity ?? 0) && (kept.note ?? line?.note) === line?.note
    if (there) dropLine(owner, kept.articleId)
    else put(queue, { ...kept, state: 'waiting', reason: '' })
  }
  show(queue)
}

/** The lines of a cart that are not stored, by article; the same map until one of them changes. */
export const pendingLines = (owner: CartOwner): ReadonlyMap<number, Pending> => queueOf(owner).shown

export function onPending(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls `listener` for each line that the server has stored. */
export function onStored(listener: (stored: Stored) => void): () => void {
  storedListeners.add(listener)
  return () => storedListeners.delete(listener)
}
