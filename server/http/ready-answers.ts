/** Answers that follow from a version and a question alone: entity tags, 304, compressed once for all who ask. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createCompressedAnswers } from './compressed-answers.ts'
import { encodingFor } from './compression.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
/** Private to its reader; a browser may keep the answer, but must ask each time whether it changed. */
const CACHING = 'private, no-cache'

export interface ReadyQuestion {
  readonly version: number
  /** Names the prices of the answer; '' for those that all are shown. */
  readonly prices?: string
  /** What was asked: the same text at the same version, by the same prices, has the same answer. */
  readonly asked: string
}

/**
 * Makes the function that answers such a question.
 *
 * @param format the fields of an answer: a new field gives every answer a new entity tag, also at the same version
 */
export function createReadyAnswers(format: string) {
  const compressed = createCompressedAnswers()
  const formatTag = fingerprint(format)
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { version, prices = '', asked }: ReadyQuestion,
    body: () => Buffer,
  ) => {
    const etag = `"${version}-${formatTag}-${prices && `${prices}-`}${fingerprint(asked)}"`
    reply.header('content-type', JSON_TYPE).header('cache-control', CACHING).header('etag', etag)
    reply.header('vary', 'accept-encoding')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (!encoding) return reply.send(body())
    return reply.header('content-encoding', encoding).send(compressed(`${encoding} ${etag} ${asked}`, encoding, body))
  }
}

/** A short hash (FNV-1a). An entity tag belongs to its address, so two addresses may well share one. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return `${text.length.toString(36)}-${(hash >>> 0).toString(36)}`
}
