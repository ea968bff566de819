/** What `npm run test:abuse` takes for a fault (R275). */
import { expect, test } from 'vitest'
import { faultOf } from '../testkit/abuse/judge.ts'

const answer = (status: number, body: unknown, headers = {}) => ({
  status,
  headers: new Headers(headers),
  text: typeof body === 'string' ? body : JSON.stringify(body),
  ms: 1,
})

test.each([
  ['an answer', answer(200, [])],
  ['a refusal in Spanish', answer(400, { error: 'MALFORMED', message: 'Los datos enviados no son válidos' })],
  ["the specification's 501", answer(501, { error: 'IN_USE', message: 'EL CUIT y/o MAIL ya estan en uso' })],
  ['a shop without its data', answer(503, { error: 'OUT_OF_SERVICE', message: 'Intente' }, { 'retry-after': '5' })],
])('%s is none', (_, given) => {
  expect(faultOf(given)).toBeNull()
})

test.each([
  ['a 500', answer(500, { error: 'INTERNAL', message: 'La tienda tuvo un problema' })],
  ['another 501', answer(501, { error: 'INTERNAL', message: 'La tienda tuvo un problema' })],
  ['a 503 that does not say when to come back', answer(503, { error: 'OVERLOADED', message: 'Intente' })],
  ['no answer', answer(0, 'fetch failed')],
  ['a page for a call', answer(404, '<html></html>')],
  ['a refusal without a sentence', answer(400, { error: 'MALFORMED', message: '' })],
  ['a sentence in English', answer(400, { error: 'MALFORMED', message: 'Invalid input: expected number' })],
  [
    'a detail in English',
    answer(400, { error: 'MALFORMED', message: 'Revise', details: [{ field: 'a', message: 'is required' }] }),
  ],
  ['a stack', answer(400, { error: 'MALFORMED', message: 'Mal', details: ['at f (server/app.ts:12:3)'] })],
])('%s is one', (_, given) => {
  expect(faultOf(given)).not.toBeNull()
})

test('a call that answers pages refuses with a page in Spanish, and with nothing else', () => {
  const page = '<!doctype html><html lang="es-AR"><p>Ese enlace ya no sirve</p></html>'
  expect(faultOf(answer(404, page), '', true)).toBeNull()
  expect(faultOf(answer(404, page))).not.toBeNull()
  expect(faultOf(answer(500, page), '', true)).not.toBeNull()
  expect(faultOf(answer(404, '<html>Not found</html>'), '', true)).not.toBeNull()
})
