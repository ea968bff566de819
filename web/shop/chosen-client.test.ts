import { describe, expect, test } from 'vitest'
import { NO_CLIENT } from '../../contract/rules.ts'
import { addressFor, clientInAddress } from './chosen-client.ts'

const at = (pathname: string, search: Record<string, string> = {}) => ({ pathname, search })

describe('the client an address names', () => {
  test.each([
    [at('/catalogo', { c: '12', buscar: 'oso' }), 12],
    [at('/carrito', { id: '12' }), 12],
    [at('/confirmar-pedido/12'), 12],
    [at('/catalogo', { id: '12' }), undefined],
    [at('/carrito', { c: '12' }), undefined],
    // Clients made by the shop.
    [at('/catalogo', { c: '1000000001' }), 1_000_000_001],
    [at('/carrito', { id: '1000000001' }), 1_000_000_001],
    [at('/confirmar-pedido/1000000001'), 1_000_000_001],
    [at('/catalogo', { c: '-1' }), null],
    [at('/catalogo', { c: '12; drop' }), null],
    [at('/carrito', { id: 'abc' }), null],
    [at('/confirmar-pedido'), undefined],
    [at('/confirmar-pedido/otro'), null],
    [at('/confirmar-pedido/99999999999'), null],
    [at('/mis-pedidos', { c: '12', id: '12' }), undefined],
  ])('%j: %j', (location, clientId) => {
    expect(clientInAddress(location)).toBe(clientId)
  })
})

describe('the address for another client', () => {
  test('leaves the rest of a search alone', () => {
    expect(addressFor(at('/catalogo', { buscar: 'oso', c: '3' }), 12)).toEqual({
      path: '/catalogo',
      search: { buscar: 'oso', c: 12 },
    })
  })
  test('names none where none is chosen', () => {
    expect(addressFor(at('/carrito', { id: '3' }), NO_CLIENT)).toEqual({ path: '/carrito', search: {} })
    expect(addressFor(at('/confirmar-pedido/3'), NO_CLIENT)?.path).toBe('/confirmar-pedido')
  })
  test('has the client in its path when an order is confirmed', () => {
    expect(addressFor(at('/confirmar-pedido'), 12)?.path).toBe('/confirmar-pedido/12')
    expect(addressFor(at('/confirmar-pedido/3'), 12)?.path).toBe('/confirmar-pedido/12')
  })
  test('does not exist for other screens', () => {
    expect(addressFor(at('/mis-pedidos'), 12)).toBeNull()
  })
  test.each([at('/catalogo'), at('/carrito'), at('/confirmar-pedido')])('names it: %j', (location) => {
    const made = addressFor(location, 1_000_000_001)
    const search = Object.fromEntries(Object.entries(made?.search ?? {}).map(([name, value]) => [name, String(value)]))
    expect(clientInAddress({ pathname: made?.path ?? '', search })).toBe(1_000_000_001)
  })
})
