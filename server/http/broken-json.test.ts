import { expect, test } from 'vitest'
import { brokenAt } from './broken-json.ts'

const WHOLE = '{"a":[1,-2.5e3,true,null,"x\\u00f1\\"]"],"b":{"c":{}},"d":[]} '

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('every beginning of a valid text ends too early, and is broken nowhere before its last token', () => {
  expect(brokenAt(WHOLE)).toBe(WHOLE.length)
  for (let end = 1; end < WHOLE.trimEnd().length; end++) {
    const cut = WHOLE.slice(0, end)
    const place = brokenAt(cut)
    // What stands before the place can still become JSON, as what was cut off shows.
    expect(WHOLE.startsWith(cut.slice(0, place))).toBe(true)
    expect(place).toBeGreaterThan(end - 16)
  }
})

test('with a character replaced, what is no JSON any more is broken inside, and not before the change', () => {
  for (let at = 0; at < WHOLE.trimEnd().length; at++)
    for (const other of ['}', ']', ',', ':', '"', 'x', '0']) {
      const changed = WHOLE.slice(0, at) + other + WHOLE.slice(at + 1)
      if (parses(changed)) expect(brokenAt(changed)).toBe(changed.length)
      // A text, number or word that the change is in may begin before it.
      else expect(brokenAt(changed)).toBeGreaterThan(at - 12)
    }
})
