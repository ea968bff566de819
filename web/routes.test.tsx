import { beforeAll, expect, test, vi } from 'vitest'
import { addressesOfScreen, isScreen, type Screen, screens } from '../contract/screens.ts'
import type { Route } from './lib/router.tsx'

let routes: readonly Route[]
let menuOf: typeof import('./shell/menu.ts').menuOf

beforeAll(async () => {
  // Some modules of the shell look at the window when they are loaded.
  vi.stubGlobal('window', {
    addEventListener: () => {},
    matchMedia: () => ({ matches: false, addEventListener: () => {} }),
    location: { pathname: '/', search: '' },
    history: { state: null, replaceState: () => {} },
  })
  vi.stubGlobal('document', { getElementById: () => null, addEventListener: () => {} })
  routes = (await import('./routes.tsx')).routes
  menuOf = (await import('./shell/menu.ts')).menuOf
})

test('every declared screen has its route, and the server knows all of its addresses', () => {
  const declared = Object.values<Screen>(screens)
  expect(routes.flatMap(({ paths }) => paths)).toEqual(declared.flatMap(addressesOfScreen))
  for (const path of ['/confirmar-pedido/7', '/admin/home', '/catalogo/']) expect(isScreen(path)).toBe(true)
  for (const path of ['/', '/confirmar-pedido/7/8', '/admin/nada']) expect(isScreen(path)).toBe(false)
})

test('a screen has code, and one that not everybody may open has a gate', () => {
  for (const [at, screen] of Object.values<Screen>(screens).entries()) {
    expect(routes[at]?.load).toBeTypeOf('function')
    const guarded = screen.page !== undefined || ['staff', 'supervisor', 'admin'].includes(screen.who)
    expect(routes[at]?.gate !== undefined).toBe(guarded)
  }
})

test('the menu shows to each what opens for them, in the order of the specification', () => {
  const own = ['MIS PEDIDOS', 'CATÁLOGOS', 'MIS DATOS', 'CAMBIAR CONTRASEÑA']
  const labels = (type: Parameters<typeof menuOf>[0]) => menuOf(type).map(({ label }) => label)
  expect(labels('cliente')).toEqual(own)
  expect(labels('vendedor')).toEqual([...own, 'IMPORTAR PEDIDO', 'CARRITOS PENDIENTES'])
  const supervisors = [...own, 'IMPORTAR PEDIDO', 'CONSULTA ARTICULOS', 'CARRITOS PENDIENTES']
  expect(labels('supervisor')).toEqual(supervisors)
  expect(labels('admin')).toEqual([...supervisors, 'ADMIN'])
})
