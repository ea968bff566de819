/**
 * What the server and the screens may hold after a sequence, from nothing but what people did and what the screens told
 * them. Of each article it keeps every change anybody made; of each order what was confirmed.
 *
 * A cart's line is a register that several devices write. Its end value is a change that no other must have followed:
 * a later one of the same device always has, in whichever tab it was made and however it was kept and sent; one of
 * another device has if it was made after this one was shown as saved. With one device that is exactly the last thing
 * typed; with two that were without signal at once, it is the last of either, as whichever comes later takes its place.
 * An order takes its lines out of the cart: for each it is a change to zero.
 */
import type { Line, StoredOrder } from './shop.ts'

interface Change {
  readonly device: number
  /** Its place among the changes of its device. */
  readonly at: number
  /** From when on it may reach the server as it is: an order that was accepted later begins anew. */
  since: number
  /** As the multiple leaves it; 0: it is not in the cart. */
  readonly quantity: number
  /** Undefined: the line's note stays. */
  readonly note: string | undefined
  /** An order took the line: whatever comes after begins anew. */
  readonly ordered: Confirmed | null
  /** When the screen showed that the server has it. */
  savedAt: number
}

/** An order that somebody pressed 'Enviar' for. */
export interface Confirmed {
  readonly device: number
  /** What the screen showed then, or what was accepted after it differed. */
  lines: readonly Line[]
  /** kept: it is the device's to send. numbered: its number was shown. withdrawn: the person took it back. */
  fate: 'kept' | 'numbered' | 'withdrawn'
}

export interface DeviceState {
  online: boolean
  signedIn: boolean
}

const NEVER = Number.POSITIVE_INFINITY

export interface Model {
  readonly devices: readonly DeviceState[]
  isUp: boolean
  /** The server was killed at least once. */
  wasKilled: boolean
  readonly orders: readonly Confirmed[]
  /** Somebody saves a line, whose quantity becomes `quantity` by the multiple. Answers how to say that it was not done after all. */
  change(device: number, code: string, quantity: number, note?: string): () => void
  /** The screen of a device showed this quantity of it as saved, and the server has it. */
  saved(device: number, code: string, quantity: number): void
  /** An order is confirmed with what the screen shows: its lines are in the cart no more. */
  confirm(device: number, lines: readonly Line[]): Confirmed
  /** What differed was accepted: the order is now these lines. */
  accept(order: Confirmed, lines: readonly Line[]): void
  /** The order was taken back: its lines are the cart's again. */
  withdraw(order: Confirmed): void
  /** Its number was shown. */
  numbered(order: Confirmed): void
  /** The orders of a device that the server does not have. */
  missing(stored: readonly StoredOrder[], device: number): Confirmed[]
  /** Grows with each change of an article, when it is begun and when the screen has taken it. */
  count(code: string): number
  /** The screen has taken a change of the article. */
  taken(code: string): void
  /** Whether the server's cart may be something else than a device shows: another one changed the article. */
  isShared(code: string): boolean
  wasUsed(device: number): boolean
  /** Whether a change of an article has not been shown as saved yet. */
  isPending(code: string): boolean
  /** The last quantity that a device gave an article; undefined: it gave none. */
  lastOf(device: number, code: string): number | undefined
  /** The last note that a device gave an article; undefined: it gave none. */
  lastNoteOf(device: number, code: string): string | undefined
  /** Whether the article may be in the cart. */
  mayBeInCart(code: string): boolean
  /** What is not as it must be, in words, once nothing waits any more. */
  faultsOfCart(cart: readonly Line[]): string[]
  faultsOfOrders(stored: readonly StoredOrder[]): string[]
}

