/** Files in a bucket that speaks the S3 protocol: for instances that share no disk. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as delay } from 'node:timers/promises'
import { S3mini, S3ServiceError } from 's3mini'
import type { S3Config } from '../../config-providers.ts'
import { assertFileName, type DocumentStore, type FileFacts, type Files } from './port.ts'

/** The store of files cannot be used; the message is Spanish and meant for the console as it is. */
export class FilesOpenError extends Error {
  override readonly name = 'FilesOpenError'
}

/** Every call may be retried, because a stored file never changes. */
const ATTEMPTS = 3
const PAUSE_MS = 200
/** Milliseconds within which an answer must begin; its bytes may take longer. */
const ANSWER_MS = 20_000
/** An upload may take longer than that, if it is sent at least this fast. */
const SENT_BYTES_PER_MS = 250
/** The prefix of documents, where no list of the stored files shows them. */
const DOCUMENTS = 'documents/'

export interface Bucket {
  readonly files: Files
  readonly documents: DocumentStore
}

/**
 * Opens the bucket after it has shown that it is there and lets us in.
 *
 * @param page how many files a list is asked for at once
 * @throws FilesOpenError
 */
export async function openBucket(config: S3Config, page = 1_000): Promise<Bucket> {
  const s3 = new S3mini({
    accessKeyId: config.accessKey,
    secretAccessKey: config.secretKey,
    endpoint: config.url,
    region: config.region,
    fetch: fetchPatiently,
  })
  await assertBucket(s3, config.url)
  return { files: filesIn(s3, page), documents: documentsIn(s3, page) }
}

async function assertBucket(s3: S3mini, url: string): Promise<void> {
  const place = new URL(url).href
  try {
    // A list shows that the keys are right as well; with some stores a look at the bucket alone does not.
    if ((await s3.listObjectsPaged('/', '', 1)) !== null) return
  } catch (error) {
    if (!(error instanceof S3ServiceError))
      throw new FilesOpenError(
        `No se pudo llegar al almacén de archivos ${place}: ${reasonOf(error)}. Revise S3_URL.`,
        { cause: error },
      )
    if (error.status === 401 || error.status === 403)
      throw new FilesOpenError(
        `El almacén de archivos ${place} no acepta S3_ACCESS_KEY y S3_SECRET_KEY (${error.serviceCode ?? error.status}).`,
        { cause: error },
      )
    if (error.status !== 404)
      throw new FilesOpenError(`El almacén de archivos ${place} respondió ${error.status}.`, { cause: error })
  }
  throw new FilesOpenError(`En el almacén de archivos no existe el depósito de S3_URL (${place}). Créelo antes.`)
}

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

function filesIn(s3: S3mini, pageSize: number): Files {
  const keyOf = (name: string) => {
    assertFileName(name)
    return name
  }
  return {
    async put(name, bytes) {
      // S3 stores an object whole or not at all.
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      await orAway(s3.putObject(keyOf(name), body))
    },

    async get(name, range) {
      const key = keyOf(name)
      const answer = await orNull(
        range ? s3.getObjectRaw(key, false, range.start, range.end + 1) : s3.getObjectRaw(key),
      )
      if (!answer) return null
      return { stream: bytesOf(answer), ...factsOf(answer) }
    },

    async stat(name) {
      // The client has no way to ask for the headers alone.
      const answer = await orNull(s3.getObjectRaw(keyOf(name), false, 0, 1)).catch((error: unknown) => {
        if (error instanceof S3ServiceError && error.status === 416) return EMPTY
        throw error
      })
      if (!(answer instanceof Response)) return answer
      await answer.body?.cancel()
      return factsOf(answer)
    },

    async touch(name) {
      const key = keyOf(name)
      // A copy onto itself changes the date alone.
      const copied = await orNull(s3.copyObject(key, key, { metadataDirective: 'REPLACE' }))
      return copied !== null
    },

    list: () => listOf(s3, '', pageSize),

    async remove(name) {
      await orAway(s3.deleteObject(keyOf(name)))
    },
  }
}

