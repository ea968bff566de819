/** The cart of the current user and client, the same for every screen (R104, R20, R21, R33, R228). */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { getCart, quantityRefused, type SimpleCartLine } from '../../contract/cart.ts'
import { formatCount } from '../lib/format.ts'
import { outdate } from '../lib/query.ts'
import { queryClient } from '../lib/query-client.ts'
import { useUser } from '../lib/session.ts'
import { showToast, UNDO_TIME } from '../lib/toast.ts'
import {
  keptOrders,
  onPending,
  onRemovedHere,
  onStored,
  orderedArticles,
  type Pending,
  pendingLines,
  saveLine,
  startSending,
  storedCart,
} from './book/cart-saves.ts'
import { cartShown, rowOf, withSet } from './book/cart-shown.ts'
import type { CartOwner, KeptLine, KeptOrder } from './book/device-store.ts'
import type { Stored } from './book/send-book.ts'
import { totalOf } from './cart-amounts.ts'
import { detailOf, refreshCart, simpleCart, simpleOf } from './cart-queries.ts'
import { useClientId } from './chosen-client.ts'
import { inPlace, keepPlace, placeOf } from './kept-places.ts'

export { refreshCart } from './cart-queries.ts'

/** Whose cart is on the screen. */
export function useCartOwner(): CartOwner {
  const { id: userId } = useUser()
  const clientId = useClientId()
  return useMemo(() => ({ userId, clientId }), [userId, clientId])
}

/** Lines that the server has not stored, by article id (R33). */
export function usePendingLines(): ReadonlyMap<number, Pending> {
  const owner = useCartOwner()
  return useSyncExternalStore(onPending, () => pendingLines(owner))
}

/** One article's line while the server has not stored it. */
export function usePendingLine(articleId: number): Pending | undefined {
  const owner = useCartOwner()
  return useSyncExternalStore(onPending, () => pendingLines(owner).get(articleId))
}

/** The orders of this cart between 'Enviar' and their number. */
export function useCartOrders(): readonly KeptOrder[] {
  const owner = useCartOwner()
  return useSyncExternalStore(onPending, () => keptOrders(owner))
}

/** The articles that orders under way take out of this cart. */
function useOrdered(): ReadonlySet<number> {
  const orders = useCartOrders()
  return useMemo(() => orderedArticles(orders), [orders])
}

/** The cart as it is stored, without detail and without what is ordered: `lines` by article id. */
export function useCart() {
  const owner = useCartOwner()
  const ordered = useOrdered()
  const { data, isPending } = useQuery(simpleOf(owner))
  const lines = useMemo(
    () =>
      new Map((data ?? []).flatMap((line) => (ordered.has(line.articleId) ? [] : [[line.articleId, line] as const]))),
    [data, ordered],
  )
  return { lines, isPending }
}

/** How many lines the cart has, with those that wait on the device. */
export function useCartCount(): number {
  const { lines } = useCart()
  const pending = usePendingLines()
  let count = lines.size
  for (const { articleId, quantity, state } of pending.values())
    if (state === 'waiting') count += Number(quantity > 0) - Number(lines.has(articleId))
  return count
}

/** Sends what an earlier visit left on the device; for the frame around the screens. */
export function useKeptLines(): void {
  useEffect(startSending, [])
}

/** The cart with everything its rows show. `data` is there without the server's answer too, if the device has lines. */
export function useCartDetail({ enabled = true } = {}) {
  const owner = useCartOwner()
  const query = useQuery({ ...detailOf(owner), enabled })
  const pending = usePendingLines()
  const ordered = useOrdered()
  const stored = query.data
  const isKnown = stored !== undefined || (query.isError && pending.size > 0)
  const data = useMemo(() => {
    const notOrdered = stored?.filter(({ articleId }) => !ordered.has(articleId)) ?? []
    return isKnown ? inPlace(owner, cartShown(notOrdered, pending, owner.clientId)) : undefined
  }, [stored, isKnown, pending, ordered, owner])
  const { isError, isPending, error, refetch } = query
  return { data, isError, isPending, error, refetch }
}

