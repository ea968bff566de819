/** The cart of the current user and client, the same for every screen (spec 1 section 4, READINGS 20 and 21). */
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type CartLine,
  deleteCartLine,
  getCart,
  getSimpleCart,
  quantityRefused,
  type SimpleCartLine,
  saveCartLine,
} from '../../contract/cart.ts'
import { hasPrice, lineAmount, unitPrice } from '../../contract/rules.ts'
import { call, messageOf } from './api.ts'
import { useClientId } from './chosen-client.ts'
import { formatCount } from './format.ts'
import { useUser } from './session.ts'
import { showToast } from './toast.ts'

const CART = 'cart'
const keysOf = (userId: number, clientId: number) => ({
  simple: [CART, userId, clientId, 'simple'] as const,
  detail: [CART, userId, clientId, 'detail'] as const,
})

/** Whose cart is on the screen, and under which keys it is cached. */
export function useCartOwner() {
  const { id: userId } = useUser()
  const clientId = useClientId()
  return { userId, clientId, keys: keysOf(userId, clientId) }
}

/** The cart without detail: `lines` by article id, and how many there are. */
export function useCart() {
  const { userId, clientId, keys } = useCartOwner()
  const { data, isPending } = useQuery({
    queryKey: keys.simple,
    queryFn: ({ signal }) => call(getSimpleCart, { query: { userId, clientId }, signal }),
  })
  const lines = useMemo(() => new Map((data ?? []).map((line) => [line.articleId, line])), [data])
  return { lines, count: lines.size, isPending }
}

/** The cart with everything its rows show. */
export function useCartDetail({ enabled = true } = {}) {
  const { userId, clientId, keys } = useCartOwner()
  return useQuery({
    queryKey: keys.detail,
    queryFn: ({ signal }) => call(getCart, { query: { userId, clientId }, signal }),
    enabled,
  })
}

/** What one line's article costs the customer now, in cents. */
export const lineUnit = (line: Pick<CartLine, 'listPrice' | 'discount'>): number =>
  unitPrice(line.listPrice, line.discount)

/** Whether a line can be ordered: its article is still sold and has a price (READINGS 6). */
export const isOrderable = (line: Pick<CartLine, 'sold' | 'listPrice'>): boolean =>
  line.sold && hasPrice(line.listPrice)

/** Sum of the lines that can be ordered, in cents. */
export const totalOf = (lines: readonly CartLine[]): number =>
  lines.filter(isOrderable).reduce((sum, line) => sum + lineAmount(lineUnit(line), line.quantity), 0)

/** The cart's total in cents, null until it is known; asks nothing while the cart is empty. */
export function useCartTotal(): number | null {
  const { count } = useCart()
  const { data } = useCartDetail({ enabled: count > 0 })
  return count > 0 && data ? totalOf(data) : null
}

/** After something else changed the cart (an order, a repeated one). */
export function useRefreshCart(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [CART] })
}

export interface CartChange {
  articleId: number
  /** Units as typed; zero deletes an existing line. Empty text counts as zero. */
  quantity: number
  /** Left as it is when not given. */
  note?: string
}

type Lines = SimpleCartLine[] | undefined

const withLine = (lines: Lines, articleId: number, line: SimpleCartLine | null | undefined): Lines => {
  if (!lines) return lines
  const at = lines.findIndex((one) => one.articleId === articleId)
  if (at < 0) return line ? [...lines, line] : lines
  return line ? lines.with(at, line) : lines.toSpliced(at, 1)
}

const savedText = (asked: number, line: SimpleCartLine | null): string => {
  if (!line) return 'Artículo quitado del carrito'
  const stored = `${formatCount(line.quantity)} ${line.quantity === 1 ? 'unidad' : 'unidades'} en el carrito`
  return line.quantity === asked ? stored : `Ajustado al múltiplo: ${stored}`
}

/**
 * Saves one line: at once on the screen, taken back if the server refuses, told by a toast either way.
 * Saves run one after another, so that the last one typed is the one that stays.
 */
export function useSaveCartLine() {
  const client = useQueryClient()
  const { userId, clientId, keys } = useCartOwner()
  const lineOf = (articleId: number) =>
    client.getQueryData<Lines>(keys.simple)?.find((line) => line.articleId === articleId)
  const show = (articleId: number, line: SimpleCartLine | null | undefined) => {
    client.setQueryData<Lines>(keys.simple, (lines) => withLine(lines, articleId, line))
    client.setQueryData<CartLine[]>(keys.detail, (lines) =>
      line === null || line === undefined
        ? lines?.filter((one) => one.articleId !== articleId)
        : lines?.map((one) =>
            one.articleId === articleId ? { ...one, quantity: line.quantity, note: line.note } : one,
          ),
    )
  }
  const mutation = useMutation({
    mutationKey: [CART, userId, clientId],
    scope: { id: CART },
    mutationFn: ({ articleId, quantity, note }: CartChange) =>
      call(saveCartLine, { body: { id: null, articleId, quantity, note, clientId } }),
    onMutate: async ({ articleId, quantity, note }) => {
      await client.cancelQueries({ queryKey: keys.simple })
      await client.cancelQueries({ queryKey: keys.detail })
      const before = lineOf(articleId)
      const shown = { id: 0, articleId, ...before, quantity, note: note ?? before?.note ?? '' }
      show(articleId, quantity > 0 ? shown : null)
      return { before }
    },
    onSuccess: ({ line }, { articleId, quantity }, { before }) => {
      show(articleId, line)
      const onlyNote = line && before?.quantity === line.quantity && before.note !== line.note
      showToast('success', onlyNote ? 'Observación guardada' : savedText(quantity, line))
    },
    onError: (error, { articleId }, context) => {
      show(articleId, context?.before)
      showToast('failure', messageOf(error))
    },
    onSettled: () => {
      // A refetch while other saves wait would show their lines as they were before.
      if (client.isMutating({ mutationKey: [CART, userId, clientId] }) > 1) return
      return client.invalidateQueries({ queryKey: keys.detail })
    },
  })
  /** Refuses a new line without a quantity as the spec says; answers whether it was sent. */
  const save = (change: CartChange): boolean => {
    if (!(change.quantity > 0) && !lineOf(change.articleId)) {
      showToast('failure', quantityRefused)
      return false
    }
    mutation.mutate(change)
    return true
  }
  return { save, isPending: mutation.isPending }
}

/** Removes a line by its id, whatever became of its article: at once on the screen, told by a toast. */
export function useDeleteCartLine() {
  const client = useQueryClient()
  const { userId, clientId, keys } = useCartOwner()
  const without = <L extends { id: number }>(key: readonly unknown[], id: number) =>
    client.setQueryData<L[]>(key, (lines) => lines?.filter((line) => line.id !== id))
  return useMutation({
    mutationKey: [CART, userId, clientId],
    scope: { id: CART },
    mutationFn: (id: number) => call(deleteCartLine, { params: { id } }),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: [CART, userId, clientId] })
      without<SimpleCartLine>(keys.simple, id)
      without<CartLine>(keys.detail, id)
    },
    onSuccess: () => showToast('success', 'Artículo quitado del carrito'),
    onError: (error) => showToast('failure', messageOf(error)),
    onSettled: () => {
      if (client.isMutating({ mutationKey: [CART, userId, clientId] }) > 1) return
      return client.invalidateQueries({ queryKey: [CART, userId, clientId] })
    },
  })
}

/** Whether a change of the cart has not been answered yet; an order waits for it. */
export const useCartBusy = (): boolean => useIsMutating({ mutationKey: [CART] }) > 0
