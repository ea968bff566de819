import { expect, test } from 'vitest'
import { isPublicPath, safeReturn } from './paths.ts'

test('only the paths of the specification open without a user', () => {
  for (const path of ['/login', '/terminos', '/mantenimiento', '/certificados', '/inventario/abc', '/login/']) {
    expect(isPublicPath(path)).toBe(true)
  }
  for (const path of ['/catalogo', '/carrito', '/mis-pedidos', '/terminos/otra', '/nada', '/']) {
    expect(isPublicPath(path)).toBe(false)
  }
})

test('after signing in nobody is led to another site, nor back to the sign-in', () => {
  expect(safeReturn('/carrito?id=7')).toBe('/carrito?id=7')
  expect(safeReturn('/catalogo?buscar=oso#x')).toBe('/catalogo?buscar=oso#x')
  for (const place of [
    'https://example.com',
    '//example.com',
    '/\\example.com',
    'javascript:alert(1)',
    undefined,
    7,
    '/login',
  ]) {
    expect(safeReturn(place)).toBe('/catalogo')
  }
})
