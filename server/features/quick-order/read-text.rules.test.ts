import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeKey, fold } from '../../../contract/codes.ts'
import type { KnownArticle } from './quick-order.types.ts'
import { readOrderText } from './read-text.rules.ts'
import { habits, hands, type PastedText, shop } from './sample-texts/index.ts'

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
const taken = async (text: string) =>
  (await read(text)).flatMap((entry) =>
    entry.kind === 'line' ? [`${entry.article.code}=${entry.quantity}`] : [],
  )

describe('a pasted text', () => {
  for (const [habit, texts] of Object.entries(habits))
    test.each(texts.map(({ text, meant }) => [text, meant] as const))(`${habit}: %j`, async (text, meant) => {
      expect(await taken(text)).toEqual(meant)
    })
})

/** What of a set is taken as it was meant, what is not taken, and what was never meant. */
async function figuresOf(set: Readonly<Record<string, readonly PastedText[]>>) {
  const [wrong, missed]: [string[], string[]] = [[], []]
  let all = 0
  for (const { text, meant } of Object.values(set).flat()) {
    const lines = await taken(text)
    all += meant.length
    wrong.push(...lines.filter((line) => !meant.includes(line)).map((line) => `${line} in ${text}`))
    missed.push(...meant.filter((line) => !lines.includes(line)))
  }
  return { wrong, right: (all - missed.length) / all }
}

describe('texts of hands that had not seen the reader', () => {
  test.each(hands)('$name: nothing is taken that was not meant, and most of what was is', async (hand) => {
    const { wrong, right } = await figuresOf(hand.texts)
    expect(wrong).toEqual([])
    expect(right).toBeGreaterThanOrEqual(hand.least)
  })
})

describe('a line is certain when everything in it is explained, and only then', () => {
  // Codes that are no numbers, each with a word of its name.
  const goods = shop.filter(([code]) => /\p{L}/u.test(code) && !code.startsWith('T0'))
  const article = fc.constantFrom(...goods)
  const spelled = (code: string) =>
    fc.constantFrom(code, code.toLowerCase(), code.replace(/^(\p{L}+)(\d)/u, '$1 $2'), code.replace('-', ''))
  // No quantity that stands in a name, or that two of a kind make.
  const units = fc.integer({ min: 61, max: 999 })
  const counted = (quantity: number) =>
    fc.constantFrom(`${quantity}`, `${quantity} u`, `${quantity} unidades`, `(${quantity})`, `x ${quantity}`)
  const between = fc.constantFrom(' ', ' - ', ': ', ' = ', ' ..... ', '\t', ' → ')
  const before = fc.constantFrom(
    '',
    'Hola, ',
    'mandame ',
    'necesito ',
    '• ',
    '[21/11/26 10:31:05] Ana: ',
    'y ',
  )
  const after = fc.constantFrom(
    '',
    ' por favor',
    ', gracias',
    ' surtidos',
    ' (rosa)',
    ' urgente',
    ' $ 1.234,00',
  )
  const line = article.chain(([code, , name]) =>
    fc.record({
      code: fc.constant(code),
      spelled: spelled(code),
      named: fc.constantFrom('', ` ${name.split(' ')[0]}`),
      quantity: units,
      between,
      before,
      after,
      isCodeFirst: fc.boolean(),
    }),
  )
  const written = line.chain((made) =>
    counted(made.quantity).map((count) => {
      const named = `${made.spelled}${made.named}`
      // '(90) - RY10013' as well as 'RY10013 - (90)'; 'x 90: RY10013' nobody writes.
      const pair = made.isCodeFirst ? `${named}${made.between}${count}` : `${count} ${named}`
      return { ...made, count, text: `${made.before}${pair}${made.after}` }
    }),
  )

  test('however the habits are put together, it is read as it was meant', async () => {
    await fc.assert(
      fc.asyncProperty(written, async ({ text, code, quantity }) => {
        expect(await taken(text)).toEqual([`${code}=${quantity}`])
      }),
      { numRuns: 400 },
    )
  })

  const unknownWord = fc
    .array(fc.constantFrom('zur', 'bli', 'fro', 'que', 'nax', 'dov'), { minLength: 2, maxLength: 3 })
    .map((parts) => parts.join(''))
  const reasons = fc.constantFrom(
    ...'no sin tampoco quizás o aprox cancelado falta reemplazar idem otro ya? 7 cajas display gruesas RY10031 RY20418'.split(
      ' ',
    ),
  )
  test('one word that nobody knows, or a second reading, beside code and quantity makes it a question', async () => {
    await fc.assert(
      fc.asyncProperty(written, fc.oneof(unknownWord, reasons), fc.boolean(), async (made, odd, isFirst) => {
        const { spelled, count, code } = made
        const text = isFirst ? `${odd} ${spelled} ${count}` : `${spelled} ${odd} ${count}`
        fc.pre(code !== 'RY20418' || odd !== code)
        expect(await taken(text)).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  test('lines that are certain by themselves are certain together, whatever stands around them', async () => {
    const lines = fc.uniqueArray(written, { selector: ({ code }) => code, minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(lines, async (made) => {
        const text = [
          'Buen día, paso el pedido',
          ...made.map(({ text: one }) => one),
          'Saludos',
          'Tel. 4567-1000',
        ]
        expect(await taken(text.join('\n'))).toEqual(made.map(({ code, quantity }) => `${code}=${quantity}`))
      }),
    )
  })

  test('a sentence that takes back, waits or tells makes a question of every line', async () => {
    const sentences = fc.constantFrom(
      'no lo mandes todavía',
      'esto lo vendí ayer',
      'a todo sumale 6',
      'el doble de todo',
      'es para presupuestar',
      '¿tenés stock de esto?',
      '¿cuánto sería?',
      'cancelá el pedido',
      'esperá que te confirme',
    )
    await fc.assert(
      fc.asyncProperty(written, sentences, fc.boolean(), async ({ text }, sentence, isFirst) => {
        expect(await taken(isFirst ? `${sentence}\n${text}` : `${text}\n${sentence}`)).toEqual([])
      }),
    )
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

  test('every line that holds anything ends as an entry, and nothing else does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(someText, fc.string({ unit: 'binary' })), async (text) => {
        const written = text.split(/\r\n|\r|\n/).flatMap((line, at) => (line.trim() === '' ? [] : [at + 1]))
        const covered = (await read(text)).flatMap(({ lines }) => lines)
        expect([...new Set(covered)]).toEqual(written)
      }),
    )
  })

  test('what is taken names its code in the text, once for an article, with a quantity above 0', async () => {
    await fc.assert(
      fc.asyncProperty(someText, async (text) => {
        const lines = (await read(text)).flatMap((entry) => (entry.kind === 'line' ? [entry] : []))
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

  test('a line that nobody wrote is told and not read, however it is made', async () => {
    for (const made of ['24 ', 'RY10013 24 ', '1.', '. ', 'x 1'])
      expect(await read(made.repeat(9_000))).toMatchObject([{ kind: 'other', doubt: 'tooLong', lines: [1] }])
  })

  test('nobody waits for a long text: it is read in pieces', async () => {
    let pauses = 0
    const pause = async () => void pauses++
    await readOrderText('RY10013 24\n'.repeat(300), { byCode: () => [], isNameWord: () => false }, pause)
    expect(pauses).toBe(15)
  })
})
