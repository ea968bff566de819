import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { leastOf, processorTime } from '../../../../testkit/processor-time.ts'
import { readOrderText } from './read.rules.ts'
import { shelfOf, smallShop } from './samples/sample-sets.ts'

const shelf = shelfOf(smallShop)
/** Processor time of reading a text, in milliseconds. */
const costOf = (text: string) => processorTime(() => readOrderText(text, shelf))
/** The longest processor time between two turns of others while a text is read, in milliseconds. */
async function longestTurn(text: string): Promise<number> {
  let longest = 0
  let since = process.cpuUsage()
  const breathe = async () => {
    const { user, system } = process.cpuUsage(since)
    longest = Math.max(longest, (user + system) / 1_000)
    since = process.cpuUsage()
  }
  await readOrderText(text, shelf, breathe)
  await breathe()
  return longest
}
const KB = 1024
/** Lines that are just not too long for a line. */
const LINE = 1_490
const linesOf = (part: string, size: number): string => {
  const line = part.repeat(Math.floor(LINE / part.length))
  return Array(Math.ceil(size / line.length))
    .fill(line)
    .join('\n')
}
const SHAPES = ['RY10013 x 12, ', ',', '(', '[', 'a y ', '7 ', 'a', '12,00 ', '1.000.', 'treinta y ']

describe('a text that nobody wrote by hand', { tags: ['timed'] }, () => {
  test.each([...SHAPES, '7', ')', '"', '\t', '-'])('100 KB of %j in one line take no time', async (part) => {
    const text = part.repeat((100 * KB) / part.length)
    expect(await leastOf(100, () => costOf(text))).toBeLessThan(100)
  })

  test.each(SHAPES)('time grows as the text does: lines of %j', async (part) => {
    const small = Math.max(10, await leastOf(10, () => costOf(linesOf(part, 3 * KB))))
    const large = await leastOf(9 * small, () => costOf(linesOf(part, 12 * KB)))
    // The text is four times as long; a pattern that backtracks would take sixteen times as long.
    expect(large).toBeLessThan(9 * small)
  })

  test.each(SHAPES)('lines of %j hold nobody else up: others have their turn on the way', async (part) => {
    for (const size of [LINE, 195, 48]) {
      const line = part.repeat(Math.floor(size / part.length))
      const text = Array(Math.ceil((30 * KB) / size))
        .fill(line)
        .join('\n')
      expect(await leastOf(100, () => longestTurn(text))).toBeLessThan(100)
    }
  })

  test('a line that is too long is a question between the lines beside it, which are read', async () => {
    const { entries } = await readOrderText(`RY10013 24\n${','.repeat(20_000)}\nRY10014 12`, shelf)
    expect(entries.map((entry) => [entry.lines, entry.kind, entry.kind === 'question' && entry.doubt])).toEqual([
      [[1], 'line', false],
      [[2], 'question', 'tooLong'],
      [[3], 'line', false],
    ])
  })
})

test('no pattern of the reader is long: lists of words are looked up', () => {
  const folder = new URL('.', import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith('.rules.ts'))
  const patterns = files.flatMap((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8').replace(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    return [...text.matchAll(/(?<=[=(:,?\s[|])\/(?![/*\s])((?:\[(?:\\.|[^\]\n])*\]|\\.|[^/[\n])+)\/[a-z]*/g)].map(
      ([, pattern = '']) => pattern,
    )
  })
  expect(patterns.length).toBeGreaterThan(60)
  expect(patterns.length).toBeLessThan(140)
  expect(patterns.filter(({ length }) => length > 120)).toEqual([])
  expect(files.some((file) => readFileSync(new URL(file, folder), 'utf8').includes('new RegExp'))).toBe(false)
})
