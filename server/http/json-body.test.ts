import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts } from '../../contract/errors.ts'
import { installErrorExit } from './errors.ts'
import { hasTooManyNodes, installJsonBodies } from './json-body.ts'

let app: FastifyInstance
beforeAll(() => {
  app = Fastify()
  installErrorExit(app)
  installJsonBodies(app)
  app.post('/', ({ body }) => Object.keys(body as object).length)
})
afterAll(() => app.close())

const send = async (payload: string) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/', headers, payload })
  return [answer.statusCode, answer.json()]
}

test('a body with more lists than any call takes is refused before it is parsed (R274)', async () => {
  const refused = [413, { error: 'TOO_LARGE', message: texts.tooLarge }]
  expect(await send(`${'['.repeat(50_001)}${']'.repeat(50_001)}`)).toEqual(refused)
  expect(await send(`[${'{},'.repeat(50_000)}1]`)).toEqual(refused)
  expect(await send(`[${'{},'.repeat(20_000)}1]`)).toEqual([200, 20_001])
})

test('a body with a forbidden key or without a form is refused as before', async () => {
  expect((await send('{"__proto__":{}}'))[0]).toBe(400)
  expect((await send('{'))[0]).toBe(400)
})

test.each([
  ['[[[', true],
  ['"[[["', false],
  ['["\\"[[["]', false],
  ['["\\\\",[[1]]]', true],
  ['["[[[', false],
  ['{"a":[{}]}', true],
  ['{"a":[1]}', false],
])('%s has more than two lists and objects: %s', (json, isTooMany) => {
  expect(hasTooManyNodes(json, 2)).toBe(isTooMany)
})
