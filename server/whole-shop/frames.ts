/**
 * A whole shop as a stream of frames: first its tables, then its files, at last a summary of both. A backup is this
 * stream in a file, a move is this stream from one database into another.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { assertFileName } from '../ports/files/port.ts'
import type { ExportSummary, FileStart, Header, Summary, TableStart } from './whole-shop.types.ts'

/** `rows` holds a gzipped JSON array, `data` bytes of the file that was named last, the other kinds JSON. */
const kinds = ['header', 'table', 'rows', 'file', 'data', 'end'] as const
export type FrameKind = (typeof kinds)[number]

export interface Frame {
  readonly kind: FrameKind
  readonly bytes: Buffer
}

/** A backup or move can't go on; the message is Spanish and for the console. */
export class WholeShopError extends Error {
  override readonly name = 'WholeShopError'
}

/** A frame whose content is JSON. */
export const jsonFrame = (
  kind: FrameKind,
  value: Header | TableStart | FileStart | Summary | ExportSummary,
): Frame => ({
  kind,
  bytes: Buffer.from(JSON.stringify(value)),
})

/** The content of a frame that `jsonFrame` made. @throws WholeShopError when it is something else */
export function readJson<S extends z.ZodMiniType>(schema: S, { bytes }: Frame): z.output<S> {
  try {
    return z.parse(schema, JSON.parse(bytes.toString()))
  } catch (error) {
    throw new WholeShopError(BROKEN, { cause: error })
  }
}

/** @throws WholeShopError for a file that no store of the shop takes: its name could lead out of the store */
export function assertStorable({ name }: FileStart): void {
  try {
    assertFileName(name)
  } catch (error) {
    throw new WholeShopError(BROKEN, { cause: error })
  }
}

const PREFIX = 5
/** Bytes; no row and no piece of a file takes more. */
const LONGEST = 256 * 2 ** 20
const DIGEST = 32

/** A frame as bytes: its kind, its length, its content. */
export function encodeFrame({ kind, bytes }: Frame): Buffer {
  const prefix = Buffer.alloc(PREFIX)
  prefix.writeUInt8(kinds.indexOf(kind) + 1)
  prefix.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([prefix, bytes])
}

/** The stream as bytes; after the last frame stands the SHA-256 of all bytes before. */
export async function* encodeFrames(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const frame of frames) {
    const bytes = encodeFrame(frame)
    hash.update(bytes)
    yield bytes
    if (frame.kind === 'end') yield hash.digest()
  }
}

export const BROKEN = 'El archivo está dañado o no es una copia de una tienda: no se usó nada de él.'
const CUT = 'El archivo está cortado: le falta el final. No se usó nada de él.'

/**
 * The frames of a stream of bytes. The 'end' frame comes only when the hash shows that nothing before was altered.
 *
 * @throws WholeShopError when the stream is cut or altered
 */
export async function* decodeFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const input = byteReader(source)
  const hash = createHash('sha256')
  for (;;) {
    const prefix = await input.take(PREFIX)
    if (prefix.length < PREFIX) throw new WholeShopError(CUT)
    const kind = kinds[prefix.readUInt8() - 1]
    const length = prefix.readUInt32BE(1)
    if (kind === undefined || length > LONGEST) throw new WholeShopError(BROKEN)
    const bytes = await input.take(length)
    if (bytes.length < length) throw new WholeShopError(CUT)
    hash.update(prefix).update(bytes)
    if (kind !== 'end') {
      yield { kind, bytes }
      continue
    }
    const digest = await input.take(DIGEST)
    if (digest.length < DIGEST) throw new WholeShopError(CUT)
    if (!digest.equals(hash.digest()) || (await input.take(1)).length > 0) throw new WholeShopError(BROKEN)
    yield { kind, bytes }
    return
  }
}

/** Frames as encodeFrame wrote them to a file of our own, without an end. */
export async function* decodeOwnFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const input = byteReader(source)
  for (;;) {
    const prefix = await input.take(PREFIX)
    if (prefix.length === 0) return
    const kind = kinds[prefix.readUInt8() - 1]
    if (kind === undefined) throw new WholeShopError(BROKEN)
    yield { kind, bytes: await input.take(prefix.readUInt32BE(1)) }
  }
}

/** Takes a stream apart by length: fewer bytes than asked for only where it ends. */
export function byteReader(source: AsyncIterable<Buffer>): { take(length: number): Promise<Buffer> } {
  const iterator = source[Symbol.asyncIterator]()
  let parts: Buffer[] = []
  let held = 0
  return {
    async take(length) {
      while (held < length) {
        const { value, done } = await iterator.next()
        if (done) break
        parts.push(value)
        held += value.length
      }
      const all = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
      const surplus = all.subarray(length)
      parts = surplus.length > 0 ? [surplus] : []
      held = surplus.length
      return all.subarray(0, length)
    },
  }
}
