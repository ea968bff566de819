/** The cart of the current user and client, the same for every screen (R104, R20, R21, R33). */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { getCart, getSimpleCart, quantityRefused, type SimpleCartLine } from '../../contract/cart.ts'
import { formatCount } from '../lib/format.ts'
import { outdate, queryOf } from '../lib/query.ts'
import { queryClient } from '../lib/query-client.ts'
import { useUser } from '../lib/session.ts'
import { showToast, UNDO_TIME } from '../lib/toast.ts'
import { totalOf } from './cart-amounts.ts'
import {
  onPending,
  onStored,
  type Pending,
  pendingLines,
  type Stored,
  saveLine,
  takeUpKept,
} from './cart-saves.ts'
import { useClientId } from './chosen-client.ts'
import type { CartOwner, KeptLine } from './device-store.ts'

/** The cart without detail, which every screen counts, and with it. */
const simpleOf = (owner: CartOwner) => queryOf(getSimpleCart, { query: owner })
const detailOf = (owner: CartOwner) => queryOf(getCart, { query: owner })

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

/** The cart as it is stored, without detail: `lines` by article id, and how many there are. */
export function useCart() {
  const owner = useCartOwner()
  const { data, isPending } = useQuery(simpleOf(owner))
  const lines = useMemo(() => new Map((data ?? []).map((line) => [line.articleId, line])), [data])
  return { lines, count: lines.size, isPending }
}

/** Takes up what an earlier visit left on the device; for the frame around the screens. */
export function useKeptLines(): void {
  const owner = useCartOwner()
  const { data } = useQuery({ ...simpleOf(owner), enabled: false })
  const known = data !== undefined
  useEffect(() => {
    const lines = queryClient.getQueryData(simpleOf(owner).queryKey)
    if (known && lines) takeUpKept(owner, lines)
  }, [owner, known])
}

/** The cart with everything its rows show. */
export function useCartDetail({ enabled = true } = {}) {
  const owner = useCartOwner()
  return useQuery({ ...detailOf(owner), enabled })
}

/** The stored cart's total in cents; null while it is empty, unknown, or something is on its way to it. */
export function useCartTotal(): number | null {
  const { lines, count } = useCart()
  const saving = useCartBusy()
  const { data } = useCartDetail({ enabled: count > 0 })
  if (count === 0 || saving || data?.length !== count) return null
  return data.every(({ articleId, quantity }) => lines.get(articleId)?.quantity === quantity)
    ? totalOf(data)
    : null
}

/** How many lines are on their way, and how many are not saved. */
export function usePendingCounts(): { saving: number; unsaved: number } {
  const all = [...usePendingLines().values()]
  const saving = all.filter(({ state }) => state === 'saving').length
  return { saving, unsaved: all.length - saving }
}

/** Whether a change of the cart has not been answered yet; an order waits for it. */
export const useCartBusy = (): boolean => usePendingCounts().saving > 0

/** After something else changed the cart (an order, a repeated one). */
export async function refreshCart(): Promise<void> {
  await Promise.all([outdate(getSimpleCart), outdate(getCart)])
}

/**
 * What saves one line of the cart on the screen. Answers false, having said so, for a new line without a quantity as
 * the spec refuses it.
 */
export function useSaveCartLine(): (line: KeptLine) => boolean {
  const owner = useCartOwner()
  return (line) => {
    const lines = queryClient.getQueryData(simpleOf(owner).queryKey)
    const there = lines?.some(({ articleId }) => articleId === line.articleId) ?? true
    if (!(line.quantity > 0) && !there && !pendingLines(owner).has(line.articleId)) {
      showToast('failure', quantityRefused)
      return false
    }
    saveLine(owner, line)
    return true
  }
}

type Lines = SimpleCartLine[] | undefined

const withLine = (lines: Lines, articleId: number, line: SimpleCartLine | null): Lines => {
  if (!lines) return lines
  const at = lines.findIndex((one) => one.articleId === articleId)
  if (at < 0) return line ? [...lines, line] : lines
  return line ? lines.with(at, line) : lines.toSpliced(at, 1)
}

const savedText = (
  { code, quantity: asked, note }: KeptLine,
  before: SimpleCartLine,
  now: SimpleCartLine,
) => {
  if (before.quantity === now.quantity && note !== undefined && before.note !== now.note)
    return `${code}: observación guardada`
  const stored = `${formatCount(now.quantity)} ${now.quantity === 1 ? 'unidad' : 'unidades'} en el carrito`
  return now.quantity === asked ? `${code}: ${stored}` : `${code}: Ajustado al múltiplo: ${stored}`
}

/** What the server stored goes on the screen, and is told. */
function showStored({ owner, asked, line }: Stored): void {
  const [simple, detail] = [simpleOf(owner).queryKey, detailOf(owner).queryKey]
  const { articleId, code } = asked
  const before = queryClient.getQueryData(simple)?.find((one) => one.articleId === articleId)
  // An answer that is on its way may be older than this line.
  const outdated = queryClient.getQueryState(simple)?.fetchStatus === 'fetching'
  queryClient.setQueryData(simple, (lines) => withLine(lines, articleId, line))
  queryClient.setQueryData(detail, (lines) =>
    line === null
      ? lines?.filter((one) => one.articleId !== articleId)
      : lines?.map((one) =>
          one.articleId === articleId ? { ...one, quantity: line.quantity, note: line.note } : one,
        ),
  )
  const others = [...pendingLines(owner).values()].some((one) => one !== asked && one.state === 'saving')
  if (outdated) void outdate(getSimpleCart, { query: owner })
  if (outdated || !others) void outdate(getCart, { query: owner })
  if (line) showToast('success', savedText(asked, before ?? { ...line, quantity: 0, note: '' }, line))
  else offerUndo(owner, before && { ...before, code })
}
onStored(showStored)

interface Removal {
  readonly owner: CartOwner
  readonly line: KeptLine
  readonly until: number
}
let removals: readonly Removal[] = []

/** What left a cart in the last seconds comes back with one click (R34). */
function offerUndo(owner: CartOwner, line: KeptLine | undefined): void {
  if (!line) return
  const now = Date.now()
  removals = [...removals.filter(({ until }) => until > now), { owner, line, until: now + UNDO_TIME }]
  const codes = removals.map((removal) => removal.line.code)
  const which = codes.length > 3 ? `${codes.length} artículos` : codes.join(', ')
  showToast('success', `${which}: ${codes.length > 1 ? 'quitados' : 'quitado'} del carrito`, {
    label: 'Deshacer',
    run: () => {
      for (const removal of removals) saveLine(removal.owner, removal.line, true)
      removals = []
    },
  })
}
