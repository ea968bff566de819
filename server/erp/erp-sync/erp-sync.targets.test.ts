import { expect, test } from 'vitest'
import { feedTables, formats, isNews } from '../../ports/erp/formats.ts'
import { targets } from './erp-sync.targets.ts'
import type { Target } from './erp-sync.types.ts'

test('a column that is read and stored nowhere does not compile', () => {
  type Stores = Target<{ id: number; name: string; colour?: string }, 'seller', 'id'>['stores']
  // @ts-expect-error nothing stores the colour
  const stores: Stores = { name: ['name', 'text'] }
  // @ts-expect-error the table has no such column
  const astray: Stores = { name: ['name', 'text'], colour: ['colour', 'text'] }
  expect([stores, astray]).toHaveLength(2)
})

test('every column of a file becomes one of its row', () => {
  for (const table of feedTables) {
    if (table === 'listings' || isNews(table)) continue
    // A price's beginning decides where its row is stored (prices-ahead.service.ts).
    const fields = Object.keys(formats[table].columns).filter((field) => table !== 'prices' || field !== 'since')
    const row = targets[table].toRow(Object.fromEntries(fields.map((field) => [field, 1])))
    expect(Object.keys(row.columns).length, table).toBeGreaterThanOrEqual(fields.length - 1)
  }
})
