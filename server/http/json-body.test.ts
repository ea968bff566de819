import { gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts } from '../../contract/errors.ts'
import { installErrorExit } from './errors.ts'
import { excessOf, installJsonBodies } from './json-body.ts'

let app: FastifyInstance
beforeAll(() => {
  app = Fastify()
  installErrorExit(app)
  installJsonBodies(app)
  app.post('/', ({ body }) => Object.keys(body as object).length)
})
afterAll(() => app.close())

const send = async (payload: string | Buffer) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/', headers, payload })
  return [answer.statusCode, answer.json()]
}

test('a body with more values than any call takes is refused before it is parsed (R274)', async () => {
  const refused = [413, { error: 'TOO_LARGE', message: texts.tooLarge }]
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
])('half a character is malformed: %s', async (_name, json, status) => {
  expect((await send(json))[0]).toBe(status)
})

test.each([
  ['Windows-1252', Buffer.from('["Muñeca"]', 'latin1'), 5],
  ['UTF-16 with its mark', Buffer.from('\ufeff["Muñeca"]', 'utf16le'), 1],
  ['a letter cut in its middle', Buffer.from('["Muñeca"]').subarray(0, 5), 5],
])('a body in %s is refused with the place of the first byte that is no letter (R274)', async (_name, body, place) => {
  const message = `El contenido no está en UTF-8: el byte ${place} no es parte de ninguna letra`
  expect(await send(body)).toEqual([400, { error: 'MALFORMED', message }])
})

test('UTF-8 with its mark is read', async () => {
  expect(await send(Buffer.from('\ufeff["Muñeca"]'))).toEqual([200, 1])
})

test.each([
  ['33 lists', '['.repeat(33) + ']'.repeat(33), 400],
  ['33 objects', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, 400],
  ['more than the stack holds', '['.repeat(50_000) + ']'.repeat(50_000), 400],
  ['32 lists', '['.repeat(32) + ']'.repeat(32), 200],
  ['many lists beside each other', `[${Array(200).fill('[[]]')}]`, 200],
  ['brackets in a text', `["${'['.repeat(100)}"]`, 200],
])('what lies too deep is refused: %s (R274)', async (_name, json, status) => {
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
  expect(excessOf(json, 2, 100) === 'values').toBe(isTooMany)
})

test.each([
  ['{"a":1,"b":}', 'línea 1, columna 12'],
  ['{"filas":[\n  {"ID_ART":10,\n   CODIGO:"x"}]}', 'línea 3, columna 4'],
  ['{"a":1,}', 'línea 1, columna 8'],
  ['[1 2]', 'línea 1, columna 4'],
  ['{"a":01}', 'línea 1, columna 6'],
  ["{'a':1}", 'línea 1, columna 2'],
  ['\ufeff[1,2]]', 'línea 1, columna 6'],
  ['["a\nb"]', 'línea 1, columna 2'],
])('%j is refused with the place where it stops being JSON, and nothing of what it says', async (json, place) => {
  const message = `El contenido no es JSON: no se entiende desde la ${place}`
  expect(await send(json)).toEqual([400, { error: 'MALFORMED', message }])
})

test.each(['{"filas":[{"ID_ART":10}', '[', '{"a":', '[1,'])('%j ends too early, and is told so', async (json) => {
  const message = 'El contenido no es JSON: termina antes de tiempo'
  expect(await send(json)).toEqual([400, { error: 'MALFORMED', message }])
})

test('a compressed body is a 415, not taken for broken text', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const answer = await app.inject({ method: 'POST', url: '/', headers, payload: gzipSync('[]') })
  expect([answer.statusCode, answer.json().message]).toEqual([
    415,
    'El contenido no puede venir comprimido (Content-Encoding)',
  ])
})
