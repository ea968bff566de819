import { expect, test } from 'vitest'
import type { RegistryEntry } from '../../../contract/accounts.ts'
import {
  businessNameOf,
  emptyRegistration,
  firstWrong,
  problemsOf,
  type RegistrationDraft,
  registrationOf,
  withRegistry,
} from './registration-form.ts'

const address = (kind: string, street: string) => ({
  kind,
  street,
  number: '14250',
  provinceId: 1,
  city: 'RAMOS MEJIA',
  postalCode: '1704',
})
const company: RegistryEntry = {
  cuit: '30790000028',
  firstName: '',
  lastName: '',
  businessName: 'JUGUETERIA EL TROMPO SA',
  addresses: [address('LEGAL/REAL', 'AV CORRIENTES'), address('FISCAL', 'AV RIVADAVIA')],
}
const person: RegistryEntry = {
  cuit: '27990000021',
  firstName: 'ANA',
  lastName: 'PEREYRA',
  businessName: '',
  addresses: [],
}
const right: RegistrationDraft = {
  ...emptyRegistration,
  email: 'ana@example.com',
  password: 'tren-de-madera',
  confirmation: 'tren-de-madera',
  cuit: '27-99000002-1',
  terms: true,
}

test('an empty form is wrong in the words of the spec and in its order of checks', () => {
  expect(Object.entries(problemsOf({ ...emptyRegistration, carrierId: '' }, false))).toEqual([
    ['terms', 'Debe aceptar los términos y condiciones'],
    ['email', 'Debe ingresar un email válido'],
    ['password', 'Debe ingresar una contraseña válida'],
    ['carrierId', 'Debe ingresar un EXPRESO válido'],
    ['cuit', 'Debe ingresar un CUIT válido'],
  ])
})

test('a wrong CUIT, one that the registry refused and a different confirmation are told', () => {
  const refused = 'El cuit ingresado es invalido'
  expect(problemsOf(right, false)).toEqual({})
  expect(problemsOf({ ...right, cuit: '27-99000002-2' }, false)).toEqual({ cuit: refused })
  expect(problemsOf(right, true)).toEqual({ cuit: refused })
  expect(problemsOf({ ...right, confirmation: '' }, false)).toEqual({
    confirmation: 'Las contraseñas no coinciden',
  })
})

test('a password that is too short or too common says why', () => {
  for (const password of ['corta', '12345678', 'aaaaaaaaaa']) {
    const { password: said } = problemsOf({ ...right, password, confirmation: password }, false)
    expect(said).toMatch(/^Debe ingresar una contraseña válida: .+/)
  }
})

test('the first wrong field is the first on the screen, not of the checks', () => {
  expect(firstWrong(problemsOf({ ...emptyRegistration }, false))).toBe('email')
  expect(firstWrong({ terms: 'x', cuit: 'y' })).toBe('cuit')
  expect(firstWrong({})).toBeUndefined()
})

test('the registry fills in the fiscal address and wins over what was typed', () => {
  const filled = withRegistry({ ...right, address: 'Mitre 100', crossing: 'Belgrano' }, company)
  expect(filled).toMatchObject({
    address: 'AV RIVADAVIA 14250',
    street: 'AV RIVADAVIA',
    number: '14250',
    crossing: '',
    provinceId: '1',
    city: 'RAMOS MEJIA',
    postalCode: '1704',
    country: 'Argentina',
  })
})

test('the same entry again leaves what the user changed since', () => {
  const changed = { ...withRegistry(right, company), address: 'Mitre 100' }
  expect(withRegistry(changed, company)).toBe(changed)
})

test('an entry without names or addresses leaves typed ones, and takes back those of another CUIT', () => {
  const typed = { ...right, firstName: 'Rosa', address: 'Mitre 100', provinceId: '12' }
  expect(withRegistry(typed, { ...person, firstName: '', lastName: '' })).toMatchObject({
    firstName: 'Rosa',
    address: 'Mitre 100',
    provinceId: '12',
  })
  const before = withRegistry(withRegistry(right, person), company)
  expect(before).toMatchObject({ firstName: '', lastName: '', address: 'AV RIVADAVIA 14250' })
  expect(withRegistry(before, person)).toMatchObject({ firstName: 'ANA', address: '', provinceId: '' })
})

test('the razón social is the registry’s while the CUIT is that one, else name plus surname', () => {
  const filled = { ...withRegistry(right, company), cuit: '30-79000002-8', firstName: 'Ana', lastName: 'Paz' }
  expect(businessNameOf(filled)).toBe('JUGUETERIA EL TROMPO SA')
  expect(businessNameOf({ ...filled, cuit: '20-12345678-6' })).toBe('Ana Paz')
  expect(businessNameOf(withRegistry(right, person))).toBe('ANA PEREYRA')
})

test('what is sent has ids as numbers, and province 0 is one', () => {
  const sent = registrationOf({ ...right, provinceId: '0', carrierId: '3' })
  expect(sent).toMatchObject({ provinceId: 0, carrierId: 3, terms: true })
  expect(sent).not.toHaveProperty('filled')
  expect(registrationOf({ ...right, provinceId: '', carrierId: '' })).toMatchObject({
    provinceId: null,
    carrierId: null,
  })
})
