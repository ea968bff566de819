import { beforeEach, describe, expect, test, vi } from 'vitest'
import { signin } from '../../contract/auth.ts'
import { countCart, saveCartLine } from '../../contract/cart.ts'
import { searchProducts } from '../../contract/catalogue.ts'

const user = { id: 4, nombre: 'Marina', tipo: 'cliente', idcli: 7, accessToken: 'token-uno' }
const address = '/api/pedidos/itemsCarrito/cantidad?id=4&idcli=7'
const query = { userId: 4, clientId: 7 }

interface Given {
  stored?: unknown
  firstData?: unknown
  answer?: () => Response | Promise<Response>
}

/** A fresh browser: its storage, its page and its network; then the modules as they start in it. */
async function browser({ stored = user, firstData, answer = () => Response.json(0) }: Given = {}) {
  const storage = new Map<string, string>(stored ? [['usuario', JSON.stringify(stored)]] : [])
  const page = firstData === undefined ? null : { textContent: JSON.stringify(firstData) }
  const fetch = vi.fn(async (_address: string, _request: RequestInit) => answer())
  vi.resetModules()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => storage.set(name, value),
    removeItem: (name: string) => storage.delete(name),
  })
  vi.stubGlobal('document', { getElementById: (id: string) => (id === 'primeros-datos' ? page : null) })
  vi.stubGlobal('fetch', fetch)
  const { call } = await import('./api.ts')
  const session = await import('./session.ts')
  const { currentSession } = await import('./stored-user.ts')
  return { call, fetch, storage, currentSession, ...session }
}

const refusal = (status: number, error: string, message: string, details?: unknown[]) => () =>
  Response.json({ error, message, details }, { status })

beforeEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a call has the legacy address, the bearer token and a clean answer', async () => {
  const { call, fetch } = await browser({
    answer: () => Response.json({ item: { id_ic: 9, id: 9, idart: 3, cantidad: 12, obs: '' }, items: 1 }),
  })
  const saved = await call(saveCartLine, {
    body: { id: null, articleId: 3, quantity: 12, note: '', clientId: 7 },
  })
  expect(saved).toEqual({ line: { id: 9, articleId: 3, quantity: 12, note: '' }, count: 1 })
  const [sentTo, request] = fetch.mock.calls[0] ?? []
  expect(sentTo).toBe('/api/pedidos/itemsCarrito')
  expect(request?.method).toBe('POST')
  expect(request?.headers).toMatchObject({
    authorization: 'Bearer token-uno',
    'content-type': 'application/json',
  })
  expect(JSON.parse(String(request?.body))).toEqual({ id: null, idart: 3, cantidad: 12, obs: '', idcli: 7 })
})

test('JSON that the server has ready is read through its schema too', async () => {
  const { call } = await browser({ answer: () => Response.json([]) })
  const filter = { page: 0, text: 'oso', order: 'default' } as const
  await expect(call(searchProducts, { query: filter })).resolves.toEqual([])
})

test('the first data answers a call once', async () => {
  const { call, fetch } = await browser({
    firstData: { userId: 4, answers: { [address]: 3 } },
    answer: () => Response.json(5),
  })
  expect(await call(countCart, { query })).toBe(3)
  expect(fetch).not.toHaveBeenCalled()
  expect(await call(countCart, { query })).toBe(5)
})

test('an answer that breaks off in its middle did not come', async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('[{"IDART_IO":'))
      controller.error(new TypeError('network error'))
    },
  })
  const { call } = await browser({ answer: () => new Response(broken) })
  await expect(call(countCart, { query })).rejects.toMatchObject({ status: 0, code: 'NETWORK' })
})

