import { describe, expect, test } from 'vitest'
import type { User } from '../../../../contract/user-admin.ts'
import {
  changedUserOf,
  draftOf,
  emptyDraft,
  newUserOf,
  problemsOf,
  sentence,
  termsOf,
  type UserDraft,
  withBranch,
  withClient,
  withoutBranch,
  withoutClient,
  withRegistry,
  withType,
} from './user-form.ts'

const stored: User = {
  id: 9,
  email: 'ana@example.com',
  cuit: '27990000021',
  firstName: 'Ana',
  lastName: '',
  businessName: 'Ana Pereyra',
  phone: '',
  mobile: '',
  carrierId: 1,
  zoneId: null,
  address: 'Belgrano 455',
  provinceId: 0,
  city: 'CABA',
  notes: '',
  type: 'cliente',
  sellerId: null,
  clientId: 41,
  enabled: false,
  active: true,
  verified: false,
  verifiedAt: null,
  verifiedBy: '',
  secondFactor: false,
  createdAt: '2026-01-02T03:04:05Z',
  postalCode: '1424',
  version: 7,
}
const terms = { sellerId: 3, saleCondition: 4, bonus: 550, vatConditionId: 1, zoneId: 2, version: 3 }
const complete: UserDraft = { ...draftOf(stored, terms), password: 'juguetes-de-madera' }

describe('what is wrong', () => {
  test('a new user has a CUIT, a mail, a password and a carrier', () => {
    const problems = problemsOf({ ...emptyDraft, carrierId: '' }, null, { hasTerms: false })
    expect(Object.keys(problems).sort()).toEqual(['carrierId', 'cuit', 'email', 'password'])
    expect(complete.provinceId).toBe('0')
  })

  test('an empty password stays as it is when editing; a weak one is refused, for staff from 12 characters', () => {
    expect(problemsOf({ ...complete, password: '' }, 9, { hasTerms: false })).toEqual({})
    expect(problemsOf({ ...complete, password: '' }, null, { hasTerms: false })).toHaveProperty('password')
    expect(problemsOf({ ...complete, password: 'tren-rojo' }, 9, { hasTerms: false })).toEqual({})
    expect(problemsOf({ ...complete, password: 'tren-rojo', type: 'admin' }, 9, { hasTerms: false })).toHaveProperty(
      'password',
    )
  })

  test('the CUIT counts with its check digit, and only for a new user', () => {
    expect(problemsOf({ ...complete, cuit: '27-99000002-2' }, null, { hasTerms: false })).toHaveProperty('cuit')
    expect(problemsOf({ ...complete, cuit: '27-99000002-2' }, 9, { hasTerms: false })).toEqual({})
  })

  test('the bonus is a number from 0 to 100, where the terms are asked for', () => {
    for (const bonus of ['', '-1', '100,01', '101', 'diez', '1.234'])
      expect(problemsOf({ ...complete, bonus }, 9, { hasTerms: true })).toEqual({
        bonus: 'La bonificación va de 0 a 100',
      })
    for (const bonus of ['0', '100', '5,5', '12.25'])
      expect(problemsOf({ ...complete, bonus }, 9, { hasTerms: true })).toEqual({})
    expect(problemsOf({ ...complete, bonus: '' }, 9, { hasTerms: false })).toEqual({})
  })
})

describe('links', () => {
  test('another type clears the link it has no use for', () => {
    const seller = withType(complete, 'vendedor')
    expect(seller).toMatchObject({ type: 'vendedor', clientId: null, createClient: false })
    expect(withType({ ...seller, sellerId: '3' }, 'cliente')).toMatchObject({ type: 'cliente', sellerId: '' })
    expect(withType({ ...seller, sellerId: '3' }, 'admin').sellerId).toBe('3')
  })

  test('the unused one is null on the way to the server', () => {
    expect(changedUserOf(9, { ...complete, sellerId: '3' }, complete)).toMatchObject({
      clientId: 41,
      sellerId: null,
    })
    const staff = changedUserOf(9, { ...complete, type: 'supervisor', sellerId: '3' }, complete)
    expect(staff).toMatchObject({ clientId: null, sellerId: 3, version: 7, legacy: null })
  })
})