/** The cart's total in cents; null while it is empty, unknown, or something is on its way to it. */
export function useCartTotal(): number | null {
  const owner = useCartOwner()
  const { lines } = useCart()
  const count = useCartCount()
  const saving = useCartBusy()
  const { data } = useCartDetail({ enabled: count > 0 })
  const stored = queryClient.getQueryData(detailOf(owner).queryKey)
  if (count === 0 || saving || data?.length !== count) return null
  // The lines and the rows come in two answers, which may be of different moments.
  const agree = data.every(({ articleId }) => {
    const line = lines.get(articleId)
    return !line || stored?.some((row) => row.articleId === articleId && row.quantity === line.quantity)
  })
  return agree ? totalOf(data) : null
}

/** How many lines are on their way, wait on the device, and were refused or asked about; and whether one waits for the signal. */
export function usePendingCounts(): {
  saving: number
  waiting: number
  unsaved: number
  forSignal: boolean
} {
  const all = [...usePendingLines().values()]
  const saving = all.filter(({ state }) => state === 'saving').length
  const waiting = all.filter(({ state }) => state === 'waiting').length
  const forSignal = all.some(({ waitsFor }) => waitsFor === 'signal')
  return { saving, waiting, unsaved: all.length - saving - waiting, forSignal }
}

/** Whether a change of the cart has not been answered yet; an order waits for it. */
export const useCartBusy = (): boolean => usePendingCounts().saving > 0

/**
 * A function that saves one line of the cart on the screen. It returns false, after a message, for a new line without a
 * quantity, which the spec refuses.
 */
export function useSaveCartLine(): (line: KeptLine) => boolean {
  const owner = useCartOwner()
  return (line) => {
    const isStored = storedCart(owner)?.some(({ articleId }) => articleId === line.articleId) ?? true
    if (!(line.quantity > 0) && !isStored && !pendingLines(owner).has(line.articleId)) {
      showToast('failure', quantityRefused)
      return false
    }
    saveLine(owner, line)
    return true
  }
}

/**
 * To be called after another call has set lines of a cart. Changes of the same articles that wait on the device would overwrite
 * them when they are sent, so the lines are sent once more, after those.
 */
export function noteLinesSet(owner: CartOwner, lines: readonly KeptLine[]): Promise<void> {
  const ordered = orderedArticles(keptOrders(owner))
  for (const { articleId, code, quantity } of lines)
    if (ordered.has(articleId) || pendingLines(owner).has(articleId))
      saveLine(owner, { articleId, code, quantity }, true)
  return refreshCart()
}

type Lines = SimpleCartLine[] | undefined

const withLine = (lines: Lines, articleId: number, line: SimpleCartLine | null): Lines => {
  if (!lines) return lines
  const at = lines.findIndex((stored) => stored.articleId === articleId)
  if (at < 0) return line ? [...lines, line] : lines
  return line ? lines.with(at, line) : lines.toSpliced(at, 1)
}

const savedText = ({ code, quantity: asked, note }: KeptLine, before: SimpleCartLine, now: SimpleCartLine) => {
  if (before.quantity === now.quantity && note !== undefined && before.note !== now.note)
    return `${code}: observación guardada`
  const stored = `${formatCount(now.quantity)} ${now.quantity === 1 ? 'unidad' : 'unidades'} en el carrito`
  return now.quantity === asked ? `${code}: ${stored}` : `${code}: Ajustado al múltiplo: ${stored}`
}

/** Puts lines as the server stored them into both cached answers of the cart. */
function putLines(owner: CartOwner, stored: readonly Stored[]): void {
  for (const { asked, line } of stored) {
    const { articleId } = asked
    queryClient.setQueryData(simpleOf(owner).queryKey, (lines) => withLine(lines, articleId, line))
    queryClient.setQueryData(detailOf(owner).queryKey, (rows) => {
      const at = rows?.findIndex((row) => row.articleId === articleId) ?? -1
      if (!rows || (at < 0 && !line)) return rows
      if (!line) return rows.toSpliced(at, 1)
      const row = rows[at] ?? rowOf(asked, owner.clientId, line.id)
      if (!row) return rows
      const now = withSet(row, { quantity: line.quantity, note: line.note })
      return at < 0 ? [...rows, now] : rows.with(at, now)
    })
  }
}