function documentsIn(s3: S3mini, pageSize: number): DocumentStore {
  const keyOf = (name: string) => {
    assertFileName(name)
    return DOCUMENTS + name
  }
  return {
    async put(name, path) {
      const key = keyOf(name)
      const { size } = await stat(path)
      for (let attempt = 1; ; attempt++) {
        // A stream cannot be sent twice: each attempt reads the file anew.
        const bytes = createReadStream(path)
        try {
          const body = Readable.toWeb(bytes) as globalThis.ReadableStream
          await s3.putObject(key, body, 'application/octet-stream', undefined, undefined, size)
          return
        } catch (error) {
          if (attempt === ATTEMPTS || isRefusal(error)) throw error
        } finally {
          bytes.destroy()
        }
        await delay(PAUSE_MS * 2 ** attempt * (0.5 + Math.random()))
      }
    },

    async get(name) {
      const answer = await orNull(s3.getObjectRaw(keyOf(name)))
      return answer && { stream: bytesOf(answer), size: factsOf(answer).size }
    },

    async *list() {
      for await (const { name, modified } of listOf(s3, DOCUMENTS, pageSize))
        yield { name: name.slice(DOCUMENTS.length), modified }
    },

    async remove(name) {
      await s3.deleteObject(keyOf(name))
    },
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof S3ServiceError && error.status < 500 && error.status !== 429

/** The objects directly under a prefix. */
async function* listOf(s3: S3mini, prefix: string, pageSize: number) {
  let token: string | undefined
  do {
    const page = await s3.listObjectsPaged('/', prefix, pageSize, token, { delimiter: '/' })
    for (const { Key, LastModified } of page?.objects ?? []) {
      // The list names folders, too.
      const isDirectlyThere = !Key.slice(prefix.length).includes('/')
      if (isDirectlyThere) yield { name: Key, modified: new Date(LastModified) }
    }
    token = page?.nextContinuationToken
  } while (token)
}

const bytesOf = ({ body }: Response): Readable => (body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]))

/** The facts of a file without bytes: a store refuses every range of it (416). */
const EMPTY: FileFacts = { size: 0, modified: new Date(0) }

function factsOf({ headers }: Response): FileFacts {
  const whole = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? headers.get('content-length')
  return { size: Number(whole), modified: new Date(headers.get('last-modified') ?? 0) }
}

/** The store of files does not answer, answers nonsense or says that it cannot: an outage of the shop's, told as 503 (R232). */
class StoreAway extends Error {
  override readonly name = 'StoreAway'
  readonly code = 'STORE_AWAY'
}

/** @throws StoreAway for what is no refusal of the store's */
async function orAway<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isRefusal(error) ? error : new StoreAway(`the store of files: ${reasonOf(error)}`, { cause: error })
  }
}

/** Null in place of a 404. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await orAway(work)
  } catch (error) {
    if (error instanceof S3ServiceError && error.status === 404) return null
    throw error
  }
}

/** Retries, with backoff, when the store is away for a moment or says that it is busy. A stream is sent once only. */
async function fetchPatiently(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const isStream = init?.body instanceof globalThis.ReadableStream
  for (let attempt = 1; ; attempt++) {
    const isLast = isStream || attempt === ATTEMPTS
    try {
      const answer = await fetchInTime(input, init)
      if (isLast || (answer.status < 500 && answer.status !== 429)) return answer
      await answer.body?.cancel()
    } catch (error) {
      // A store that was silent until the limit is not away for a moment: whoever uploads has waited long enough.
      if (isLast || error === SILENCE) throw error
    }
    await delay(PAUSE_MS * 2 ** attempt * (0.5 + Math.random()))
  }
}

const SILENCE = new Error('The store of files does not answer')

async function fetchInTime(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const limit = new AbortController()
  const sent = Number(new Headers(init?.headers).get('content-length') ?? 0)
  const patience = ANSWER_MS + sent / SENT_BYTES_PER_MS
  const timer = setTimeout(() => limit.abort(SILENCE), patience)
  try {
    const isStream = init?.body instanceof globalThis.ReadableStream
    return await fetch(input, { ...init, signal: limit.signal, ...(isStream && { duplex: 'half' }) })
  } finally {
    clearTimeout(timer)
  }
}
