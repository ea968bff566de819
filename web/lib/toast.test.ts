/** Which messages belong to a user, and go with them. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '../../contract/auth.ts'
import { forgetUser, storeUser } from './stored-user.ts'
import { currentToasts, showToast } from './toast.ts'

const ana = { id: 1, name: 'Ana', type: 'cliente', clientId: 7, token: 'a' } as SessionUser
const texts = () => currentToasts().map(({ text }) => text)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  })
})

test('a way back goes with its user; what only tells something stays', () => {
  storeUser(ana)
  showToast('success', 'Producto quitado del carrito', { label: 'Deshacer', run: () => undefined })
  showToast('failure', 'Sin conexión')
  storeUser({ ...ana, name: 'Ana María' })
  expect(texts()).toEqual(['Producto quitado del carrito', 'Sin conexión'])
  forgetUser('expired')
  storeUser({ ...ana, id: 2, name: 'Beto' })
  expect(texts()).toEqual(['Sin conexión'])
})

test('a message closes by itself after two seconds (R109)', () => {
  storeUser(ana)
  showToast('success', 'Producto agregado al carrito')
  vi.advanceTimersByTime(1_900)
  expect(texts()).toContain('Producto agregado al carrito')
  vi.advanceTimersByTime(100)
  expect(texts()).not.toContain('Producto agregado al carrito')
})
