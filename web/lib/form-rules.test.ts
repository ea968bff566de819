import { expect, test } from 'vitest'
import { changedFields, merged, stillWrong } from './form-rules.ts'

const begun = { name: 'Ana', city: 'Rosario', tags: ['a'], version: 3 }

test('a change that was taken back is no change, lists count by what is in them', () => {
  expect(changedFields(begun, { ...begun, tags: ['a'] })).toEqual([])
  expect(changedFields(begun, { ...begun, city: 'Salta', tags: ['b'] })).toEqual(['city', 'tags'])
})

test('a field heals when it changes, or when another field makes it right', () => {
  const found = { problems: { name: 'x', city: 'y' }, draft: begun, byServer: false }
  expect(stillWrong(found, begun, { name: 'x', city: 'y' })).toEqual({ name: 'x', city: 'y' })
  expect(stillWrong(found, { ...begun, name: 'Eva' }, { name: 'x', city: 'y' })).toEqual({ city: 'y' })
  expect(stillWrong(found, { ...begun, version: 4 }, { name: 'x' })).toEqual({ name: 'x' })
})

test('what the server refused stays until it changes', () => {
  const found = { problems: { name: 'x' }, draft: begun, byServer: true }
  expect(stillWrong(found, begun, {})).toEqual({ name: 'x' })
  expect(stillWrong(found, { ...begun, name: 'Eva' }, {})).toEqual({})
})

test("over somebody else's record go the own changes, and nothing but them", () => {
  const stored = { ...begun, name: 'Anahí', city: 'Funes', version: 4 }
  expect(merged(begun, { ...begun, city: 'Salta' }, stored)).toEqual({ ...stored, city: 'Salta' })
})
