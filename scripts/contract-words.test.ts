import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contractWords, withoutServerWords } from './lib/contract-words.mjs'
import { root } from './lib/prepare.mjs'

const contract = join(root, 'contract')

test('no summary, refusal or audience of a call is left for the browser, and nothing else is taken away', () => {
  const files = readdirSync(contract).filter((file) => !file.endsWith('.test.ts'))
  const codes = files.map((file) => readFileSync(join(contract, file), 'utf8'))
  const calls = codes.join('').match(/ = endpoint\(\{/g) ?? []
  let taken = 0
  for (const [at, code] of codes.entries()) {
    const short = withoutServerWords(code)
    expect(short, files[at]).not.toMatch(/^\s*summary:|^ {2}refusals: \['[A-Z]|^ {2}access: .*who:/m)
    expect(short.match(/page: '[A-Z]+'/g), files[at]).toEqual(code.match(/page: '[A-Z]+'/g))
    const before = code.split('\n')
    const after = short.split('\n')
    const gone = before.filter((line) => !after.includes(line))
    // A long sentence stands on a line of its own.
    expect(
      gone.every((line) => /^ {2}summary:|^ {2}refusals: \['[A-Z]|^ {2}access: \{|^ {4}['"].*,$/.test(line)),
      files[at],
    ).toBe(true)
    taken += gone.filter((line) => line.startsWith('  summary:')).length
  }
  expect(taken).toBe(calls.length)
})

test('only files of the contract are looked at', () => {
  const { transform } = contractWords()
  const filter = (transform as { filter: { id: RegExp } }).filter.id
  expect(filter.test(join(contract, 'catalogue.ts'))).toBe(true)
  expect(filter.test(join(root, 'web', 'contract-notes.ts'))).toBe(false)
})
