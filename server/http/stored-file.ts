/** Stored files as answers: validators, ranges (videos seek with them) and how long they may be kept. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { texts } from '../../contract/errors.ts'
import type { ByteRange, Files } from '../ports/files/port.ts'
import { notFound } from '../refusal.ts'

/** An address that names the file's content never goes stale. */
export const KEEP_FOREVER = 'public, max-age=31536000, immutable'
/** An address whose file may be replaced: asked for again, mostly answered 304. */
export const KEEP_SHORTLY = 'public, max-age=60'

export interface FileAnswer {
  readonly name: string
  readonly contentType: string
  readonly cacheControl: string
}

/**
 * The bytes a Range header asks for. 'whole' when there is none or it is one of the forms that may be
 * ignored (several ranges, other units); 'outside' when it begins behind the end.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'outside' {
  const match = header?.match(/^bytes=(\d*)-(\d*)$/)
  if (!match || (match[1] === '' && match[2] === '')) return 'whole'
  const [, first = '', last = ''] = match
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'outside' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start >= size) return 'outside'
  return end < start ? 'whole' : { start, end }
}

const matches = (header: string, etag: string) =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/**
 * Answers a request with a stored file: 200, 206 for a range, 304 when the caller has it, 416 for a
 * range outside. Names come from content, so the name is the entity tag.
 *
 * @throws Refusal NOT_FOUND when no such file is stored
 */
export async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: Files,
  { name, contentType, cacheControl }: FileAnswer,
): Promise<FastifyReply> {
  const etag = `"${name}"`
  const { 'if-none-match': known, 'if-range': ifRange, range: rangeHeader } = request.headers
  const isKnown = known !== undefined && matches(known, etag)
  const useRange = rangeHeader !== undefined && request.method === 'GET' && (ifRange === undefined || ifRange === etag)
  // Without these headers the file is opened at once: asking for its size first would be a second call to the store.
  const facts = isKnown || useRange ? await files.stat(name) : undefined
  if (facts === null) throw notFound()
  const headers = { etag, 'cache-control': cacheControl, 'accept-ranges': 'bytes' }
  if (isKnown) return reply.headers(headers).code(304).send()

  const range = facts ? parseRange(rangeHeader, facts.size) : 'whole'
  if (facts && range === 'outside') {
    reply.code(416).headers({ ...headers, 'content-range': `bytes */${facts.size}`, 'cache-control': 'no-store' })
    return reply.send({ error: 'RANGE', message: texts.malformed })
  }
  const part = typeof range === 'string' ? undefined : range
  const file = await files.get(name, part)
  if (!file) throw notFound()
  const length = part ? part.end - part.start + 1 : file.size
  reply.headers({ ...headers, 'content-type': contentType, 'content-length': length })
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${file.size}`)
  return reply.send(file.stream)
}
