/** No text can keep a pattern of the product busy for long (R273). */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { checkSync, type Diagnostics } from 'recheck'
import { afterAll, expect, test } from 'vitest'
import { literalsIn, literalsOf, type Pattern, productFiles } from '../testkit/source-literals.ts'
import { root } from './lib/prepare.mjs'

/**
 * Patterns whose time grows with the square of their text, or faster, and the most characters that reach them. `limit` is the
 * word in the file that keeps the text so short.
 */
const BOUNDED: readonly { file: string; source: string; most: number; limit: string }[] = [
  { file: 'contract/amounts.ts', source: String.raw`\B(?=(\d{3})+$)`, most: 22, limit: 'String(Math.abs(' },
  { file: 'contract/street.ts', source: '[,;.]+$', most: 300, limit: 'LONGEST_LINE = 300' },
  { file: 'contract/street.ts', source: '[,;]+$', most: 300, limit: 'LONGEST_LINE = 300' },
  {
    file: 'server/media/files/containers/webm.ts',
    source: String.raw`\0+$`,
    most: 64,
    limit: 'LONGEST_NAME = 64',
  },
  { file: 'server/ports/mail/eml-folder.ts', source: '^-+|-+$', most: 60, limit: '.slice(0, 60)' },
  {
    file: 'server/ports/places/offline.ts',
    source: String.raw`[\s,]+$`,
    most: 300,
    limit: 'LONGEST_TEXT = 300',
  },
  {
    file: 'server/spreadsheets/xlsx-styles.ts',
    source: String.raw`"[^"]*"|\\.|\[[^\]]*\]`,
    most: 255,
    limit: 'LONGEST_FORMAT = 255',
  },
]
/** Steps that a bounded pattern may take: some milliseconds. */
const MOST_STEPS = 100_000

const patterns = productFiles(['contract', 'engine', 'server', 'web']).flatMap((file) => literalsOf(file).patterns)

/** The power by which the time of a pattern grows, 1 when it is safe; null when it grows faster than any, or nobody knows. */
type Degree = number | null
const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }
/**
 * Which texts are slow depends on the pattern and its checker alone, and judging all of them takes half a minute of processor
 * time: what one run judged the next one knows. A file that was broken off is made anew.
 */
const remembered = join(root, `node_modules/.cache/bulto/patterns-${version}.json`)
const degrees = new Map<string, Degree>(readRemembered())
function readRemembered(): [string, Degree][] {
  try {
    return JSON.parse(readFileSync(remembered, 'utf8'))
  } catch {
    return []
  }
}
afterAll(() => {
  mkdirSync(dirname(remembered), { recursive: true })
  writeFileSync(remembered, JSON.stringify([...degrees]))
})

/**
 * How many characters the checker's machine may read in an attack. Its own limits are milliseconds as well, and what a busy machine
 * read too slowly passed for a slow pattern.
 */
const COUNTED = {
  attackLimit: 20_000_000,
  attackTimeout: null,
  incubationTimeout: null,
  timeout: 60_000,
}

function judge({ source = '', flags }: Pattern): Diagnostics {
  // The checker's part in JavaScript is on every machine.
  process.env.RECHECK_SYNC_BACKEND = 'pure'
  // The checker takes a sticky pattern for one that may begin anywhere.
  return flags.includes('y')
    ? checkSync(`^(?:${source})`, flags.replace('y', ''), COUNTED)
    : checkSync(source, flags, COUNTED)
}

function degreeOf(pattern: Pattern): number {
  const key = `/${pattern.source}/${pattern.flags}`
  const known = degrees.get(key)
  if (known !== undefined) return known ?? Infinity
  const judgement = judge(pattern)
  let degree: Degree = null
  if (judgement.status === 'safe') degree = 1
  else if (judgement.status === 'vulnerable' && judgement.complexity.type === 'polynomial')
    degree = judgement.complexity.degree
  // Nobody knows what a slow machine had no time to judge.
  if (judgement.status !== 'unknown') degrees.set(key, degree)
  return degree ?? Infinity
}

const isBounded = ({ file, source }: Pattern) =>
  BOUNDED.some((bounded) => bounded.file === file && bounded.source === source)

test('every pattern of the product is read, and none is made of what only runs', () => {
  expect(patterns.length).toBeGreaterThan(400)
  expect(patterns.filter(({ source }) => source === undefined)).toEqual([])
})

test('no pattern of the product takes more than a time in proportion to its text, unless its text is short', () => {
  const slow = patterns
    .filter((pattern) => !isBounded(pattern) && degreeOf(pattern) > 1)
    .map((pattern) => `${pattern.file}: /${pattern.source}/${pattern.flags} (${degreeOf(pattern)})`)
  expect(slow).toEqual([])
}, 600_000)

test('what is short is kept short in the same file, takes few steps, and would be slow if it were long', () => {
  for (const { file, source, most, limit } of BOUNDED) {
    const found = patterns.filter((pattern) => pattern.file === file && pattern.source === source)
    expect(found, `${file}: ${source}`).not.toEqual([])
    expect(readFileSync(join(root, file), 'utf8')).toContain(limit)
    for (const pattern of found) {
      expect(degreeOf(pattern), source).toBeGreaterThan(1)
      expect(most ** degreeOf(pattern), source).toBeLessThanOrEqual(MOST_STEPS)
    }
  }
})

test.each([
  ['a literal', String.raw`const a = /^\s*\d*\s*$/.test(b)`],
  ['a text', String.raw`new RegExp('^\\s*\\d*\\s*$', 'u')`],
  ['a template', ['RegExp(`^$', '{name}\\\\s*\\\\d*\\\\s*$`)'].join('')],
  ['a part of an element', String.raw`<p>{text.replace(/\s+$/, '')}</p>`],
])('a slow pattern is seen in %s', (_where, text) => {
  const [pattern] = literalsIn(text, 'x.tsx').patterns
  expect(pattern && degreeOf(pattern)).toBe(2)
})

test('a pattern that explodes is told from a slow one', () => {
  expect(degreeOf({ file: '', source: '^(a+)+$', flags: '' })).toBe(Infinity)
  expect(degreeOf({ file: '', source: String.raw`^\d+$`, flags: '' })).toBe(1)
})
