import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { currentLocation, holdPlace, hrefOf, leavePlace, type Move, navigate, onNavigation } from './navigation.ts'
import { matchesPath } from './router.tsx'

test('a pattern matches whole paths, any part in place of a name', () => {
  expect(matchesPath('/confirmar-pedido', '/confirmar-pedido')).toBe(true)
  expect(matchesPath('/confirmar-pedido/:idcli', '/confirmar-pedido/17')).toBe(true)
  expect(matchesPath('/inventario/:token', '/inventario/a%20b')).toBe(true)
  for (const path of ['/confirmar-pedido', '/confirmar-pedido/', '/confirmar-pedido/1/2', '/otra/1']) {
    expect(matchesPath('/confirmar-pedido/:idcli', path)).toBe(false)
  }
})

test('an address carries plain values and leaves out absent and empty ones', () => {
  expect(hrefOf('/catalogo', { buscar: 'oso & luna', marca: 3, orden: undefined, desde: '' })).toBe(
    '/catalogo?buscar=oso+%26+luna&marca=3',
  )
  expect(hrefOf('/carrito')).toBe('/carrito')
})

test('search values read back as they were written', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1 })), (values) => {
      const [, text = ''] = hrefOf('/catalogo', values).split('?')
      expect([...new URLSearchParams(text)].sort()).toEqual(Object.entries(values).sort())
    }),
  )
})

/** As much of a browser window as history needs. */
function openWindow(href: string) {
  const entries: { href: string; state: unknown }[] = [{ href, state: null }]
  const target = new EventTarget()
  const at = () => new URL(entries.at(-1)?.href ?? '/', 'http://tienda')
  vi.stubGlobal('window', {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    get location() {
      return at()
    },
    history: {
      get state() {
        return entries.at(-1)?.state
      },
      pushState: (state: unknown, _: string, to: string) => entries.push({ href: to, state }),
      replaceState: (state: unknown, _: string, to: string) => entries.splice(-1, 1, { href: to, state }),
    },
  })
  return {
    back: () => {
      entries.pop()
      target.dispatchEvent(new Event('popstate'))
    },
  }
}

beforeEach(() => vi.unstubAllGlobals())

test('going, replacing and going back keep address and state together', () => {
  const { back } = openWindow('/catalogo/?buscar=oso')
  const moves: Move[] = []
  const stop = onNavigation((move) => moves.push(move))
  expect(currentLocation()).toMatchObject({ pathname: '/catalogo', search: { buscar: 'oso' }, state: {} })

  navigate('/carrito', { search: { id: 7 } })
  const cart = currentLocation()
  expect(cart).toMatchObject({ pathname: '/carrito', href: '/carrito?id=7', search: { id: '7' } })

  navigate('/pedido-confirmado', {
    replace: true,
    state: { confirmed: { orderId: 1, erpNumber: null } },
  })
  expect(currentLocation()).toMatchObject({ key: cart.key, state: { confirmed: { orderId: 1 } } })

  back()
  expect(currentLocation().href).toBe('/catalogo/?buscar=oso')
  expect(moves).toEqual(['push', 'replace', 'pop'])
  stop()
  navigate('/carrito')
  expect(moves).toHaveLength(3)
})

test('a held place is asked for once a move, and nobody else hears of a move it takes back', () => {
  const { back } = openWindow('/catalogo')
  const moves: Move[] = []
  const stops = [onNavigation((move) => moves.push(move)), onNavigation((move) => moves.push(move))]
  navigate('/admin/usuarios', { search: { n: 'oso' } })
  navigate('/admin/usuarios', { search: { n: 'luna' } })
  moves.length = 0
  const asked: (() => void)[] = []
  const letGo = holdPlace((go) => asked.push(go) > 0)
  back()
  expect(asked).toHaveLength(1)
  expect(moves).toEqual([])
  expect(currentLocation().href).toBe('/admin/usuarios?n=luna')
  let left = false
  leavePlace(() => {
    left = true
  })
  expect(left).toBe(false)
  asked.at(-1)?.()
  expect(left).toBe(true)

  letGo()
  back()
  expect(moves).toEqual(['pop', 'pop'])
  expect(currentLocation().href).toBe('/admin/usuarios?n=oso')
  for (const stop of stops) stop()
})
