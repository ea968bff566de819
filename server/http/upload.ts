/** Files that come with a request, in the multipart field `file` (READINGS 11). */
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { texts } from '../../contract/errors.ts'
import { HttpError, malformed } from './errors.ts'

const noFile = 'Seleccione un archivo'
const unfinished = 'El archivo no llegó completo. Intente nuevamente'

export interface Upload {
  /** As the caller's computer calls it; only ever shown, never a path. */
  readonly name: string
  readonly bytes: Buffer
}

/** Lets calls take uploads; what is larger than allowed is never kept in memory. */
export async function installUploads(fastify: FastifyInstance): Promise<void> {
  await fastify.register(multipart, { limits: { fields: 20, fieldSize: 10_000, files: 1, parts: 21 } })
}

/**
 * Reads the one file of a request into memory.
 *
 * @throws HttpError WRONG_TYPE when it is no upload, MALFORMED without a file in the field `file`, TOO_LARGE
 *   above `maxBytes`
 */
export async function readUpload(
  request: FastifyRequest,
  { maxBytes, tooLarge = texts.tooLarge }: { maxBytes: number; tooLarge?: string },
): Promise<Upload> {
  if (!request.isMultipart()) throw new HttpError('WRONG_TYPE', texts.wrongType)
  const part = await unlessBroken(request.file({ limits: { fileSize: maxBytes } }))
  if (!part) throw malformed(noFile, [{ field: 'file', message: noFile }])
  const bytes = await unlessBroken(bytesOf(part.file))
  // The stream just ends at the limit; only this says that the file goes on.
  if (part.file.truncated) throw new HttpError('TOO_LARGE', tooLarge)
  if (part.fieldname !== 'file') throw malformed(noFile, [{ field: 'file', message: noFile }])
  return { name: part.filename, bytes }
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The form's parser throws bare errors when a form has no boundary or ends in the middle. */
async function unlessBroken<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error
    throw malformed(unfinished, [{ field: 'file', message: unfinished }])
  }
}
