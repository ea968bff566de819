import { codeKey, fold } from '../../../../contract/codes.ts'
import type { KnownArticle } from '../quick-order.types.ts'
import { readOrderText } from '../read-text.rules.ts'
import { shop } from './own.ts'

const articles = new Map<string, KnownArticle[]>()
for (const [at, [code, alias, description, unitsPerPack, multiple, listPrice]] of shop.entries()) {
  const article = { articleId: at + 1, code, description, unitsPerPack, multiple, listPrice, discount: 0 }
  for (const name of [code, alias].filter(Boolean)) {
    const key = codeKey(fold(name))
    articles.set(key, [...(articles.get(key) ?? []), article])
  }
}
const names = new Set(shop.flatMap(([, , name]) => fold(name).split(/[^\p{L}\p{N}]+/u)))

/** A text as it is read in the shop of the samples. */
export const read = (text: string) =>
  readOrderText(text, { byCode: (key) => articles.get(key) ?? [], isNameWord: (word) => names.has(word) })
/** What of it is taken: 'CODE=UNITS' for each line. */
export const taken = async (text: string): Promise<string[]> =>
  (await read(text)).flatMap((entry) =>
    entry.kind === 'line' ? [`${entry.article.code}=${entry.quantity}`] : [],
  )
