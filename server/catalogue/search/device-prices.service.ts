/** What the clients of somebody of the staff pay, as a device keeps it (R352). */
import * as z from 'zod/mini'
import { deviceList, devicePricesAnswer } from '../../../contract/device-prices.ts'
import { wireObject } from '../../../contract/wire.ts'
import type { CatalogueState } from './catalogue.service.ts'

/** The answer's JSON text; `clientIds`: the clients that it is about, undefined for all. */
export function devicePricesJson(
  { snapshot, book }: CatalogueState,
  clientIds: ReadonlySet<number> | undefined,
): string {
  const { size, columns } = snapshot
  const withTerms = book.withTerms(clientIds)
  const lists = new Map(
    [...withTerms.values()].flatMap((terms) => (terms.listId === null ? [] : [[terms.listId, terms] as const])),
  )
  const { articleIds, lists: listsField, ...others } = devicePricesAnswer.fields
  const about = z.encode(wireObject(others), {
    isListWhole: [...withTerms.values()].some(({ isListWhole }) => isListWhole),
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
  })
  // Hundreds of thousands of prices are written as they are: to encode each by itself would hold the event loop.
  const { id, name, prices } = deviceList.fields
  return JSON.stringify({
    ...about,
    [articleIds[0]]: Array.from({ length: lists.size > 0 ? size : 0 }, (_, row) => snapshot.articleIdOf(row)),
    [listsField[0]]: [...lists].map(([listId, terms]) => ({
      [id[0]]: listId,
      [name[0]]: terms.list ?? '',
      [prices[0]]: Array.from(columns.lists[listId] ?? [], (cents) => (Number.isNaN(cents) ? null : cents / 100)),
    })),
  })
}
