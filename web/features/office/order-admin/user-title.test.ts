import { expect, test } from 'vitest'
import { userTitle } from './user-title.ts'

const user = { businessName: 'Bulto', firstName: 'Vera', lastName: 'Vendedora' }

test('a seller is called by name, because all of staff have the razón social of the shop', () => {
  expect(userTitle({ ...user, type: 'vendedor' })).toBe('Vera Vendedora')
  expect(userTitle({ ...user, type: 'vendedor', firstName: '', lastName: '' })).toBe('Bulto')
})

test('a client is called by its razón social, or by name as long as it has none', () => {
  expect(userTitle({ ...user, type: 'cliente', businessName: 'Duende S.R.L.' })).toBe('Duende S.R.L.')
  expect(userTitle({ ...user, type: 'cliente', businessName: '' })).toBe('Vera Vendedora')
})
