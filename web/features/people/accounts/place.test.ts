import { expect, test } from 'vitest'
import { placeChange, typedChange } from './place.ts'

const parts = {
  street: 'Mitre',
  number: '100',
  crossing: '',
  postalCode: '2000',
  city: 'Rosario',
  provinceId: 12,
  country: 'Argentina',
}

test('a whole address replaces the typed one', () => {
  expect(placeChange({ label: 'Mitre 100, Rosario' }, parts)).toEqual({
    address: 'Mitre 100',
    street: 'Mitre',
    number: '100',
    crossing: '',
    postalCode: '2000',
    city: 'Rosario',
    provinceId: '12',
    country: 'Argentina',
  })
  expect(placeChange({ label: 'x' }, { ...parts, number: '', crossing: 'Belgrano' }).address).toBe('Mitre y Belgrano')
})

test('a locality alone leaves the line that was typed before it, whole, with its street and number', () => {
  const locality = { ...parts, street: '', number: '' }
  const label = 'Rosario, Santa Fe'
  expect(placeChange({ label, line: 'Mitre 100 piso 2' }, locality)).toMatchObject({
    address: 'Mitre 100 piso 2',
    street: 'Mitre',
    number: '100',
    city: 'Rosario',
    postalCode: '2000',
  })
  expect(placeChange({ label, line: '' }, locality).address).toBe('Rosario, Santa Fe')
})

test('a line that is typed goes out with its street and number (R247)', () => {
  expect(typedChange('San Martin 1250')).toEqual({
    address: 'San Martin 1250',
    street: 'San Martin',
    number: '1250',
    crossing: '',
    postalCode: '',
    country: '',
  })
})

test('what the provider does not know changes nothing; without an answer only the line stands', () => {
  const change = placeChange({ label: 'x' }, { ...parts, city: '', provinceId: null })
  expect(change).not.toHaveProperty('city')
  expect(change).not.toHaveProperty('provinceId')
  expect(placeChange({ label: 'Rosario', line: 'Mitre 100' }, null)).toEqual({
    address: 'Mitre 100, Rosario',
    street: 'Mitre',
    number: '100',
    crossing: '',
    postalCode: '',
    country: '',
  })
})
