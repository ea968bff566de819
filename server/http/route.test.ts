import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { intText, money, wireObject } from '../../contract/wire.ts'
import type { Caller } from '../caller.ts'
import { bareApp } from '../test/bare-app.ts'
import { route } from './route.ts'

const client: Caller = { userId: 1, type: 'cliente', name: 'Ana', clientId: 10, sellerId: null }
const admin: Caller = { userId: 2, type: 'admin', name: 'Jefa', clientId: -1, sellerId: null }
const callers = { 'token-de-la-clienta-x': client, 'token-de-la-jefa-larga': admin }
const as = (token: keyof typeof callers) => ({ authorization: `Bearer ${token}` })

const amounts = wireObject({ price: ['PRECIO', money] })
const adminOnly = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/prueba/:id',
  access: { who: 'admin' },
  summary: 'Prueba.',
  params: wireObject({ id: ['id', intText] }),
  body: amounts,
  response: amounts,
})

function appWith() {
  const app = bareApp(callers)
  route(app, adminOnly, ({ body, params }) => ({ price: body.price + params.id, secret: 'no sale' }))
  return app.fastify
}

test('a call answers at both of its addresses, with clean values inside and wire values outside', async () => {
  const app = appWith()
  for (const url of ['/api/pedidos/productos/prueba/5', '/api/productos/prueba/5']) {
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: as('token-de-la-jefa-larga'),
      payload: { PRECIO: 1.5 },
    })
    expect(answer.json()).toEqual({ PRECIO: 1.55 })
  }
})

test('access is decided before anything is parsed', async () => {
  const app = appWith()
  const send = (headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/api/productos/prueba/nada',
      headers: { 'content-type': 'application/json', ...headers },
      payload: '{ esto no es JSON',
    })
  expect((await send({})).statusCode).toBe(401)
  expect((await send(as('token-de-la-clienta-x'))).statusCode).toBe(403)
  expect((await send(as('token-de-la-jefa-larga'))).statusCode).toBe(400)
})

test('a refused field is named as on the wire', async () => {
  const answer = await appWith().inject({
    method: 'POST',
    url: '/api/productos/prueba/1',
    headers: as('token-de-la-jefa-larga'),
    payload: { PRECIO: 'mucho' },
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({
    error: 'MALFORMED',
    message: 'Los datos enviados no son válidos',
    details: [{ field: 'PRECIO', message: 'Valor no válido' }],
  })
})

test('an unexpected failure is a 500 that tells nothing', async () => {
  const app = bareApp()
  const broken = endpoint({
    method: 'GET',
    path: '/api/prueba',
    access: { who: 'everyone' },
    summary: 'Falla.',
    response: z.string(),
  })
  route(app, broken, () => {
    throw new Error('connection to 10.0.0.5 refused')
  })
  const answer = await app.fastify.inject('/api/prueba')
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('10.0.0.5')
})

test('a call without declared access does not compile', () => {
  // @ts-expect-error access is a required field of every call
  endpoint({ method: 'GET', path: '/api/nada', summary: 'Sin acceso.' })
})
