import { expect, test } from 'vitest'
import { endpoint } from '../../contract/endpoint.ts'
import { idText } from '../../contract/ids.ts'
import { wireObject } from '../../contract/wire.ts'
import { describe as describeApi } from './openapi.ts'

const calls = [
  endpoint({ method: 'GET', path: '/api/config/todos', access: { who: 'everyone' }, summary: 'Para todos.' }),
  endpoint({
    method: 'PUT',
    path: '/api/usuarios/prueba',
    access: { who: 'admin' },
    refusals: ['CONFLICT', 'IN_USE'],
    summary: 'Para el admin.',
    body: wireObject({}),
  }),
  endpoint({
    method: 'GET',
    path: '/api/usuarios/prueba/:id',
    access: { who: 'signedIn', client: 'params.id' },
    summary: 'De un cliente.',
    params: wireObject({ id: ['id', idText] }),
  }),
]

test('the description tells every way a call refuses', () => {
  const { paths } = describeApi(calls, { title: 'Prueba', url: 'https://tienda.example' }) as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>
  }
  const answers = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => [`${method} ${path}`, Object.keys(responses)]),
  )
  expect(Object.fromEntries(answers)).toEqual({
    'get /api/config/todos': ['200', '429', 'default'],
    'put /api/usuarios/prueba': [...['200', '400', '401', '403', '408', '409', '413', '415', '429', '501'], 'default'],
    'get /api/usuarios/prueba/{id}': ['200', '400', '401', '403', '404', '429', 'default'],
  })
  expect(paths['/api/usuarios/prueba']?.put?.responses['409']?.description).toBe('CONFLICT')
})

test('the description tells where the shop answers, which calls take a key, and when one answers 202', () => {
  const call = endpoint({
    method: 'POST',
    path: '/api/erp/v1/prueba',
    access: { who: 'key' },
    takesKey: true,
    accepted: 'Espera.',
    summary: 'Lotes.',
    body: wireObject({}),
  })
  const described = describeApi([call], { title: 'Prueba', url: 'https://tienda.example' }) as {
    servers: unknown
    paths: Record<string, { post: { parameters: { name: string; in: string }[]; responses: Record<string, object> } }>
  }
  expect(described.servers).toEqual([{ url: 'https://tienda.example' }])
  const { post } = described.paths['/api/erp/v1/prueba'] ?? {}
  expect(post?.parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: false }])
  expect(post?.responses[202]).toMatchObject({ description: 'Espera.' })
})
