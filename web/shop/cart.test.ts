/** What a stored line does to answers of the cart that are still on their way (R33). */
import { beforeEach, expect, test, vi } from 'vitest'
import type { CartLine, SimpleCartLine } from '../../contract/cart.ts'
import { queryClient } from '../lib/query-client.ts'
import type { CartOwner, KeptLine } from './book/device-store.ts'
import type { OnStored } from './book/send-book.ts'
import { detailOf, simpleOf } from './cart-queries.ts'

let tellStored: OnStored
vi.mock('./book/cart-saves.ts', () => ({
  onStored: (listener: OnStored) => (tellStored = listener),
  onRemovedHere: () => undefined,
}))

const owner: CartOwner = { userId: 1, clientId: 7 }
const simple = (articleId: number): SimpleCartLine =>
  ({ id: articleId, articleId, quantity: 6, note: '' }) as SimpleCartLine
const row = (articleId: number): CartLine =>
  ({ ...simple(articleId), code: `C${articleId}`, sold: true }) as CartLine
const asked = (articleId: number): KeptLine => ({
  ...{ articleId, code: `C${articleId}`, quantity: 6 },
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
const shownArticles = () =>
  queryClient.getQueryData(detailOf(owner).queryKey)?.map(({ articleId }) => articleId)

beforeEach(async () => {
  await import('./cart.ts')
  queryClient.clear()
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

test('a first answer that is older than a stored line is given up: the next screen asks for the cart', async () => {
  const answerOld = fetchDetail()
  tellStored(owner, [{ asked: asked(2), line: simple(2) }])
  answerOld([row(1)])
  await settled()
  expect(shownArticles()).toBeUndefined()
})
