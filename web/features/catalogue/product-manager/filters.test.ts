import { expect, test } from 'vitest'
import { readAddress, writeAddress } from '../../../lib/address-state.ts'
import { taxonomyOf } from '../../../shop/taxonomy.ts'
import { address, type Filters, filterOf, filterProblems, orderOf, sortOf } from './filters.ts'

const noFilters: Filters = {
  text: '',
  state: '',
  brand: '',
  category: '',
  subcategory: '',
  order: '',
}

test('without anything in the address: what is on sale, in the catalogue’s order', () => {
  const place = readAddress(address, {})
  expect(filterOf(place)).toEqual({
    text: '',
    brandId: undefined,
    categoryId: undefined,
    subcategoryId: undefined,
    active: true,
    order: 'default',
  })
  expect(Object.values(writeAddress(address, place)).filter(Boolean)).toEqual([])
})

test('the address holds every filter; what nobody understands is told', () => {
  const search = { n: 'oso', a: '0', m: '3', c: '99', s: '7', orden: '-price', pag: '4', cotizar: '1' }
  const place = readAddress(address, search)
  expect(filterOf(place)).toEqual({
    text: 'oso',
    brandId: 3,
    categoryId: 99,
    subcategoryId: 7,
    active: false,
    order: 'priceDesc',
  })
  expect(writeAddress(address, place)).toMatchObject(search)
  expect(filterOf({ ...place, state: 'todos' }).active).toBeUndefined()
  for (const wrong of [{ m: 'x' }, { a: '2' }, { orden: 'name' }]) {
    expect(() => readAddress(address, wrong)).toThrow()
  }
})

test('the five orders are the same in the bar and in the address', () => {
  for (const order of ['', 'price', '-price', 'code', '-code']) expect(orderOf(sortOf(order))).toBe(order)
})

test('among the unassigned a search needs a text, unless something else was changed', () => {
  const unassigned = { ...noFilters, brand: '0' }
  expect(filterProblems(unassigned, noFilters)).toEqual({})
  expect(filterProblems(unassigned, unassigned)).toEqual({ text: 'Please enter a search term.' })
  expect(filterProblems({ ...unassigned, text: 'oso' }, unassigned)).toEqual({})
  expect(filterProblems({ ...unassigned, state: 'todos' }, unassigned)).toEqual({})
})

test('each level of the tree has the places within the one above it', () => {
  const row = (brandId: number, categoryId: number | null, subcategoryId: number | null) => ({
    brandId,
    brand: `M${brandId}`,
    categoryId,
    category: categoryId && `C${categoryId}`,
    subcategoryId,
    subcategory: subcategoryId && `S${subcategoryId}`,
    categoryPosition: null,
    subcategoryPosition: null,
    count: 0,
  })
  const tree = taxonomyOf(
    [row(1, null, null), row(1, 10, null), row(1, 10, 100), row(2, null, null), row(2, 20, null)].map((place) => ({
      ...place,
      category: place.category || null,
      subcategory: place.subcategory || null,
    })),
  )
  expect(tree.brands).toEqual([
    { value: '1', label: 'M1' },
    { value: '2', label: 'M2' },
  ])
  expect(tree.categoriesOf('1')).toEqual([{ value: '10', label: 'C10' }])
  expect(tree.categoriesOf('')).toEqual([])
  expect(tree.subcategoriesOf('10')).toEqual([{ value: '100', label: 'S100' }])
  expect(tree.subcategoriesOf('20')).toEqual([])
})
