/** What a stored line does to answers of the cart that are still on their way (R33), and to the way back from a removal (R34). */
import { beforeEach, expect, test, vi } from 'vitest'
import type { CartLine, SimpleCartLine } from '../../contract/cart.ts'
import { queryClient } from '../lib/query-client.ts'
import { currentToasts } from '../lib/toast.ts'
import type { CartOwner, KeptLine } from './book/device-store.ts'
import type { OnStored } from './book/send-book.ts'
import { useStorage } from './book/test-storage.ts'
import { detailOf, simpleOf } from './cart-queries.ts'
import { inPlace } from './kept-places.ts'

let tellStored: OnStored
const { saveLine } = vi.hoisted(() => ({ saveLine: vi.fn() }))
vi.mock('./book/cart-saves.ts', () => ({
  saveLine,
  onStored: (listener: OnStored) => (tellStored = listener),
  onRemovedHere: () => undefined,
}))

const owner: CartOwner = { userId: 1, clientId: 7 }
const simple = (articleId: number): SimpleCartLine =>
  ({ id: articleId, articleId, quantity: 6, note: '' }) as SimpleCartLine
const row = (articleId: number): CartLine =>
  ({ ...simple(articleId), code: `C${articleId}`, listPrice: 1000, discount: 0, sold: true }) as CartLine
const asked = (articleId: number): KeptLine => ({
  articleId,
  code: `C${articleId}`,
  quantity: 6,
  article: row(articleId) as never,
})

/** Begins a fetch of the cart with detail, as the warm-up does, and answers how to end it. */
function fetchDetail(): (rows: CartLine[]) => void {
  let answer: (rows: CartLine[]) => void = () => undefined
  queryClient
    .fetchQuery({
      queryKey: detailOf(owner).queryKey,
      staleTime: 0,
      queryFn: () => new Promise<CartLine[]>((done) => (answer = done)),
    })
    .catch(() => undefined)
  return (rows) => answer(rows)
}
const settled = () => new Promise((done) => setTimeout(done))
const shownArticles = () => queryClient.getQueryData(detailOf(owner).queryKey)?.map(({ articleId }) => articleId)

beforeEach(async () => {
  vi.stubGlobal('window', new EventTarget())
  useStorage()
  await import('./cart.ts')
  queryClient.clear()
  saveLine.mockClear()
})

test('an older answer that arrives after a line was stored does not take the line away again', async () => {
  queryClient.setQueryData(detailOf(owner).queryKey, [row(1)])
  queryClient.setQueryData(simpleOf(owner).queryKey, [simple(1)])
  const answerOld = fetchDetail()
  tellStored(owner, [{ asked: asked(2), line: simple(2) }])
  answerOld([row(1)])
  await settled()
  expect(shownArticles()).toEqual([1, 2])
})

test('a line that is stored in another quantity counts as seen at what a unit costs in that quantity (R242, R351)', () => {
  const steps = [{ units: 24, percent: 500, unitPrice: 950 }]
  const priced = { ...row(1), steps, shownPrice: 1000 }
  queryClient.setQueryData(detailOf(owner).queryKey, [priced])
  tellStored(owner, [{ asked: { ...asked(1), quantity: 24 }, line: { ...simple(1), quantity: 24 } }])
  expect(queryClient.getQueryData(detailOf(owner).queryKey)).toMatchObject([{ quantity: 24, shownPrice: 950 }])
})

test('a first answer that is older than a stored line is given up: the next screen asks for the cart', async () => {
  const answerOld = fetchDetail()
  tellStored(owner, [{ asked: asked(2), line: simple(2) }])
  answerOld([row(1)])
  await settled()
  expect(shownArticles()).toBeUndefined()
})

test('an article that is removed, added and removed again is named once, and put back as it was last', async () => {
  const removed = { ...asked(5), quantity: 0 }
  queryClient.setQueryData(simpleOf(owner).queryKey, [simple(5)])
  tellStored(owner, [{ asked: removed, line: null }])
  queryClient.setQueryData(simpleOf(owner).queryKey, [{ ...simple(5), id: 9, quantity: 12 }])
  tellStored({ ...owner }, [{ asked: removed, line: null }])
  const undo = currentToasts().find(({ action }) => action)
  expect(undo?.text).toBe('C5: quitado del carrito')
  undo?.action?.run()
  expect(saveLine).toHaveBeenCalledOnce()
  expect(saveLine).toHaveBeenCalledWith(
    expect.anything(),
    expect.objectContaining({ articleId: 5, quantity: 12 }),
    true,
  )
})

test('a line that is put back stands where it stood, though the server has given it a new id', async () => {
  queryClient.setQueryData(simpleOf(owner).queryKey, [simple(1), simple(2), simple(3)])
  tellStored(owner, [{ asked: { ...asked(2), quantity: 0 }, line: null }])
  currentToasts()
    .findLast(({ action }) => action)
    ?.action?.run()
  const now = [row(1), row(3), { ...row(2), id: 20 }, { ...row(4), id: 0 }]
  expect(inPlace(owner, now).map(({ articleId }) => articleId)).toEqual([1, 2, 3, 4])
  const other = { ...owner, clientId: 8 }
  expect(inPlace(other, now).map(({ articleId }) => articleId)).toEqual([1, 3, 2, 4])
})

test('once it has left the cart for good, a line that is added again comes last', async () => {
  queryClient.setQueryData(simpleOf(owner).queryKey, [simple(6), simple(2)])
  const removal = [{ asked: { ...asked(6), quantity: 0 }, line: null }]
  tellStored(owner, removal)
  currentToasts()
    .findLast(({ action }) => action)
    ?.action?.run()
  queryClient.setQueryData(simpleOf(owner).queryKey, [simple(2), { ...simple(6), id: 9 }])
  tellStored(owner, removal)
  const now = [row(2), { ...row(6), id: 10 }]
  expect(inPlace(owner, now).map(({ articleId }) => articleId)).toEqual([2, 6])
})
