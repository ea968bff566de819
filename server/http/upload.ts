/** Files that come with a request, in the multipart field `file` (R11). */
import { finished } from 'node:stream'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { texts } from '../../contract/errors.ts'
import type { Asker } from '../lib/fair-queue.ts'
import { heavyWork } from '../lib/heavy-work.ts'
import { Refusal, wrongField } from '../refusal.ts'
import { atBearablePace } from './body-pace.ts'

const noFile = 'Seleccione un archivo'
const oneFile = 'Envíe un archivo por vez'
const unfinished = 'El archivo no llegó completo. Intente nuevamente'

export interface Upload {
  /** As the caller's computer calls it; only ever shown, never a path. */
  readonly name: string
  readonly bytes: Buffer
}

/** Lets calls take uploads, after `installBodyPace`; a file larger than allowed is never kept whole in memory. */
export async function installUploads(fastify: FastifyInstance): Promise<void> {
  await fastify.register(multipart, { limits: { fields: 20, fieldSize: 10_000, files: 1, parts: 21 } })
}

export interface UploadLimits {
  readonly maxBytes: number
  /** Texts for the user: for a larger file, and for a request without a file. */
  readonly tooLarge?: string
  readonly missing?: string
}

/**
 * Reads the one file of a request into memory; to be called in a turn of `heavyWork.uploads`.
 *
 * @throws Refusal WRONG_TYPE when it is no upload, MALFORMED without a file in the field `file` or with two, TOO_LARGE
 *   above `maxBytes`, TIMEOUT when it arrives too slowly
 */
export async function readUpload(
  request: FastifyRequest,
  { maxBytes, tooLarge = texts.tooLarge, missing = noFile }: UploadLimits,
): Promise<Upload> {
  if (!request.isMultipart()) throw new Refusal('WRONG_TYPE', texts.wrongType)
  const read = async (): Promise<Upload> => {
    const files = request.files({ limits: { fileSize: maxBytes } })
    const { value: part } = await files.next()
    if (part?.fieldname !== 'file') {
      part?.file.on('error', () => {}).resume()
      throw wrongField('file', missing)
    }
    const bytes = await bytesOf(part.file, tooLarge)
    // Only at the form's end is it certain that there is no second file.
    await files.next()
    return { name: part.filename, bytes }
  }
  return unlessBroken(atBearablePace(request.raw, request.server.bodyPace, read()))
}

/**
 * Reads the one file of a request when its sender's turn has come (R279), and keeps the turn until `work` is done with it: what
 * waits is not in memory.
 *
 * @throws Refusal as `readUpload`, OVERLOADED or TOO_MANY where too much waits, and what `work` throws
 */
export const withUpload = <T>(
  { request, asker }: { readonly request: FastifyRequest; readonly asker: Asker },
  limits: UploadLimits,
  work: (upload: Upload) => Promise<T>,
): Promise<T> => heavyWork.uploads.run(asker, async () => work(await readUpload(request, limits)))

/** A file's bytes; a file beyond the limit is refused as soon as it passes the limit, not at its end. */
function bytesOf(file: MultipartFile['file'], tooLarge: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const refuse = () => reject(new Refusal('TOO_LARGE', tooLarge))
    // A small file may have gone beyond the limit before anybody could listen.
    if (file.truncated) refuse()
    file.once('limit', refuse)
    file.on('data', (chunk: Buffer) => chunks.push(chunk))
    finished(file, (error) => (error ? reject(error) : resolve(Buffer.concat(chunks))))
  })
}

/** Makes refusals of the bare errors that the form's parser throws when a form has no boundary or ends in the middle. */
async function unlessBroken<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT') throw wrongField('file', oneFile)
    if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) throw error
    throw wrongField('file', unfinished)
  }
}
