/** What a body of JSON may hold: reading a million of its values takes a second, in which nobody else is answered (R274). */
import type { FastifyInstance } from 'fastify'
import { serverTexts, texts } from '../../contract/errors.ts'
import { notUtf8At } from '../lib/utf8.ts'
import { malformed, Refusal } from '../refusal.ts'
import { brokenAt } from './broken-json.ts'

/** How deep its lists and objects may lie in each other: calls need six. What reads deeper by calling itself would run out of stack. */
const DEEPEST = 32

/** Values of one body. The largest import has some 80,000; a megabyte of prices from an ERP has some 110,000. */
const MOST_VALUES = 120_000

const [QUOTE, BACKSLASH, LIST, OBJECT, COMMA] = [0x22, 0x5c, 0x5b, 0x7b, 0x2c]
const [LIST_END, OBJECT_END] = [0x5d, 0x7d]

/** What is too much of a text of JSON, which is counted without being parsed: its lists, objects and commas, or how deep they lie. */
export function excessOf(json: string, most = MOST_VALUES, deepest = DEEPEST): 'values' | 'depth' | undefined {
  let values = 0
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const letter = json.charCodeAt(at)
    if (letter === QUOTE) at = endOfText(json, at)
    else if (letter === COMMA) values++
    else if (letter === LIST || letter === OBJECT) {
      values++
      if (++depth > deepest) return 'depth'
    } else if (letter === LIST_END || letter === OBJECT_END) depth--
    if (values > most) return 'values'
  }
  return undefined
}

/** Where the text that begins with the quote at `start` ends: at its closing quote, or with the JSON. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end === -1 ? json.length : end
}

/** Whether a backslash before a place of a text escapes it; of two backslashes the first escapes the second. */
function isEscaped(json: string, place: number): boolean {
  let backslashes = 0
  while (json.charCodeAt(place - 1 - backslashes) === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}

/**
 * Whether valid JSON spells half a character (a lone surrogate), which no database stores. It can be written as an escape
 * only: UTF-8 has none.
 */
export function hasHalfCharacter(json: string): boolean {
  const codeAt = (place: number) => Number.parseInt(json.slice(place + 2, place + 6), 16)
  for (let at = json.indexOf('\\u'); at !== -1; at = json.indexOf('\\u', at + 2)) {
    if (isEscaped(json, at)) continue
    const code = codeAt(at)
    if (isSecondHalf(code)) return true
    if (code < 0xd800 || code > 0xdbff) continue
    if (!json.startsWith('\\u', at + 6) || !isSecondHalf(codeAt(at + 6))) return true
    at += 6
  }
  return false
}
const isSecondHalf = (code: number) => code >= 0xdc00 && code <= 0xdfff

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Where a body stops being JSON; never what stands there, which may be a password. */
function whereBroken(json: string): string {
  const before = json.slice(0, brokenAt(json))
  if (before.length === json.length) return serverTexts.jsonEnds
  return serverTexts.notJson(before.split('\n').length, before.length - before.lastIndexOf('\n'))
}

/** Refuses what is compressed on its way here, before a parser takes its bytes for a broken text. */
function refuseCompressed(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const coding = request.headers['content-encoding']
    if (coding === undefined || coding === '' || coding === 'identity') return done()
    done(new Refusal('WRONG_TYPE', serverTexts.compressed))
  })
}

/** Parses JSON as Fastify does, once it is known to be UTF-8 and its values were counted. */
export function installJsonBodies(app: FastifyInstance): void {
  refuseCompressed(app)
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    const place = notUtf8At(bytes)
    if (place !== undefined) return done(malformed(serverTexts.notUtf8(place)))
    const body = bytes.toString()
    const excess = excessOf(body)
    if (excess === 'values') return done(new Refusal('TOO_LARGE', texts.tooLarge))
    if (excess === 'depth') return done(malformed(serverTexts.tooDeep))
    return void parse(request, body, (error, value) => {
      // An empty body, and names that no object may have, are JSON.
      const text = body.replace(/^\ufeff/, '')
      if (error && text !== '' && !isJson(text)) return done(malformed(whereBroken(text)))
      return !error && hasHalfCharacter(body) ? done(malformed()) : done(error, value)
    })
  })
}