/** A model of a cart with these articles, empty at first, used on so many devices. */
export function createModel(codes: readonly string[], deviceCount: number): Model {
  let now = 0
  const none: Change = {
    ...{ device: -1, at: 0, since: 0, quantity: 0, note: '', ordered: null },
    savedAt: 0,
  }
  const changes = new Map<string, Change[]>(codes.map((code) => [code, [{ ...none }]]))
  const of = (code: string): Change[] => changes.get(code) ?? []
  const add = (code: string, change: Pick<Change, 'device' | 'quantity' | 'note' | 'ordered'>): Change => {
    now += 1
    const made = { ...change, at: now, since: now, savedAt: NEVER }
    of(code).push(made)
    return made
  }
  const drop = (isIt: (change: Change) => boolean) => {
    for (const code of codes)
      changes.set(
        code,
        of(code).filter((one) => !isIt(one)),
      )
  }
  const follows = (later: Change, earlier: Change) =>
    later.device === earlier.device ? later.at > earlier.at : later.since > earlier.savedAt
  const lastOnes = (code: string): Change[] =>
    of(code).filter((one, _, all) => !all.some((other) => follows(other, one)))
  /** A removal that was never shown as done may have become part of the change after it: then the note is there still. */
  const takesNote = ({ note, quantity, ordered, savedAt }: Change) =>
    note !== undefined && (quantity > 0 || ordered !== null || savedAt < NEVER)
  const notesOf = (code: string): Set<string> => {
    const noting = of(code).filter(({ note }) => note !== undefined)
    const last = noting.filter((one) => !noting.some((other) => takesNote(other) && follows(other, one)))
    return new Set(last.map(({ note = '' }) => note))
  }
  const takes = new Map<string, number>()
  const orders: Confirmed[] = []
  const ofOrder = (order: Confirmed) => (change: Change) => change.ordered === order
  const alive = () => orders.filter(({ fate }) => fate !== 'withdrawn')
  return {
    devices: Array.from({ length: deviceCount }, () => ({ online: true, signedIn: true })),
    isUp: true,
    wasKilled: false,
    orders,
    change(device, code, quantity, note = quantity === 0 ? '' : undefined) {
      const made = add(code, { device, quantity, note, ordered: null })
      return () => drop((one) => one === made)
    },
    saved(device, code, quantity) {
      const last = of(code).findLast((one) => one.device === device)
      if (last?.quantity !== quantity || last.ordered || last.savedAt < NEVER) return
      now += 1
      last.savedAt = now
    },
    confirm(device, lines) {
      const order: Confirmed = { device, lines, fate: 'kept' }
      orders.push(order)
      for (const { code } of lines) add(code, { device, quantity: 0, note: '', ordered: order })
      return order
    },
    accept(order, lines) {
      now += 1
      order.lines = lines
      for (const code of codes)
        for (const change of of(code)) if (change.ordered === order) change.since = now
    },
    withdraw(order) {
      order.fate = 'withdrawn'
      drop(ofOrder(order))
    },
    numbered(order) {
      now += 1
      order.fate = 'numbered'
      for (const code of codes)
        for (const change of of(code)) if (change.ordered === order) change.savedAt = now
    },
    missing(stored, device) {
      const left = [...stored]
      return alive().filter((order) => {
        const at = left.findIndex(({ lines }) => isSame(lines, order.lines))
        if (at >= 0) left.splice(at, 1)
        return at < 0 && order.device === device
      })
    },
    count: (code) => of(code).length + (takes.get(code) ?? 0),
    taken: (code) => void takes.set(code, (takes.get(code) ?? 0) + 1),
    isShared: (code) => new Set(of(code).flatMap(({ device }) => (device < 0 ? [] : [device]))).size > 1,
    wasUsed: (device) => codes.some((code) => of(code).some((one) => one.device === device)),
    isPending: (code) => of(code).some(({ savedAt }) => savedAt === NEVER),
    lastOf: (device, code) => of(code).findLast((one) => one.device === device)?.quantity,
    lastNoteOf: (device, code) =>
      of(code).findLast((one) => one.device === device && one.note !== undefined)?.note,
    mayBeInCart: (code) => lastOnes(code).some(({ quantity }) => quantity > 0),
    faultsOfCart(cart) {
      return codes.flatMap((code) => {
        const there = cart.filter((line) => line.code === code)
        if (there.length > 1) return `${code}: ${there.length} renglones`
        const [line] = there
        const quantities = [...new Set(lastOnes(code).map(({ quantity }) => quantity))]
        const notes = notesOf(code)
        if (!quantities.includes(line?.quantity ?? 0))
          return `${code}: el servidor tiene ${line?.quantity ?? 0}, lo último fue ${quantities.join(' o ')}`
        if (line && !notes.has(line.note))
          return `${code}: el servidor tiene la observación «${line.note}», la última fue «${[...notes].join('» o «')}»`
        return []
      })
    },
    faultsOfOrders(stored) {
      const faults: string[] = []
      const open = alive()
      for (const order of stored) {
        const at = open.findIndex(({ lines }) => isSame(lines, order.lines))
        if (at < 0) faults.push(`el pedido ${order.number} no lo confirmó nadie así: ${textOf(order.lines)}`)
        else open.splice(at, 1)
      }
      for (const { lines } of open) faults.push(`falta un pedido confirmado: ${textOf(lines)}`)
      return faults
    },
  }
}

/** Lines in words, in one order, to be compared and to be read. */
export const textOf = (lines: readonly Line[]): string =>
  lines
    .map(({ code, quantity, unit, note }) => `${code} × ${quantity} a ${unit / 100}${note && ` «${note}»`}`)
    .sort()
    .join(', ') || 'nada'

export const isSame = (some: readonly Line[], others: readonly Line[]): boolean =>
  textOf(some) === textOf(others)
