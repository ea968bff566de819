import { beforeEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '../../contract/auth.ts'
import { queryClient } from '../lib/query-client.ts'
import { currentSession, storeUser } from '../lib/stored-user.ts'
import { adminGate } from './admin-gate.ts'

vi.mock('../lib/navigation.ts', () => ({
  currentLocation: () => ({ pathname: '/admin/usuarios', href: '/admin/usuarios?p=2' }),
}))

const withFetch = (answer: () => Promise<Response>) => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', answer)
}
beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  })
  queryClient.clear()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  storeUser({ id: 1, name: 'Ana', type: 'admin', clientId: -1, token: 'a' } as SessionUser)
})

test('an admin is let in, anybody else is led to the catalogue', async () => {
  withFetch(async () => Response.json(true))
  expect(await adminGate()).toBeNull()
  queryClient.clear()
  withFetch(async () => Response.json(false))
  expect(await adminGate()).toEqual({ to: '/catalogo' })
})

test('after a dead session the sign-in leads back to the screen of the administration', async () => {
  withFetch(async () => Response.json({ error: 'UNAUTHENTICATED', message: 'Debe iniciar sesión' }, { status: 401 }))
  expect(await adminGate()).toEqual({ to: '/login', search: { volver: '/admin/usuarios?p=2' } })
  expect(currentSession().user).toBeNull()
})

test('out of reach says nothing about who somebody is', async () => {
  withFetch(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(adminGate()).rejects.toMatchObject({ code: 'NETWORK' })
})
