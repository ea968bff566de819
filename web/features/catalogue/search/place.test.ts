import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CataloguePlace } from '../../../../contract/address.ts'
import { AddressError } from '../../../lib/address-error.ts'
import {
  DEEPEST_POSITION,
  isFiltered,
  noFilter,
  pagesUpTo,
  placeKey,
  readPlace,
  turnedRange,
  withFilter,
} from './place.ts'
import { searchSummary } from './search-summary.ts'
import { buildTree } from './tree.ts'

const id = fc.integer({ min: 0, max: 2_147_483_647 })
const pesos = fc.integer({ min: 0, max: 100_000_000 }).map((cents) => cents / 100)
const place = fc.record(
  {
    buscar: fc.string({ minLength: 1, maxLength: 200 }),
    marca: id,
    categoria: id,
    subcategoria: id,
    desde: pesos,
    hasta: pesos,
    orden: fc.constantFrom('mayor' as const, 'menor' as const),
    nuevo: fc.constant('1'),
    llevado: fc.constantFrom('si', 'no'),
    bultoDesde: pesos.map(String),
    posicion: fc.integer({ min: 1, max: DEEPEST_POSITION }),
    articulo: fc.string({ minLength: 1, maxLength: 100 }),
  },
  { requiredKeys: [] },
)
const throughAddress = (values: CataloguePlace): Record<string, string> =>
  Object.fromEntries(
    new URLSearchParams(Object.entries(values).map(([key, value]): [string, string] => [key, String(value)])),
  )

describe('the place in the address', () => {
  it('comes back from the address as it went in', () => {
    fc.assert(
      fc.property(place, (values) => {
        expect(readPlace(throughAddress(values))).toEqual(values)
      }),
    )
  })

  it('takes an empty value for an absent one, and goes no deeper than it can restore', () => {
    expect(readPlace({ buscar: '', marca: '', articulo: '', otro: 'x' })).toEqual({})
    expect(readPlace({ posicion: '999999999' })).toEqual({ posicion: DEEPEST_POSITION })
  })

  it.each([
    ['marca', 'abc'],
    ['marca', '-1'],
    ['marca', '2147483648'],
    ['categoria', '1.5'],
    ['subcategoria', '1e3'],
    ['desde', 'x'],
    ['desde', '-5'],
    ['hasta', '10,50'],
    ['hasta', '1.234'],
    ['orden', 'pd'],
    ['parecidos', '2'],
    ['nuevo', '2'],
    ['llevado', 'quizas'],
    ['bultoDesde', '-1'],
    ['posicion', '0'],
    ['posicion', 'abajo'],
    ['buscar', 'a'.repeat(201)],
    ['articulo', 'A'.repeat(101)],
  ])('says that it does not understand %s=%s, and shows nothing in its place', (name, text) => {
    const read = () => readPlace({ buscar: 'oso', marca: '3', [name]: text })
    expect(read).toThrow(AddressError)
    expect(read).toThrow(`${name}=${text}`)
  })

  it('starts at the top with every filter change and keeps what is not its own', () => {
    const before = { c: 17, marca: 3, orden: 'mayor' as const, posicion: 51, articulo: 'A8' }
    const after = withFilter(before, { buscar: 'oso', marca: undefined })
    expect(after).toEqual({ c: 17, orden: 'mayor', buscar: 'oso' })
    expect(withFilter({ ...after, desde: 10 }, noFilter)).toEqual({ c: 17, orden: 'mayor' })
  })

  it('tells filters apart from the order', () => {
    expect(isFiltered({ orden: 'mayor' })).toBe(false)
    expect(isFiltered({ hasta: 0 })).toBe(true)
    expect(isFiltered({ llevado: 'no' })).toBe(true)
    expect(placeKey({ llevado: 'no' })).not.toBe(placeKey({ llevado: 'si' }))
    expect(placeKey({ marca: 3 })).not.toBe(placeKey({ categoria: 3 }))
    expect(placeKey({ marca: 3, buscar: 'a' })).toBe(placeKey({ buscar: 'a', marca: 3 }))
  })
})

describe('turnedRange', () => {
  it('turns a range only when it is inverted', () => {
    expect(turnedRange({ desde: 20, hasta: 10 })).toEqual({ desde: 10, hasta: 20 })
    expect([{ desde: 10, hasta: 10 }, { desde: 20 }, { hasta: 1 }, {}].map(turnedRange)).toEqual(
      Array(4).fill(undefined),
    )
  })
})

describe('pagesUpTo', () => {
  it('holds the position on its last page and on no earlier one', () => {
    expect([undefined, 1, 25, 26, 51, 1000].map((position) => pagesUpTo(position))).toEqual([1, 1, 1, 2, 3, 40])
  })
})

describe('searchSummary', () => {
  it('says every filter in words, but not the order', () => {
    const buyer = { nuevo: '1', llevado: 'no', bultoHasta: '1200.5' }
    const summary = searchSummary({ buscar: 'oso', desde: 1000, hasta: 2500.5, orden: 'menor', ...buyer }, [])
    const words = ['«oso»', 'desde $ 1.000', 'hasta $ 2.500,5', 'Novedades', 'Nunca lo llevé', 'bulto hasta $ 1.200,5']
    expect(summary.map((filter) => filter.words)).toEqual(words)
  })

  it('takes each filter away alone, a branch with what stands below it', () => {
    const row = { category: 'Autos', categoryId: 5, categoryPosition: 1, subcategoryPosition: 1, count: 1 }
    const tree = buildTree([{ brand: 'Rayuela', brandId: 3, ...row, subcategory: 'Pista', subcategoryId: 7 }])
    const place = { marca: 3, categoria: 5, subcategoria: 7, buscar: 'oso', desde: 10 }
    const left = searchSummary(place, tree).map(({ words, without }) => {
      const after = { ...place, ...without }
      return [words, Object.values(after).filter((value) => value !== undefined)]
    })
    expect(left).toEqual([
      ['Rayuela', ['oso', 10]],
      ['Autos', [3, 'oso', 10]],
      ['Pista', [3, 5, 'oso', 10]],
      ['«oso»', [3, 5, 7, 10]],
      ['desde $ 10', [3, 5, 7, 'oso']],
    ])
  })
})
