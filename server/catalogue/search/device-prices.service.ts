/** What the clients of somebody of the staff pay, as a device keeps it (R352). */
import * as z from 'zod/mini'
import { deviceList, devicePricesAnswer } from '../../../contract/device-prices.ts'
import { wireObject } from '../../../contract/wire.ts'
import { nextTurn } from '../../lib/turns.ts'
import type { PriceColumns } from '../snapshot/build-snapshot.ts'
import type { CatalogueState } from './catalogue.service.ts'

/** The texts of lists by snapshot: all devices of the staff ask for the same ones. */
const texts = new WeakMap<PriceColumns, Map<number, string>>()

/** The answer's JSON text; `clientIds`: the clients that it is about, undefined for all. Other calls get their turn between lists. */
export async function devicePricesJson(
  { snapshot, book }: CatalogueState,
  clientIds: ReadonlySet<number> | undefined,
): Promise<string> {
  const { size, columns } = snapshot
  const withTerms = book.withTerms(clientIds)
  const lists = new Map(
    [...withTerms.values()].flatMap((terms) => (terms.listId === null ? [] : [[terms.listId, terms] as const])),
  )
  const { lists: listsField, ...others } = devicePricesAnswer.fields
  const about = z.encode(wireObject(others), {
    isListWhole: [...withTerms.values()].some(({ isListWhole }) => isListWhole),
    articleIds: Array.from({ length: lists.size > 0 ? size : 0 }, (_, row) => snapshot.articleIdOf(row)),
    stepped: [...lists].flatMap(([list, { stepped }]) =>
      [...stepped].map(([articleId, { discount, steps }]) => ({
        list,
        articleId,
        discount,
        steps: steps ? [...steps] : undefined,
      })),
    ),
    clients: [...withTerms].map(([clientId, { listId, bonus }]) => ({ clientId, list: listId, bonus })),
    own: [...withTerms].flatMap(([clientId, { own }]) =>
      [...own].map(([articleId, price]) => ({ clientId, articleId, ...price })),
    ),
    promotions:
      book.promotions.length === 0
        ? undefined
        : book.promotions.map(({ name, percent, lists: ids, articleIds, prices }) => ({
            name,
            percent,
            lists: ids && [...ids],
            articleIds: [...articleIds],
            prices: prices && [...prices],
          })),
  })
  const known = texts.get(columns) ?? new Map<number, string>()
  texts.set(columns, known)
  const listTexts: string[] = []
  for (const [listId, { list }] of lists) {
    await nextTurn()
    const text = known.get(listId) ?? listText(listId, list ?? '', columns.lists[listId])
    known.set(listId, text)
    listTexts.push(text)
  }
  return `${JSON.stringify(about).slice(0, -1)},${JSON.stringify(listsField[0])}:[${listTexts.join()}]}`
}

/** A list's JSON text. Its prices are written as they are: to encode each by itself would hold the event loop. */
function listText(listId: number, listName: string, cents: Float64Array | undefined): string {
  const { id, name, prices } = deviceList.fields
  return JSON.stringify({
    [id[0]]: listId,
    [name[0]]: listName,
    [prices[0]]: Array.from(cents ?? [], (price) => (Number.isNaN(price) ? null : price / 100)),
  })
}
