import { expect, test } from 'vitest'
import { placeChange } from './place.ts'

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
  expect(placeChange('mitre 1', 'Mitre 100, Rosario', parts)).toEqual({
    address: 'Mitre 100',
    street: 'Mitre',
    number: '100',
    crossing: '',
    postalCode: '2000',
    city: 'Rosario',
    provinceId: '12',
    country: 'Argentina',
  })
  expect(placeChange('mitre', 'x', { ...parts, number: '', crossing: 'Belgrano' }).address).toBe(
    'Mitre y Belgrano',
  )
})

test('a locality alone leaves the street that was typed before the comma', () => {
  const locality = { ...parts, street: '', number: '' }
  expect(placeChange('Mitre 100, Rosa', 'Rosario, Santa Fe', locality)).toMatchObject({
    address: 'Mitre 100',
    city: 'Rosario',
    postalCode: '2000',
  })
  expect(placeChange('Rosa', 'Rosario, Santa Fe', locality).address).toBe('Rosario, Santa Fe')
})

test('what the provider does not know changes nothing; without an answer only the line stands', () => {
  const change = placeChange('mitre', 'x', { ...parts, city: '', provinceId: null })
  expect(change).not.toHaveProperty('city')
  expect(change).not.toHaveProperty('provinceId')
  expect(placeChange('mitre', 'Mitre 100, Rosario', null)).toEqual({
    address: 'Mitre 100, Rosario',
    street: '',
    number: '',
    crossing: '',
    postalCode: '',
    country: '',
  })
})