describe('a read that nobody answers', () => {
  const silent = (_address: string, { signal }: RequestInit) =>
    new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  /** A browser whose network is silent, and the limits of time that its calls have set. */
  async function silentBrowser() {
    const limits = new Map<number, () => void>()
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const limit = new AbortController()
      limits.set(ms, () => limit.abort(new DOMException('', 'TimeoutError')))
      return limit.signal
    })
    const { call, fetch } = await browser()
    fetch.mockImplementation(silent)
    return { call, limits }
  }

  test('fails after 40 seconds, and says so', async () => {
    const { call, limits } = await silentBrowser()
    for (const signal of [undefined, new AbortController().signal]) {
      const read = call(countCart, { query, signal })
      limits.get(40_000)?.()
      await expect(read).rejects.toMatchObject({ code: 'TIMEOUT', message: expect.stringMatching(/a tiempo/) })
    }
  })

  test('and that its screen gave up, has not failed', async () => {
    const { call } = await silentBrowser()
    const screen = new AbortController()
    const read = call(countCart, { query, signal: screen.signal })
    screen.abort()
    await expect(read).rejects.toMatchObject({ name: 'AbortError' })
  })
})

test('the first data of another user is not used', async () => {
  const { call } = await browser({
    firstData: { userId: 8, answers: { [address]: 3 } },
    answer: () => Response.json(5),
  })
  expect(await call(countCart, { query })).toBe(5)
})

test('a change makes the rest of the first data out of date', async () => {
  const { call, fetch } = await browser({
    firstData: { userId: 4, answers: { [address]: 3 } },
    answer: () => Response.json({ item: null, items: 0 }),
  })
  await call(saveCartLine, { body: { id: null, articleId: 3, quantity: 0, clientId: 7 } })
  await expect(call(countCart, { query })).rejects.toMatchObject({ code: 'UNREADABLE' })
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('a refusal that breaks off before its end is no answer', async () => {
  const cut = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })
  const { call } = await browser({ answer: () => new Response(cut, { status: 403 }) })
  await expect(call(countCart, { query })).rejects.toMatchObject({ status: 0, code: 'NETWORK' })
})

test('a refusal carries its status, code, message and details', async () => {
  const details = [{ field: 'cantidad', message: 'Debe ingresar una cantidad validad' }]
  const { call, currentSession } = await browser({ answer: refusal(400, 'MALFORMED', 'No', details) })
  await expect(call(countCart, { query })).rejects.toMatchObject({
    status: 400,
    code: 'MALFORMED',
    message: 'No',
    details,
  })
  expect(currentSession().user?.id).toBe(4)
})

test('an answer that is not ours, and none at all, are told in Spanish', async () => {
  const gateway = await browser({ answer: () => new Response('<html>Bad gateway</html>', { status: 502 }) })
  await expect(gateway.call(countCart, { query })).rejects.toMatchObject({
    status: 502,
    message: expect.stringMatching(/^La tienda tuvo un problema/),
  })
  const offline = await browser({ answer: () => Promise.reject(new TypeError('Failed to fetch')) })
  await expect(offline.call(countCart, { query })).rejects.toMatchObject({
    status: 0,
    code: 'NETWORK',
    message: expect.stringMatching(/conexión/),
  })
})

test('a 500 never tells in its own words, a 503 does and says when to come back, a 501 is what was asked for', async () => {
  const failed = await browser({ answer: refusal(500, 'INTERNAL', 'Error interno') })
  await expect(failed.call(countCart, { query })).rejects.toMatchObject({
    message: expect.stringMatching(/^La tienda tuvo un problema/),
  })
  const { isShopTrouble, isPutOff } = await import('./api.ts')
  const answered = async (status: number, headers = {}) => {
    const answer = () => Response.json({ error: 'X', message: 'Motivo' }, { status, headers })
    const shop = await browser({ answer })
    const error: unknown = await shop.call(countCart, { query }).catch((thrown: unknown) => thrown)
    const tell = await import('./api.ts')
    return [tell.messageOf(error), tell.isShopTrouble(error), tell.isPutOff(error)]
  }
  expect(await answered(503, { 'retry-after': '5' })).toEqual(['Motivo', true, true])
  expect(await answered(503)).toEqual(['Motivo', true, false])
  expect(await answered(501)).toEqual(['Motivo', false, false])
  expect([isShopTrouble(new Error('no answer')), isPutOff(null)]).toEqual([false, false])
})

