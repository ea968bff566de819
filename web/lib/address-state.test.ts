import fc from 'fast-check'
import { expect, expectTypeOf, test } from 'vitest'
import type * as z from 'zod/mini'
import { type Sort, sortText, wireObject } from '../../contract/wire.ts'
import { AddressError } from './address-error.ts'
import {
  choiceInAddress,
  idInAddress,
  pageInAddress,
  readAddress,
  textInAddress,
  writeAddress,
  yesInAddress,
} from './address-state.ts'
import { hrefOf } from './navigation.ts'

const place = wireObject({
  name: ['n', textInAddress],
  type: ['t', choiceInAddress(['cliente', 'admin'])],
  page: ['pag', pageInAddress],
  open: ['idusu', idInAddress],
  isNew: ['nuevo', yesInAddress],
  sort: ['orden', sortText(['name', 'createdAt'])],
})
type Address = z.output<typeof place>
const start: Address = { name: '', type: '', page: 0, open: null, isNew: false }
const valuesOf = (href: string) => Object.fromEntries(new URLSearchParams(href.split('?')[1]))

test('an address that says nothing is the start of the list, and the start is an address that says nothing', () => {
  expect(readAddress(place, {})).toEqual(start)
  expect(hrefOf('/admin/usuarios', writeAddress(place, start))).toBe('/admin/usuarios')
  expectTypeOf<Address['type']>().toEqualTypeOf<'' | 'cliente' | 'admin'>()
  expectTypeOf<Address['sort']>().toEqualTypeOf<Sort<'name' | 'createdAt'> | undefined>()
})

test('pages count from 1 there, an order that goes down has a bar before it', () => {
  const state: Address = {
    ...start,
    name: 'el trompo',
    type: 'cliente',
    page: 2,
    open: 15,
    sort: { by: 'createdAt', down: true },
  }
  const href = hrefOf('/admin/usuarios', writeAddress(place, state))
  expect(href).toBe('/admin/usuarios?n=el+trompo&t=cliente&pag=3&idusu=15&orden=-createdAt')
  expect(readAddress(place, valuesOf(href))).toEqual(state)
})

test('every state comes back from its address', () => {
  const states = fc.record({
    name: fc.string({ maxLength: 40 }),
    type: fc.constantFrom('' as const, 'cliente' as const, 'admin' as const),
    page: fc.nat(100_000),
    open: fc.option(fc.integer({ min: 1, max: 2_147_483_647 })),
    isNew: fc.boolean(),
    sort: fc.option(fc.record({ by: fc.constantFrom('name' as const, 'createdAt' as const), down: fc.boolean() }), {
      nil: undefined,
    }),
  })
  fc.assert(
    fc.property(states, (state) => {
      expect(readAddress(place, valuesOf(hrefOf('/', writeAddress(place, state))))).toEqual(state)
    }),
  )
})

test.each([
  'pag=0',
  'pag=-3',
  'pag=abc',
  'pag=2.5',
  'idusu=x',
  'idusu=2147483648',
  'idusu=15x',
  't=otro',
  'nuevo=si',
  'orden=total',
])('%s is told, not replaced by something else', (part) => {
  expect(() => readAddress(place, valuesOf(`?n=ana&${part}`))).toThrow(new AddressError(part))
})

test('what belongs to somebody else in the address is left alone', () => {
  expect(readAddress(place, { utm_source: 'mail', n: 'ana' })).toEqual({ ...start, name: 'ana' })
})
