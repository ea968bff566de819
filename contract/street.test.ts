import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readsAnything } from '../testkit/typed-text.ts'
import { splitStreet } from './street.ts'

test.each([
  ['San Martin 1250', 'San Martin', '1250'],
  ['  San   Martin  1250 ', 'San Martin', '1250'],
  ['Calle 7 1234', 'Calle 7', '1234'],
  ['7 1234', '7', '1234'],
  ['Calle 7', 'Calle 7', ''],
  ['Av. 25 de Mayo 300', 'Av. 25 de Mayo', '300'],
  ['Bulevar Italia 25 de Mayo 300', 'Bulevar Italia 25 de Mayo', '300'],
  ['9 de Julio 1200', '9 de Julio', '1200'],
  ['9 de Julio', '9 de Julio', ''],
  ['Mitre S/N', 'Mitre', 'S/N'],
  ['Mitre s/n', 'Mitre', 'S/N'],
  ['Ruta 9 km 12', 'Ruta 9 km 12', ''],
  ['Mitre 250 piso 2', 'Mitre', '250'],
  ['Mitre 250, piso 2', 'Mitre', '250'],
  ['Mitre piso 2', 'Mitre piso 2', ''],
  ['Mitre N° 250', 'Mitre', '250'],
  ['Mitre Nº250', 'Mitre', '250'],
  ['Mitre nro. 250', 'Mitre', '250'],
  ['Av. Entre Ríos 250', 'Av. Entre Ríos', '250'],
  ['Calle 45 entre 7 y 8', 'Calle 45 entre 7 y 8', ''],
  ['Calle 50 1234 entre 10 y 11', 'Calle 50', '1234'],
  ['Belgrano 455B', 'Belgrano', '455B'],
  ['Belgrano 455/57', 'Belgrano', '455/57'],
  ['Belgrano', 'Belgrano', ''],
  ['1250', '1250', ''],
  ['', '', ''],
])('%s is the street %s and the number %s', (line, street, number) => {
  expect(splitStreet(line)).toEqual({ street, number })
})

test('a street and its number come apart as they were put together', () => {
  const street = fc.constantFrom('San Martín', '9 de Julio', 'Calle 7', 'Av. 25 de Mayo', 'Ñandú', 'Diagonal 80')
  fc.assert(
    fc.property(street, fc.integer({ min: 1, max: 99_999 }), (name, number) => {
      expect(splitStreet(`${name} ${number}`)).toEqual({ street: name, number: String(number) })
    }),
  )
})

test('any line is read, and no number is made up', () =>
  readsAnything((line) => {
    const { street, number } = splitStreet(line)
    if (number !== 'S/N') expect(line).toContain(number)
    for (const word of street.split(' ')) expect(line).toContain(word)
  }))
