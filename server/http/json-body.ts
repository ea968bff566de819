/** How much there may be to JSON in a body: reading a million lists takes a second, in which nobody else is answered (R274). */
import type { FastifyInstance } from 'fastify'
import { texts } from '../../contract/errors.ts'
import { Refusal } from '../refusal.ts'

/** Objects and lists of one body. The largest order has 10,000 of them, the order of a branch 20,000. */
const MOST_NODES = 50_000

const [QUOTE, BACKSLASH, LIST, OBJECT] = [0x22, 0x5c, 0x5b, 0x7b]

/** Whether a text of JSON opens more objects and lists than allowed. It is counted without being parsed. */
export function hasTooManyNodes(json: string, most = MOST_NODES): boolean {
  let nodes = 0
  let isInText = false
  for (let at = 0; at < json.length && nodes <= most; at++) {
    const letter = json.charCodeAt(at)
    if (letter === QUOTE) isInText = !isInText
    else if (isInText && letter === BACKSLASH) at++
    else if (!isInText && (letter === LIST || letter === OBJECT)) nodes++
  }
  return nodes > most
}

/** Parses JSON as Fastify does, after it was counted. */
export function installJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (hasTooManyNodes(body)) done(new Refusal('TOO_LARGE', texts.tooLarge))
    else void parse(request, body, done)
  })
}
