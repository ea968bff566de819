import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../../../testkit/cases.ts'
import { sampleCatalogue } from '../../../../testkit/list-articles.ts'
import { oddText } from '../../../../testkit/typed-text.ts'
import { readOrderText } from './read.rules.ts'
import { shelfOf, smallShop } from './samples/sample-sets.ts'

const articles = sampleCatalogue().slice(0, 200)
const shelf = shelfOf([...smallShop, ...articles])
const dotted = (quantity: number) => quantity.toLocaleString('es-AR')
/** How people write a code and a quantity (R38); the code itself in any case. */
const WAYS: readonly ((code: string, quantity: number) => string)[] = [
  (code, quantity) => `${code} ${quantity}`,
  (code, quantity) => `${code}\t${quantity}`,
  (code, quantity) => `${code} x ${quantity}`,
  (code, quantity) => `${quantity} x ${code}`,
  (code, quantity) => `${code} x ${dotted(quantity)}`,
  (code, quantity) => `${code.toLowerCase()} x ${quantity} u`,
]
const line = fc.record({
  article: fc.constantFrom(...articles),
  quantity: fc.integer({ min: 1, max: 9_000 }),
  way: fc.constantFrom(...WAYS),
})
const chosen = fc.uniqueArray(line, { selector: ({ article }) => article.code, minLength: 1, maxLength: 25 })

test('every line of a list is a line of the order with its own quantity, or asked about; order and count stay', async () => {
  await fc.assert(
    fc.asyncProperty(chosen, fc.constantFrom('\n', '\r\n', '\n\n'), async (lines, end) => {
      const text = lines.map(({ article, quantity, way }) => way(article.code, quantity)).join(end)
      const { entries } = await readOrderText(text, shelf)
      const step = end === '\n\n' ? 2 : 1
      expect(entries.map((entry) => entry.lines[0])).toEqual(lines.map((_, at) => 1 + at * step))
      for (const [at, entry] of entries.entries())
        if (entry.kind === 'line')
          expect([entry.article.code, entry.quantity]).toEqual([lines[at]?.article.code, lines[at]?.quantity])
    }),
    { numRuns: cases(150) },
  )
})

test.each(['0.125', '0,125', '12.3456', '12 5', '-5', '1e3', '99999999999'])(
  'a quantity written %j is asked about, and is no other one',
  async (quantity) => {
    const { entries } = await readOrderText(`RY10013 ${quantity}`, shelf)
    expect(entries.map(({ kind }) => kind)).toEqual(['question'])
  },
)

test('whatever stands beside a line, it is read or asked about, and no text breaks the reader', async () => {
  await fc.assert(
    fc.asyncProperty(oddText, async (text) => {
      const { entries } = await readOrderText(`RY10013 x 24\n\n${text}`, shelf)
      expect(entries.some((entry) => entry.lines.includes(1))).toBe(true)
    }),
    { numRuns: cases(500) },
  )
})
