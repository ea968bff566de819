import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeKey, fold } from '../../../contract/codes.ts'
import { habits, shop } from './pasted-texts.ts'
import type { KnownArticle } from './quick-order.types.ts'
import { readOrderText } from './read-text.rules.ts'

const articles = new Map<string, KnownArticle[]>()
for (const [at, [code, alias, description, unitsPerPack, multiple, listPrice]] of shop.entries()) {
  const article = { articleId: at + 1, code, description, unitsPerPack, multiple, listPrice, discount: 0 }
  for (const name of [code, alias].filter(Boolean)) {
    const key = codeKey(fold(name))
    articles.set(key, [...(articles.get(key) ?? []), article])
  }
}
const names = new Set(shop.flatMap(([, , name]) => fold(name).split(/[^\p{L}\p{N}]+/u)))
const read = (text: string) =>
  readOrderText(text, { byCode: (key) => articles.get(key) ?? [], isNameWord: (word) => names.has(word) })
const taken = (text: string) =>
  read(text).flatMap((entry) => (entry.kind === 'line' ? [`${entry.article.code}=${entry.quantity}`] : []))

describe('a pasted text', () => {
  for (const [habit, texts] of Object.entries(habits))
    test.each(texts.map(({ text, meant }) => [text, meant] as const))(`${habit}: %j`, (text, meant) => {
      expect(taken(text)).toEqual(meant.filter(Boolean))
    })
})

describe('whatever is pasted', () => {
  const words = [
    ...shop.flatMap(([code, alias, name]) => [code, alias, code.toLowerCase(), name]),
    ...'24 12 6 1.200 24,00 3830 $ x X por doc docenas bulto bultos de caja ( ) - -- .... / , ; : = \t \n \n no ? total un una 007 RY10031 10013 1) 2. cm 21/11/2026 10:30'.split(
      ' ',
    ),
    '\n',
    '\t',
    '[21/11/26 10:31:05] Juan: ',
  ]
  const someText = fc
    .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(' ', '', '  ', ' ')), { maxLength: 25 })
    .map((parts) => parts.flat().join(''))

  test('every line that holds anything ends as an entry, and nothing else does', () => {
    fc.assert(
      fc.property(fc.oneof(someText, fc.string({ unit: 'binary' })), (text) => {
        const written = text.split(/\r\n|\r|\n/).flatMap((line, at) => (line.trim() === '' ? [] : [at + 1]))
        const covered = read(text).flatMap(({ lines }) => lines)
        expect([...new Set(covered)]).toEqual(written)
      }),
    )
  })

  test('what is taken names its code in the text, once for an article, with a quantity above 0', () => {
    fc.assert(
      fc.property(someText, (text) => {
        const lines = read(text).flatMap((entry) => (entry.kind === 'line' ? [entry] : []))
        expect(new Set(lines.map(({ article }) => article.articleId)).size).toBe(lines.length)
        for (const { article, quantity, text: its } of lines) {
          const key = codeKey(fold(its))
          const names = shop[article.articleId - 1]!.slice(0, 2) as string[]
          expect(names.filter(Boolean).some((name) => key.includes(codeKey(fold(name))))).toBe(true)
          expect(Number.isInteger(quantity) && quantity > 0).toBe(true)
        }
      }),
    )
  })
})