test('a 401 removes the stored user', async () => {
  const { call, storage, currentSession } = await browser({
    answer: refusal(401, 'UNAUTHENTICATED', 'Debe iniciar sesión'),
  })
  await expect(call(countCart, { query })).rejects.toMatchObject({ status: 401 })
  expect(storage.size).toBe(0)
  expect(currentSession()).toEqual({ user: null, ended: 'expired' })
})

test('a 401 of a session that nobody used says so, for the sign-in to tell', async () => {
  const idle = 'Su sesión se cerró por inactividad'
  const { call, currentSession } = await browser({ answer: refusal(401, 'UNAUTHENTICATED', idle) })
  await expect(call(countCart, { query })).rejects.toMatchObject({ status: 401, message: idle })
  expect(currentSession()).toEqual({ user: null, ended: 'idle' })
})

test('a late 401 of an earlier session leaves the new one alone', async () => {
  let refuse = (_response: Response) => {}
  const { call, currentSession, storage } = await browser({
    answer: () => new Promise<Response>((resolve) => (refuse = resolve)),
  })
  const late = call(countCart, { query })
  const { storeUser } = await import('./stored-user.ts')
  storeUser({ id: 5, name: 'Otra', type: 'cliente', clientId: 8, token: 'token-dos' })
  refuse(refusal(401, 'UNAUTHENTICATED', 'Debe iniciar sesión')())
  await expect(late).rejects.toMatchObject({ status: 401 })
  expect(currentSession().user?.id).toBe(5)
  expect(storage.get('usuario')).toContain('token-dos')
})

test('a refused signin tells why and touches no session', async () => {
  const { signIn, currentSession } = await browser({
    answer: refusal(401, 'UNAUTHENTICATED', 'Los datos ingresados son incorrectos'),
  })
  await expect(signIn('30-71234567-1', 'mal')).rejects.toMatchObject({
    message: 'Los datos ingresados son incorrectos',
  })
  expect(currentSession().user?.id).toBe(4)
})

test('signing in keeps the user as the specification names it', async () => {
  const { signIn, storage, fetch } = await browser({ stored: null, answer: () => Response.json(user) })
  await signIn(' 30-71234567-1 ', 'secreta')
  expect(JSON.parse(storage.get('usuario') ?? '')).toEqual(user)
  expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body))).toEqual({
    username: '30-71234567-1',
    password: 'secreta',
  })
})

test('signing out clears the user, then ends the session with empty credentials and its token', async () => {
  const { signOut, currentSession, fetch } = await browser({ answer: () => Response.json(null) })
  const done = signOut()
  expect(currentSession()).toEqual({ user: null, ended: 'signedOut' })
  await done
  const [sentTo, request] = fetch.mock.calls[0] ?? []
  expect(sentTo).toBe(signin.path)
  expect(request?.headers).toMatchObject({ authorization: 'Bearer token-uno' })
  expect(JSON.parse(String(request?.body))).toEqual({ username: '', password: '' })
})

test('signing out without a connection is still signing out', async () => {
  const { signOut, currentSession } = await browser({
    answer: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  await signOut()
  expect(currentSession().user).toBeNull()
})

test('a damaged stored user is nobody', async () => {
  const { currentSession } = await browser({ stored: { id: 'x' } })
  expect(currentSession()).toEqual({ user: null, ended: 'never' })
})

test('a 403 that says which client is the user’s by now changes the session, any other leaves it', async () => {
  const refuse = (headers: Record<string, string>) => () =>
    Response.json({ error: 'FORBIDDEN', message: 'No tiene permiso' }, { status: 403, headers })
  const stale = await browser({ answer: refuse({ 'x-idcli': '4321' }) })
  await expect(stale.call(countCart, { query })).rejects.toThrow('No tiene permiso')
  expect(stale.currentSession().user).toMatchObject({ id: 4, clientId: 4321, token: 'token-uno' })
  const other = await browser({ answer: refuse({}) })
  await expect(other.call(countCart, { query })).rejects.toThrow('No tiene permiso')
  expect(other.currentSession().user).toMatchObject({ clientId: 7 })
})