/** Whether the screen says of an article that its line is stored, so that no message has to. */
let isToldAlready = (_articleId: number) => false
export const setToldAlready = (isTold: typeof isToldAlready): void => {
  isToldAlready = isTold
}

/** Shows what the server stored, and tells listeners. */
function showStored(owner: CartOwner, stored: readonly Stored[]): void {
  const [simple, detail] = [simpleOf(owner).queryKey, detailOf(owner).queryKey]
  const before = new Map(simpleCart(owner)?.map((line) => [line.articleId, line]))
  putLines(owner, stored)
  // An answer that is on its way may be older than these lines, also one that no screen waits for: it is given up.
  const inFlight = [simple, detail].filter(
    (queryKey) => queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching',
  )
  if (inFlight.length > 0)
    void Promise.all(inFlight.map((queryKey) => queryClient.cancelQueries({ queryKey }))).then(() => {
      // A cancelled query goes back to what it had before it was asked.
      putLines(owner, stored)
      return Promise.all(inFlight.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    })
  const rows = queryClient.getQueryData(detail)
  if (rows && stored.some(({ line }) => line && !rows.some(({ articleId }) => articleId === line.articleId)))
    void outdate(getCart, { query: owner })
  for (const { asked, line, hadLeft } of stored)
    if (hadLeft) showToast('success', `${asked.code}: ya no estaba en el carrito`)
    else if (!line && !asked.ordered) offerUndo(owner, asked, before.get(asked.articleId))
  const kept = stored.flatMap(({ asked, line }) => (line && !isToldAlready(line.articleId) ? [{ asked, line }] : []))
  const [first, second] = kept
  if (second) showToast('success', `${formatCount(kept.length)} artículos guardados en el carrito`)
  else if (first) {
    const { asked, line } = first
    const was = before.get(line.articleId) ?? { ...line, quantity: 0, note: '' }
    showToast('success', savedText(asked, was, line))
  }
}
onStored(showStored)
onRemovedHere((owner, line) => {
  offerUndo(
    owner,
    line,
    simpleCart(owner)?.find(({ articleId }) => articleId === line.articleId),
  )
})

interface Removal {
  readonly owner: CartOwner
  readonly line: KeptLine
  /** The line as it was stored. */
  readonly was: SimpleCartLine
  /** Where it stood (kept-places.ts). */
  readonly place: number
  readonly until: number
}
let removals: readonly Removal[] = []

/** 'Deshacer' for lines that left a cart in the last seconds (R34). */
function offerUndo(owner: CartOwner, { code, article }: KeptLine, was: SimpleCartLine | undefined): void {
  // A removal that was told when the device kept it is not told again when the server stores it.
  if (!was || removals.some((removal) => removal.was === was)) return
  const { articleId, quantity, note } = was
  const line = { articleId, code, quantity, note, article }
  const now = Date.now()
  const isSame = (removal: Removal) =>
    removal.line.articleId === articleId &&
    removal.owner.userId === owner.userId &&
    removal.owner.clientId === owner.clientId
  const earlier = removals.filter((removal) => removal.until > now && !isSame(removal))
  const place = placeOf(owner, was)
  keepPlace(owner, articleId, undefined)
  removals = [...earlier, { owner, line, was, place, until: now + UNDO_TIME }]
  const codes = removals.map((removal) => removal.line.code)
  const named = codes.length > 3 ? `${codes.length} artículos` : codes.join(', ')
  showToast('success', `${named}: ${codes.length > 1 ? 'quitados' : 'quitado'} del carrito`, {
    label: 'Deshacer',
    run: () => {
      for (const removal of removals) {
        keepPlace(removal.owner, removal.line.articleId, removal.place)
        saveLine(removal.owner, removal.line, true)
      }
      removals = []
    },
  })
}
