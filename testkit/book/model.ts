/**
 * A model of the cart and the orders. It knows only what people did and what the screens told them, and says which carts and
 * orders the server may have after a sequence. Of each article it keeps every change; of each order the confirmed lines.
 *
 * A cart line is a register that several devices write. Its final value is a change that no other change surely follows:
 * - A later change of the same device always follows an earlier one, whatever tab made it and however it was sent.
 * - A change of another device follows one if it was made after that one was shown as saved.
 * With one device the final value is therefore exactly what was typed last. With two devices that were without signal at the
 * same time, it is what was typed last on either: the one that reaches the server later wins.
 * An order takes its lines out of the cart: it changes each of them to zero. So does a cart that is put aside; lines that come out
 * of a list are changes to the list's quantities, made by the device that asked for them.
 */
import type { Line, StoredOrder } from './shop.ts'

interface Change {
  readonly device: number
  /** When it was made, on the model's own clock. */
  readonly at: number
  /** When it began to be what the server may get: the order that made it may have been accepted again later. */
  since: number
  /** Units after rounding to the multiple; 0: the article is not in the cart. */
  readonly quantity: number
  /** Undefined: the line's note stays. */
  readonly note: string | undefined
  /** The order or the move that set the line; null for a change that a person typed. */
  readonly madeBy: Confirmed | Move | null
  /** When the screen showed that the server has it; `NEVER` before. */
  savedAt: number
  /** Nobody was answered whether it was made: it may have been, at `savedAt`. */
  isUnsure?: boolean
}

/** Lines that the server sets in the cart or takes out of it, all or none: a cart put aside, or lines that come in its place. */
export interface Move {
  readonly device: number
  /** What the server's cart may have been before: texts of an article's line, '0' for none. */
  readonly before: ReadonlyMap<string, ReadonlySet<string>>
}

/** An order for which somebody pressed 'Enviar'. */
export interface Confirmed {
  readonly device: number
  /** The lines that the screen showed then, or those that were accepted after something differed. */
  lines: readonly Line[]
  /** kept: the device still has to send it. numbered: its number was shown. withdrawn: the person took it back. */
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
  /** Somebody saves a line; `quantity` is already rounded to the multiple. Answers a function that takes the change back. */
  change(device: number, code: string, quantity: number, note?: string): () => void
  /** The screen of a device showed this quantity of an article as saved, and the server has it. */
  saved(device: number, code: string, quantity: number): void
  /** An order is confirmed with the lines that the screen shows; they leave the cart. */
  confirm(device: number, lines: readonly Line[]): Confirmed
  /** The person accepted what differed: the order now has these lines. */
  accept(order: Confirmed, lines: readonly Line[]): void
  /** The person took the order back: its lines are in the cart again. */
  withdraw(order: Confirmed): void
  /** A screen showed the order's number. */
  numbered(order: Confirmed): void
  /** A device asks the server for a move. A line without a note keeps the one that it has. */
  move(device: number, lines: readonly { code: string; quantity: number; note?: string | undefined }[]): Move
  /** What became of a move; unsure: nobody was answered. */
  moved(move: Move, outcome: 'done' | 'undone' | 'unsure'): void
  /** What is wrong with the lines that a move took out of the cart, in Spanish. */
  faultsOfTaken(move: Move, lines: readonly Omit<Line, 'unit'>[]): string[]
  /** Whether a move of the article has no answer yet. */
  isMoving(code: string): boolean
  /** An order that is in no cart: of a cart that somebody else sent. */
  orderApart(lines: readonly Line[]): Confirmed
  /** The orders of a device that the server does not have. */
  missing(stored: readonly StoredOrder[], device: number): Confirmed[]
  /** What the server does not have yet of what was typed and confirmed, in Spanish: more is to come by itself. */
  lacking(cart: readonly Line[], stored: readonly StoredOrder[]): string[]
  /** A count that grows when a change of an article begins, is taken back, or is taken by the screen. It never shrinks. */
  count(code: string): number
  /** The screen has taken a change of the article. */
  taken(code: string): void
  /** Whether more than one device changed the article: then a device may show something else than the server has. */
  isShared(code: string): boolean
  /** Whether a device changed anything. */
  wasUsed(device: number): boolean
  /** Whether an order with this line is on its way: it may take the line out of the server's cart at any moment. */
  isBeingOrdered(code: string, quantity: number): boolean
  /** Whether a change of an article has not been shown as saved yet. */
  isPending(code: string): boolean
  /** The last quantity that a device gave an article; undefined: it gave none. */
  lastOf(device: number, code: string): number | undefined
  /** The last note that a device gave an article; undefined: it gave none. */
  lastNoteOf(device: number, code: string): string | undefined
  /** Whether the article may be in the cart. */
  mayBeInCart(code: string): boolean
  /** Compares the server's cart with the model once nothing waits any more; faults in Spanish. */
  faultsOfCart(cart: readonly Line[]): string[]
  /** Compares the server's orders with the confirmed ones once nothing waits any more; faults in Spanish. */
  faultsOfOrders(stored: readonly StoredOrder[]): string[]
}

