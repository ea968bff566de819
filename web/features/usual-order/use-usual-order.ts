/** The proposal as its user changes it, and its way into the cart (R33, R34). */
import { useState } from 'react'
import { saveCartLines } from '../../../contract/cart-lines.ts'
import type { UsualLine } from '../../../contract/usual-order.ts'
import { call, messageOf } from '../../lib/api.ts'
import { dropDraft, useDraft } from '../../lib/draft.ts'
import { showToast } from '../../lib/toast.ts'
import { noteLinesSet, useCart, usePendingLines, useSaveCartLine } from '../../shop/cart.ts'
import { saveLine } from '../../shop/cart-saves.ts'
import type { CartOwner } from '../../shop/device-store.ts'
import { typedQuantity } from '../../ui/quantity.ts'

/** What was changed of a line; what is not in it is as proposed. */
interface Change {
  readonly on?: boolean
  /** As typed. */
  readonly quantity?: string
}
type Draft = Readonly<Record<string, Change>>
const AS_PROPOSED: Draft = {}

/** After this long an answer is given up, in milliseconds; what was typed stays. */
const LIMIT = 20_000

/** A proposed line as it stands on the screen. */
export interface ChosenLine {
  readonly line: UsualLine
  readonly on: boolean
  readonly text: string
  readonly quantity: number
  /** Units in the cart now; 0 for none. */
  readonly inCart: number
}

export function useUsualOrder(owner: CartOwner, lines: readonly UsualLine[]) {
  const cart = useCart()
  const pending = usePendingLines()
  const save = useSaveCartLine()
  const name = `pedido-de-siempre:${owner.userId}:${owner.clientId}`
  const [draft, setDraft] = useDraft<Draft>(name, AS_PROPOSED)
  const [adding, setAdding] = useState(false)
  const [failure, setFailure] = useState('')

  const chosen = lines.map((line): ChosenLine => {
    const { on, quantity: typed } = draft[line.articleId] ?? {}
    const inCart = pending.get(line.articleId)?.quantity ?? cart.lines.get(line.articleId)?.quantity ?? 0
    const text = typed ?? String(line.quantity)
    // What the cart has already is not proposed twice.
    return { line, on: on ?? (line.due && inCart === 0), text, quantity: typedQuantity(text), inCart }
  })
  const change = (articleId: number, more: Change) =>
    setDraft((now) => ({ ...now, [articleId]: { ...now[articleId], ...more } }))

  /** Lines as they were proposed go in one call; a quantity of the user's own is asked about like anywhere else. */
  const add = async (): Promise<boolean> => {
    const wanted = chosen.filter(({ on, quantity }) => on && quantity > 0)
    if (adding || wanted.length === 0) return false
    setAdding(true)
    setFailure('')
    const asProposed = wanted.filter(({ line, quantity }) => quantity <= line.quantity)
    const larger = wanted.filter(({ line, quantity }) => quantity > line.quantity)
    try {
      if (asProposed.length > 0) await load(asProposed)
      for (const { line, quantity } of larger) save({ articleId: line.articleId, code: line.code, quantity })
      setDraft(() => AS_PROPOSED)
      dropDraft(name)
      return true
    } catch (error) {
      setFailure(messageOf(error))
      return false
    } finally {
      setAdding(false)
    }
  }
  const load = async (wanted: readonly ChosenLine[]): Promise<void> => {
    const before = cart.lines
    const articles = new Map(wanted.map(({ line }) => [line.code, line.articleId]))
    const stored = await call(saveCartLines, {
      body: {
        clientId: owner.clientId,
        lines: wanted.map(({ line: { code }, quantity }, at) => ({
          row: at + 1,
          code,
          quantity,
          note: null,
        })),
      },
      signal: AbortSignal.timeout(LIMIT),
    })
    await noteLinesSet(owner, stored.lines)
    const dropped = stored.notices.filter((notice) => notice.dropped)
    if (dropped.length > 0) setFailure(dropped.map(({ code, reason }) => `${code}: ${reason}`).join('. '))
    const { lines: done } = stored
    if (done.length === 0) return
    const what = done.length === 1 ? `${done[0]?.code}: agregado` : `${done.length} renglones agregados`
    showToast('success', `${what} al carrito`, {
      label: 'Deshacer',
      run: () => {
        for (const { code, inCart } of done) {
          const articleId = articles.get(code)
          const note = articleId === undefined ? undefined : before.get(articleId)?.note
          if (articleId !== undefined)
            saveLine(owner, { articleId, code, quantity: inCart, ...(note !== undefined && { note }) }, true)
        }
      },
    })
  }
  return { chosen, change, add, adding, failure, cartKnown: !cart.isPending }
}
export type UsualOrderState = ReturnType<typeof useUsualOrder>
