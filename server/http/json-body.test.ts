import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts } from '../../contract/errors.ts'
import { installErrorExit } from './errors.ts'
import { hasTooManyValues, installJsonBodies } from './json-body.ts'

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

test('a body with more values than any call takes is refused before it is parsed (R274)', async () => {
  const refused = [413, { error: 'TOO_LARGE', message: texts.tooLarge }]
  expect(await send(`${'['.repeat(120_001)}${']'.repeat(120_001)}`)).toEqual(refused)
  expect(await send(`[${'{},'.repeat(70_000)}1]`)).toEqual(refused)
  expect(await send(`[${'1,'.repeat(120_000)}1]`)).toEqual(refused)
  expect(await send(`[${'{},'.repeat(50_000)}1]`)).toEqual([200, 50_001])
})

test.each([
  ['a half alone', '["\\ud83d"]', 400],
  ['in a name', '{"\\uDE00":1}', 400],
  ['two halves in the wrong order', '["\\ude00\\ud83d"]', 400],
  ['a half beside a whole character', '["\\ud83d\\ud83d\\ude00\\ude00"]', 400],
  ['behind a backslash', '["\\\\\\ud83d"]', 400],
  ['two halves with a backslash between them', '["\\ud83d\\\\ude00"]', 400],
  ['a half behind the letters of one', '["\\\\ud83d\\ude00"]', 400],
  ['whole characters', '["\\ud83d\\ude00\\uD83D\\uDE00"]', 200],
  ['the letters of an escape', '["\\\\ud83d"]', 200],
  ['a half deeper than the stack', `${'['.repeat(50_000)}"\\ud83d"${']'.repeat(50_000)}`, 400],
])('half a character is malformed: %s', async (_name, json, status) => {
  expect((await send(json))[0]).toBe(status)
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
  ['["\\\\\\"[[["]', false],
  ['["[[[', false],
  ['{"a":[{}]}', true],
  ['{"a":[1]}', false],
  ['[1,2]', false],
  ['[1,2,3]', true],
  ['["1,2,3"]', false],
])('%s has more than two lists, objects and commas: %s', (json, isTooMany) => {
  expect(hasTooManyValues(json, 2)).toBe(isTooMany)
})
