import { expect, test } from 'vitest'
import { type Column, cellOf, sorted } from './columns.ts'
import { countFilters, noneOf } from './FilterBar.tsx'
import { between, type Chosen, choose, countChosen, isChosen } from './selection.ts'

const none: Chosen = { all: false, ids: [] }

test('rows are chosen one by one, over pages, and taken back', () => {
  const some = choose(choose(none, [1, 2], true), [40], true)
  expect(some).toEqual({ all: false, ids: [1, 2, 40] })
  expect(choose(some, [2], false)).toEqual({ all: false, ids: [1, 40] })
  expect(choose(some, [1], true).ids.toSorted()).toEqual([1, 2, 40])
  expect(countChosen(some, 10_000)).toBe(3)
})

test('all that match, with exceptions, is never a list of ten thousand ids', () => {
  const all: Chosen = { all: true, ids: [] }
  const but = choose(all, [7, 8], false)
  expect(but).toEqual({ all: true, ids: [7, 8] })
  expect([isChosen(but, 7), isChosen(but, 9)]).toEqual([false, true])
  expect(countChosen(but, 10_000)).toBe(9998)
  expect(choose(but, [7], true)).toEqual({ all: true, ids: [8] })
})

test('a range goes either way, and begins anew on another page', () => {
  const page = [5, 3, 9, 4]
  expect(between(page, 3, 4)).toEqual([3, 9, 4])
  expect(between(page, 4, 3)).toEqual([3, 9, 4])
  expect(between(page, 77, 9)).toEqual([9])
  expect(between(page, undefined, 9)).toEqual([9])
})

test('a cell without a value says so in every list; nought and no are values', () => {
  const shown = (value: string | number | boolean | null | undefined) =>
    cellOf({ name: '', label: '', show: () => value }, {})
  expect(['', null, undefined, false].map(shown)).toEqual(['—', '—', '—', '—'])
  expect(['CABA', 0].map(shown)).toEqual(['CABA', 0])
})

test('filters are counted and taken away by their fields, whatever the list', () => {
  const filters = { text: 'tren', seller: '', days: '7' }
  expect(countFilters(filters)).toBe(2)
  expect(noneOf(filters)).toEqual({ text: '', seller: '', days: '' })
  expect(countFilters(noneOf(filters))).toBe(0)
})

test('a whole list is ordered as people read: numbers by size, words without accents and capitals', () => {
  const columns: Column<{ name: string; units: number }>[] = [
    { name: 'name', label: '', show: () => null, sort: ({ name }) => name },
    { name: 'units', label: '', show: () => null, sort: ({ units }) => units },
    { name: 'server', label: '', show: () => null, sort: 'server' },
  ]
  const rows = ['Zorro', 'árbol', 'Auto 10', 'auto 9'].map((name, at) => ({
    name,
    units: [10, 9, 100, 1][at] ?? 0,
  }))
  const names = (by: string, down = false) => sorted(rows, columns, { by, down }).map(({ name }) => name)
  expect(names('name')).toEqual(['árbol', 'auto 9', 'Auto 10', 'Zorro'])
  expect(names('units', true)).toEqual(['Auto 10', 'Zorro', 'árbol', 'auto 9'])
  expect(names('server')).toEqual(rows.map(({ name }) => name))
  expect(sorted(rows, columns, undefined)).toBe(rows)
})
