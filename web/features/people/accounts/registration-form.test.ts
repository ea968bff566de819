import { expect, test } from 'vitest'
import type { RegistryEntry } from '../../../../contract/registry.ts'
import {
  businessNameOf,
  emptyRegistration,
  problemsOf,
  type RegistrationDraft,
  registrationOf,
  withoutOtherCuit,
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

const named = { ...right, firstName: 'Ana' }
const problems = (draft: RegistrationDraft, cuit = { refused: false, answered: false }) =>
  problemsOf(draft, cuit, { shopName: 'Juguetes Paz', asksCarrier: true })

test('an empty form is wrong in the words of the spec and in its order of checks', () => {
  expect(Object.entries(problems({ ...emptyRegistration, carrierId: '' }))).toEqual([
    ['terms', 'Debe aceptar los términos y condiciones'],
    ['email', 'Debe ingresar un email válido'],
    ['password', 'Debe ingresar una contraseña válida'],
    ['carrierId', 'Debe ingresar un EXPRESO válido'],
    ['cuit', 'Debe ingresar un CUIT válido'],
  ])
})

test('a wrong CUIT, one that the registry refused and a different confirmation are told', () => {
  const refused = 'El cuit ingresado es invalido'
  expect(problems(named)).toEqual({})
  expect(problems({ ...named, cuit: '27-99000002-2' })).toEqual({ cuit: refused })
  expect(problems(named, { refused: true, answered: true })).toEqual({ cuit: refused })
  expect(problems({ ...named, confirmation: '' })).toEqual({
    confirmation: 'Las contraseñas no coinciden',
  })
})

test('a password that is too short or too common says why', () => {
  for (const password of ['corta', '12345678', 'aaaaaaaaaa', '27-99000002-1', 'Juguetes-Paz 2026', 'bulto123']) {
    const { password: said } = problems({ ...named, password, confirmation: password })
    expect(said).toMatch(/^Debe ingresar una contraseña válida: .+/)
  }
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

test('another CUIT takes back what the registry filled, and brings back what was typed before', () => {
  const typed = {
    ...right,
    firstName: 'Rosa',
    address: 'Mitre 100',
    street: 'Mitre',
    number: '100',
    city: 'Salta',
  }
  const filled = withRegistry(typed, { ...company, firstName: 'ANA' })
  expect(filled).toMatchObject({ firstName: 'ANA', address: 'AV RIVADAVIA 14250' })
  const back = withoutOtherCuit({ ...filled, cuit: '20-12345678-6' })
  expect(back).toEqual({ ...typed, cuit: '20-12345678-6' })
  // The same digits with and without dashes are the same CUIT.
  expect(withoutOtherCuit({ ...filled, cuit: '30-79000002-8' }).firstName).toBe('ANA')
})

test('what was changed after the registry filled it stays with another CUIT', () => {
  const changed = { ...withRegistry(right, company), city: 'Salta', lastName: 'Paz' }
  const back = withoutOtherCuit({ ...changed, cuit: '20-1' })
  expect(back).toMatchObject({ address: '', provinceId: '', city: 'Salta', lastName: 'Paz', filled: null })
  expect(businessNameOf(back)).toBe('Paz')
})

test('whoever the registry does not name says the name', () => {
  const answered = { refused: false, answered: true }
  expect(problems(right, answered)).toEqual({ firstName: 'Debe ingresar su nombre' })
  expect(problems(withRegistry({ ...right, cuit: '30-79000002-8' }, company), answered)).toEqual({})
  expect(problems(right)).toEqual({})
})
