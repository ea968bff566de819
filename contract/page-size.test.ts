import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { pageSize } from './page-size.ts'

test('a page has 1 to 100 rows, or the number of its list; more is refused', () => {
  const sizes = [undefined, '', '1', '25', '99', '100'].map((text) => z.decode(pageSize, text))
  expect(sizes).toEqual([undefined, undefined, 1, 25, 99, 100])
  for (const text of ['0', '101', '1000', '-1', '2.5', '050', 'todas'])
    expect(z.safeDecode(pageSize, text).success, text).toBe(false)
})
