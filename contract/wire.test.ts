import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addressOf, filterOfPlace, readCataloguePlace } from './address.ts'
import { searchProducts } from './catalogue.ts'
import { parseAnnouncement } from './settings.ts'
import { flag, int, money, wireObject } from './wire.ts'
import { fieldErrorsOn, wireNameOf } from './wire-names.ts'

const line = wireObject({
  price: ['PRECIO', money],
  promo: ['OFERTA', flag],
  count: ['cantidad', int, 'cantidadPedida'],
})
const order = wireObject({ lines: ['items', z.array(line)] })

test('nested objects change names and values in both directions, and drop what is not declared', () => {
  const wire = { items: [{ PRECIO: 38.3, OFERTA: 1 as const, cantidad: 2, otro: 'x' }], sobra: true }
  const clean = z.decode(order, wire)
  expect(clean).toEqual({ lines: [{ price: 3830, promo: true, count: 2 }] })
  expect(z.encode(order, { ...clean, sobra: true } as never)).toEqual({
    items: [{ PRECIO: 38.3, OFERTA: 1, cantidad: 2, cantidadPedida: 2 }],
  })
})

test('every amount of cents survives the wire', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000_00), (cents) => {
      const text = JSON.stringify(z.encode(money, cents))
      expect(text).toMatch(/^\d+(\.\d{1,2})?$/)
      expect(z.decode(money, JSON.parse(text))).toBe(cents)
    }),
  )
})

test('a shared address of the catalogue is the search it stands for', () => {
  const { place } = readCataloguePlace({ buscar: 'oso', marca: '2', desde: '10.5', orden: 'menor', c: '7' })
  expect(place).toEqual({ buscar: 'oso', marca: 2, desde: 10.5, orden: 'menor' })
  const address = addressOf(searchProducts, { query: { ...filterOfPlace(place ?? {}), page: 0 } })
  expect(address).toBe('/api/pedidos/productos/filtros?index=0&n=oso&m=2&p=0&min=10.5')
})

test.each(['99999999999', '2147483648', '1.5', '1e300', '-1', 'NaN', ['2', '3']])(
  'a shared address with %s in it stands for no search',
  (value) => {
    for (const name of ['marca', 'categoria', 'subcategoria'])
      expect(readCataloguePlace({ buscar: 'oso', [name]: value })).toEqual({ strange: `${name}=${value}` })
  },
)

test('a field with two names is read from the other one when the first is absent or empty', () => {
  const both = wireObject({ carrierId: ['expreso', z.nullish(z.int()), 'idexp'] })
  expect(z.decode(both, { expreso: null, idexp: 3 } as never)).toEqual({ carrierId: 3 })
  expect(z.decode(both, { idexp: 3 } as never)).toEqual({ carrierId: 3 })
  expect(z.decode(both, { expreso: 2, idexp: 3 } as never)).toEqual({ carrierId: 2 })
  expect(z.decode(both, { expreso: null })).toEqual({ carrierId: null })
})

test('a refused field is found by its clean name, wherever the schema keeps it', () => {
  const terms = wireObject({ zoneId: ['zona', int] })
  const body = wireObject({
    password: ['contra', z.string()],
    legacy: ['bodell', z.nullish(terms)],
    items: ['renglones', z._default(z.array(terms), [])],
  })
  const names = ['password', 'legacy.zoneId', 'items.3.zoneId', 'contra', 'legacy.nobody', 'password.x']
  expect(names.map((name) => wireNameOf(body, name))).toEqual([
    ...['contra', 'bodell.zona', 'renglones.3.zona'],
    ...[undefined, undefined, undefined],
  ])
  expect(wireNameOf(z.array(body), '2.password')).toBe('2.contra')
  expect(wireNameOf(z.array(body), 'password')).toBe('contra')
  expect(wireNameOf(undefined, 'password')).toBeUndefined()
  const problems = [{ field: 'password', message: 'corta' }]
  expect(z.encode(fieldErrorsOn(body), problems)).toEqual([{ field: 'contra', message: 'corta' }])
  expect(z.decode(fieldErrorsOn(body), [{ field: 'contra', message: 'corta' }])).toEqual(problems)
})

test('an announcement needs a colour and a text', () => {
  expect(parseAnnouncement('Hola;todo; más|black;yellow')).toEqual({
    title: 'Hola',
    text: 'todo; más',
    textColour: 'black',
    backgroundColour: 'yellow',
  })
  expect(parseAnnouncement('Hola;todo|white;')?.backgroundColour).toBe('white')
  expect(parseAnnouncement('Hola;todo|;')).toBeNull()
  expect(parseAnnouncement('')).toBeNull()
})
