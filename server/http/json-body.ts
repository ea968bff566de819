/** What a body of JSON may hold: reading a million of its values takes a second, in which nobody else is answered (R274). */
import type { FastifyInstance } from 'fastify'
import { texts } from '../../contract/errors.ts'
import { malformed, Refusal } from '../refusal.ts'

/** Values of one body. The largest import has some 80,000; a megabyte of prices from an ERP has some 110,000. */
const MOST_VALUES = 120_000

const [QUOTE, BACKSLASH, LIST, OBJECT, COMMA] = [0x22, 0x5c, 0x5b, 0x7b, 0x2c]

/** Whether a text of JSON has more values than allowed: its lists, objects and commas are counted without being parsed. */
export function hasTooManyValues(json: string, most = MOST_VALUES): boolean {
  let values = 0
  for (let at = 0; at < json.length && values <= most; at++) {
    const letter = json.charCodeAt(at)
    if (letter === QUOTE) at = endOfText(json, at)
    else if (letter === LIST || letter === OBJECT || letter === COMMA) values++
  }
  return values > most
}

/** Where the text that begins with the quote at `start` ends: at its closing quote, or with the JSON. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
    // Of two backslashes the first escapes the second, and none is left for the quote.
    if (backslashes % 2 === 0) return end
  }
  return json.length
}

/** Two escapes that make one character, and one that makes half of it; of two backslashes before them none is left for the `u`. */
const WHOLE = /(?<!\\)((?:\\\\)*)\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/g
const HALF = /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/

/** Whether JSON spells half a character (a lone surrogate), which no database stores. It can be written as an escape only. */
const hasHalfCharacter = (json: string): boolean => HALF.test(json) && HALF.test(json.replace(WHOLE, '$1'))

/** Parses JSON as Fastify does, after its values were counted. */
export function installJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (hasTooManyValues(body)) return done(new Refusal('TOO_LARGE', texts.tooLarge))
    return void parse(request, body, (error, value) =>
      !error && hasHalfCharacter(body) ? done(malformed()) : done(error, value),
    )
  })
}
