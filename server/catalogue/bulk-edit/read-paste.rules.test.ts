import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readPaste } from './read-paste.rules.ts'

const discounts = (text: string) => readPaste({ column: 'discount', text })
const read = (text: string) => discounts(text).rows.map(({ line, code, values }) => [line, code, values.discount])

test.each([
  ['a tab', '00123\t10', '00123', 1000],
  ['a semicolon', '00123;10', '00123', 1000],
  ['blanks', '  00123   10 ', '00123', 1000],
  ['blanks inside the code', 'AB 12 X  7,5', 'AB 12 X', 750],
  ['a percent sign', '00123\t12,50%', '00123', 1250],
  ['a percent sign apart', '00123 12,5 %', '00123', 1250],
  ['a percent sign, in wide blanks', 'AB  12   7,5  %  ', 'AB  12', 750],
  ['a peso sign apart', 'AB $ 7', 'AB', 700],
  ['a decimal point', '00123\t12.5', '00123', 1250],
  ['an empty cell behind', '00123\t10\t\t', '00123', 1000],
])('%s stands between code and value', (_, line, code, value) => {
  expect(read(line)).toEqual([[1, code, value]])
})

test.each([
  ['no value', '00123'],
  ['no code', '\t10'],
  ['three cells', '00123\t10\t20'],
  ['a word', '00123\tdiez'],
  ['more than all', '00123\t100,5'],
  ['a thousand', '00123\t1.000'],
  ['less than nothing', '00123\t-5'],
  ['three decimals', '00123\t10,125'],
  ['a number as others write it', '00123\t1,000.50'],
])('%s is not understood', (_, line) => {
  expect(discounts(line)).toMatchObject({ rows: [], problems: [{ line: 1, outcome: 'notUnderstood' }] })
})

test('an order is a whole number', () => {
  const order = (text: string) => readPaste({ column: 'position', text })
  expect(order('A\t1.250').rows).toMatchObject([{ values: { position: 1250 } }])
  expect(order('A\t1,5').problems).toMatchObject([{ outcome: 'notUnderstood' }])
  expect(order('A\t10%').problems).toMatchObject([{ outcome: 'notUnderstood' }])
})

describe('a code twice', () => {
  it('counts once when it says the same', () => {
    const { rows, problems } = discounts('A\t5\nB\t1\nA 5,00')
    expect(rows.map(({ line }) => line)).toEqual([1, 2])
    expect(problems).toEqual([{ line: 3, code: 'A', outcome: 'twice', reason: 'Repite la fila 1' }])
  })

  it('counts in no line when it says different things', () => {
    const { rows, problems } = discounts('A\t5\nA\t6')
    expect(rows).toEqual([])
    expect(problems.map(({ line, outcome }) => [line, outcome])).toEqual([
      [1, 'twice'],
      [2, 'twice'],
    ])
  })
})

it('reads back what is written, however it is written', () => {
  const code = fc.stringMatching(/^[A-Z0-9][A-Z0-9./-]{0,12}$/)
  const hundredths = fc.integer({ min: 0, max: 10_000 })
  const separator = fc.constantFrom('\t', ';', ' ', '   ', ' \t ')
  const percent = fc.constantFrom('', '%', ' %')
  const line = fc.record({ code, hundredths, separator, percent, comma: fc.boolean() })
  const end = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(fc.uniqueArray(line, { selector: ({ code }) => code }), end, (lines, ending) => {
      const text = lines
        .map(({ code, hundredths, separator, percent, comma }) => {
          const plain = String(hundredths / 100)
          return `${code}${separator}${comma ? plain.replace('.', ',') : plain}${percent}`
        })
        .join(ending)
      expect(read(text)).toEqual(lines.map(({ code, hundredths }, at) => [at + 1, code, hundredths]))
      expect(discounts(text).problems).toEqual([])
    }),
  )
})

it('ends every line of any text once, with its number', () => {
  const piece = fc.constantFrom('A', 'B1', '\t', ';', ' ', '5', '10,5', '%', '$', '\n', '\r\n', 'ñ', '-', '.', ',')
  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(piece).map((pieces) => pieces.join('')),
  )
  fc.assert(
    fc.property(anyText, (text) => {
      const { rows, problems } = discounts(text)
      const ended = [...rows, ...problems].map(({ line }) => line).sort((a, b) => a - b)
      const lines = text.split(/\r\n|\r|\n/)
      expect(ended).toEqual(lines.flatMap((line, at) => (line.trim() === '' ? [] : [at + 1])))
    }),
  )
})

it('takes no time over a line that was made to take it', () => {
  const { problems } = discounts(' a'.repeat(500_000))
  expect(problems).toHaveLength(1)
})