describe('the registry', () => {
  const entry = {
    cuit: '30790000028',
    firstName: '',
    lastName: '',
    businessName: 'EL TROMPO SA',
    addresses: [],
  }
  const legal = {
    kind: 'LEGAL/REAL',
    street: 'CORRIENTES',
    number: '1',
    provinceId: 0,
    city: 'CABA',
    postalCode: '',
  }
  const fiscal = {
    kind: 'FISCAL',
    street: 'RUTA 22',
    number: '',
    provinceId: 20,
    city: 'NEUQUEN',
    postalCode: '',
  }

  test('wins over what was typed and takes the fiscal address', () => {
    const draft = withRegistry(
      { ...emptyDraft, businessName: 'trompo', address: 'x' },
      { ...entry, addresses: [legal, fiscal] },
    )
    expect(draft).toMatchObject({
      businessName: 'EL TROMPO SA',
      address: 'RUTA 22',
      provinceId: '20',
      city: 'NEUQUEN',
    })
  })

  test('leaves alone what it says nothing about', () => {
    const typed = { ...emptyDraft, firstName: 'Luz', address: 'Mitre 5', city: 'Salta', provinceId: '9' }
    expect(withRegistry(typed, entry)).toEqual({ ...typed, businessName: 'EL TROMPO SA' })
  })

  test('names a person by name and surname', () => {
    const person = { ...entry, firstName: 'ANA', lastName: 'PEREYRA', businessName: '' }
    expect(withRegistry(emptyDraft, person).businessName).toBe('ANA PEREYRA')
  })
})

describe('terms of the client', () => {
  test('are read and written in hundredths of a percent', () => {
    expect(draftOf(stored, terms)).toMatchObject({ bonus: '5,5', saleCondition: '4', clientSellerId: '3' })
    const created = newUserOf({ ...complete, clientId: null, createClient: true, bonus: '12,25' })
    const { version: _version, ...fresh } = terms
    expect(created.legacy).toEqual({ ...fresh, bonus: 1225 })
    expect(newUserOf(complete).legacy).toBeNull()
  })

  test('are sent when they changed, and never to another client', () => {
    expect(termsOf(complete, complete)).toBeNull()
    expect(termsOf({ ...complete, bonus: '6' }, complete)).toEqual({ ...terms, bonus: 600 })
    expect(termsOf({ ...complete, bonus: '6', clientId: 42 }, complete)).toBeNull()
  })

  test('tell the zone of a user who has none', () => {
    expect(draftOf(stored, terms).zoneId).toBe('2')
    expect(draftOf({ ...stored, zoneId: 7 }, terms).zoneId).toBe('7')
  })
})

describe('the client that has the CUIT of a new user', () => {
  const client = {
    id: 41,
    code: 'C00002',
    businessName: 'Juguetería El Duende S.R.L.',
    name: '',
    cuit: '30710000499',
    condition: 1,
  }

  test('is linked, and its razón social need not be typed', () => {
    expect(withClient(emptyDraft, client)).toMatchObject({ clientId: 41, businessName: client.businessName })
    expect(withClient({ ...emptyDraft, businessName: 'Otra' }, client).businessName).toBe('Otra')
  })

  test('goes again with its name when the CUIT was another; what was typed or chosen stays', () => {
    const begun = { ...emptyDraft, firstName: 'Ana' }
    expect(withoutClient(withClient(begun, client), client)).toEqual(begun)
    const own = { ...begun, businessName: 'Otra', clientId: 7 }
    expect(withoutClient(own, client)).toEqual(own)
  })

  test('brings its address where none was typed, and takes it along when it goes', () => {
    const branch = { id: 7, street: 'San Martín 9371', locality: 'Salta', provinceId: 9, carrier: '' }
    const filled = withBranch(emptyDraft, branch)
    expect(filled).toMatchObject({ address: 'San Martín 9371', provinceId: '9', city: 'Salta' })
    expect(withoutBranch(filled, branch)).toEqual(emptyDraft)
    for (const typed of [{ address: 'Mitre 1' }, { city: 'Rosario' }, { provinceId: '3' }]) {
      const draft = { ...emptyDraft, ...typed }
      expect(withBranch(draft, branch)).toEqual(draft)
      const changed = { ...filled, ...typed }
      expect(withoutBranch(changed, branch)).toEqual(changed)
    }
  })

  test('a name that ends in a full stop gets no second one', () => {
    expect(sentence(`Cliente ${client.businessName}`)).toBe('Cliente Juguetería El Duende S.R.L. ')
    expect(sentence('Ana')).toBe('Ana. ')
  })
})
