/**
 * Compressed pages of the catalogue. Compressing costs ten times the search, so the pages most asked for
 * are kept; a low level gives nearly all of the saving on rows that repeat their field names.
 */
import { gzipSync } from 'node:zlib'
import type { FastifyRequest } from 'fastify'

/** Pages kept: about 3 KB each. */
const MOST_KEPT = 500
const LEVEL = 2

export const acceptsGzip = (request: FastifyRequest): boolean =>
  request.headers['accept-encoding']?.includes('gzip') ?? false

/** Answers by key, compressing a body when it is not at hand; the one unused longest leaves first. */
export function createCompressedAnswers(): (key: string, body: () => Buffer) => Buffer {
  const kept = new Map<string, Buffer>()
  return (key, body) => {
    const known = kept.get(key)
    if (known) kept.delete(key)
    const bytes = known ?? gzipSync(body(), { level: LEVEL })
    kept.set(key, bytes)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string)
    return bytes
  }
}
