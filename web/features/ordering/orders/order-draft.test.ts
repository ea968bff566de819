import { expect, test } from 'vitest'
import { chosenForYou } from './order-draft.ts'

const none = { repeated: null, last: null }

test.each([
  ['the only one, whatever was used before', [5], { repeated: 0, last: 9 }, { addressId: 5, why: 'only' }],
  ['that of the repeated order', [5, 6], { repeated: 6, last: 5 }, { addressId: 6, why: 'repeated' }],
  ['the last one used', [5, 6], { repeated: null, last: 5 }, { addressId: 5, why: 'last' }],
  ['a pickup, too', [5, 6], { repeated: null, last: 0 }, { addressId: 0, why: 'last' }],
  ["never another client's", [5, 6], { repeated: 77, last: 88 }, null],
  ['none of several', [5, 6], none, null],
  ['none where there is none', [], none, null],
] as const)('%s', (_, known, before, chosen) => {
  expect(chosenForYou(known, before)).toEqual(chosen)
})