/** A model of one client's cart of these articles, empty at first, that `deviceCount` devices use. */
export function createModel(codes: readonly string[], deviceCount: number): Model {
  let now = 0
  /** The empty cart, as a change of no device. */
  const emptyLine: Change = { device: -1, at: 0, since: 0, quantity: 0, note: '', madeBy: null, savedAt: 0 }
  const changes = new Map<string, Change[]>(codes.map((code) => [code, [{ ...emptyLine }]]))
  const of = (code: string): Change[] => changes.get(code) ?? []
  const counts = new Map<string, number>()
  const grow = (code: string) => void counts.set(code, (counts.get(code) ?? 0) + 1)
  const add = (code: string, change: Pick<Change, 'device' | 'quantity' | 'note' | 'madeBy'>): Change => {
    now += 1
    const made = { ...change, at: now, since: now, savedAt: NEVER }
    of(code).push(made)
    grow(code)
    return made
  }
  const drop = (isDropped: (change: Change) => boolean) => {
    for (const code of codes) {
      const left = of(code).filter((change) => !isDropped(change))
      if (left.length < of(code).length) grow(code)
      changes.set(code, left)
    }
  }
  const follows = (later: Change, earlier: Change) =>
    !later.isUnsure && (later.device === earlier.device ? later.at > earlier.at : later.since > earlier.savedAt)
  /** The changes of an article that no other change follows: each may be its final value. */
  const lastChanges = (code: string, isCounted: (change: Change) => boolean = () => true): Change[] =>
    of(code).filter((change, _, all) => !all.some((other) => isCounted(other) && follows(other, change)))
  /** Whether a change surely replaces the note. A removal never shown as done may have merged into the next change. */
  const takesNote = ({ note, quantity, madeBy, savedAt }: Change) =>
    note !== undefined && (quantity > 0 || madeBy !== null || savedAt < NEVER)
  const notesOf = (code: string, isCounted: (change: Change) => boolean = () => true): Set<string> => {
    const noting = of(code).filter(({ note }) => note !== undefined)
    const last = noting.filter(
      (change) => !noting.some((other) => isCounted(other) && takesNote(other) && follows(other, change)),
    )
    return new Set(last.map(({ note = '' }) => note))
  }
  /** What the server's cart may hold while a device has nothing left to send. */
  const heldNow = (device: number): Move['before'] => {
    const isStored = (change: Change) => change.device === device || change.savedAt < NEVER
    return new Map(
      codes.map((code) => {
        const quantities = lastChanges(code, isStored).map(({ quantity }) => quantity)
        const notes = [...notesOf(code, isStored)]
        return [code, new Set(quantities.flatMap((quantity) => lineTexts(quantity, notes)))]
      }),
    )
  }
  const moving = new Set<Move>()
  const orders: Confirmed[] = []
  const ofOrder = (order: Confirmed | Move) => (change: Change) => change.madeBy === order
  const alive = () => orders.filter(({ fate }) => fate !== 'withdrawn')
  const missingOf = (stored: readonly StoredOrder[]): Confirmed[] => {
    const unmatched = [...stored]
    return alive().filter((order) => {
      const at = unmatched.findIndex(({ lines }) => isSame(lines, order.lines))
      if (at >= 0) unmatched.splice(at, 1)
      return at < 0
    })
  }
  const faultsOfCart = (cart: readonly Line[]): string[] =>
    codes.flatMap((code) => {
      const storedLines = cart.filter((line) => line.code === code)
      if (storedLines.length > 1) return `${code}: ${storedLines.length} renglones`
      const [line] = storedLines
      const quantities = [...new Set(lastChanges(code).map(({ quantity }) => quantity))]
      const notes = notesOf(code)
      if (!quantities.includes(line?.quantity ?? 0))
        return `${code}: el servidor tiene ${line?.quantity ?? 0}, lo último fue ${quantities.join(' o ')}`
      if (line && !notes.has(line.note))
        return `${code}: el servidor tiene la observación «${line.note}», la última fue «${[...notes].join('» o «')}»`
      return []
    })
  return {
    devices: Array.from({ length: deviceCount }, () => ({ online: true, signedIn: true })),
    isUp: true,
    wasKilled: false,
    orders,
    change(device, code, quantity, note = quantity === 0 ? '' : undefined) {
      const made = add(code, { device, quantity, note, madeBy: null })
      return () => drop((one) => one === made)
    },
    saved(device, code, quantity) {
      const last = of(code).findLast((one) => one.device === device)
      if (last?.quantity !== quantity || last.madeBy || last.savedAt < NEVER) return
      now += 1
      last.savedAt = now
    },
    confirm(device, lines) {
      const order: Confirmed = { device, lines, fate: 'kept' }
      orders.push(order)
      for (const { code } of lines) add(code, { device, quantity: 0, note: '', madeBy: order })
      return order
    },
    accept(order, lines) {
      now += 1
      order.lines = lines
      for (const code of codes) for (const change of of(code)) if (change.madeBy === order) change.since = now
    },
    withdraw(order) {
      order.fate = 'withdrawn'
      drop(ofOrder(order))
    },
    numbered(order) {
      now += 1
      order.fate = 'numbered'
      for (const code of codes) for (const change of of(code)) if (change.madeBy === order) change.savedAt = now
    },
    move(device, lines) {
      const move: Move = { device, before: heldNow(device) }
      for (const { code, quantity, note } of lines) add(code, { device, quantity, note, madeBy: move })
      moving.add(move)
      return move
    },
    moved(move, outcome) {
      moving.delete(move)
      now += 1
      if (outcome === 'undone') return drop(ofOrder(move))
      for (const code of codes)
        for (const change of of(code).filter(ofOrder(move)))
          Object.assign(change, { savedAt: now, isUnsure: outcome === 'unsure' })
    },
    faultsOfTaken: ({ before }, lines) =>
      codes.flatMap((code) => {
        const taken = lines.filter((line) => line.code === code)
        const text = taken.map(({ quantity, note }) => lineTexts(quantity, [note])).join(' y ') || '0'
        const held = before.get(code) ?? new Set(['0'])
        return held.has(text) ? [] : [`${code}: del carrito salió ${text}; tenía ${[...held].join(' o ')}`]
      }),
    isMoving: (code) => [...moving].some((move) => of(code).some(ofOrder(move))),
    orderApart(lines) {
      const order: Confirmed = { device: -1, lines, fate: 'numbered' }
      orders.push(order)
      return order
    },
    missing: (stored, device) => missingOf(stored).filter((order) => order.device === device),
    lacking: (cart, stored) => [
      ...faultsOfCart(cart),
      ...missingOf(stored).map(({ device, lines }) => `equipo ${device}: el pedido ${textOf(lines)}`),
    ],
    count: (code) => counts.get(code) ?? 0,
    taken: grow,
    isBeingOrdered: (code, quantity) =>
      orders.some(
        ({ fate, lines }) => fate === 'kept' && lines.some((line) => line.code === code && line.quantity === quantity),
      ),
    isShared: (code) => new Set(of(code).flatMap(({ device }) => (device < 0 ? [] : [device]))).size > 1,
    wasUsed: (device) => codes.some((code) => of(code).some((one) => one.device === device)),
    isPending: (code) => of(code).some(({ savedAt }) => savedAt === NEVER),
    lastOf: (device, code) => of(code).findLast((one) => one.device === device)?.quantity,
    lastNoteOf: (device, code) => of(code).findLast((one) => one.device === device && one.note !== undefined)?.note,
    mayBeInCart: (code) => lastChanges(code).some(({ quantity }) => quantity > 0),
    faultsOfCart,
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

/** A line of a cart with each of these notes, as texts that can be compared; '0' for no line. */
const lineTexts = (quantity: number, notes: readonly string[]): string[] =>
  quantity === 0 ? ['0'] : notes.map((note) => `${quantity}${note && ` «${note}»`}`)

/** Lines as one sorted text, to compare them and to print them. */
export const textOf = (lines: readonly Line[]): string =>
  lines
    .map(({ code, quantity, unit, note }) => `${code} × ${quantity} a ${unit / 100}${note && ` «${note}»`}`)
    .sort()
    .join(', ') || 'nada'

/** Whether two lists have the same lines, in any order. */
export const isSame = (some: readonly Line[], others: readonly Line[]): boolean => textOf(some) === textOf(others)
