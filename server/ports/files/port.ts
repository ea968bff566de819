/** Where pictures, videos and documents are kept. Names come from content, so a stored file never changes. */
import type { Readable } from 'node:stream'

/** Bytes `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface FileFacts {
  /** Bytes of the whole file. */
  readonly size: number
  readonly modified: Date
}

export interface StoredFile extends FileFacts {
  /** The bytes asked for; the caller must read the stream to its end or destroy it. */
  readonly stream: Readable
}

/**
 * Stored files by name: letters, digits, dots and dashes, e.g. `3f2a….webp`. Any other name throws, so
 * that a name from outside can't leave the store.
 */
export interface Files {
  /** Stores a file whole or not at all; safe on disk when it resolves. Storing a name again replaces it. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** A file, or a range that lies inside it; null when there is none of that name. */
  get(name: string, range?: ByteRange): Promise<StoredFile | null>
  /** Size and date without opening; null when there is none of that name. */
  stat(name: string): Promise<FileFacts | null>
  /** Makes a file as young as one that is stored now; false when there is none of that name. */
  touch(name: string): Promise<boolean>
  /** Every file, in no order; also what an interrupted `put` left, whose names begin with a dot. */
  list(): AsyncIterable<{ readonly name: string; readonly modified: Date }>
  /** Removes a file, also one left by an interrupted `put`; nothing when there is none of that name. */
  remove(name: string): Promise<void>
}

/**
 * Made documents, of any size, in a place that all instances share. They can be made anew when they are gone, so they
 * are neither listed among the stored files nor backed up with them.
 */
export interface DocumentStore {
  /** Stores the file at `path` under a name, whole or not at all; never more than a piece of it is in memory. */
  put(name: string, path: string): Promise<void>
  /** A document; null when there is none of that name. The caller must read the stream to its end or destroy it. */
  get(name: string): Promise<Pick<StoredFile, 'stream' | 'size'> | null>
  /** Every document, in no order. */
  list(): AsyncIterable<{ readonly name: string; readonly modified: Date }>
  /** Removes a document; does nothing when there is none of that name. */
  remove(name: string): Promise<void>
}

const GOOD_NAME = /^[a-z0-9][a-z0-9.-]{3,120}$/i

/** Refuses names that are not plain file names. */
export function assertFileName(name: string): void {
  if (!GOOD_NAME.test(name) || name.includes('..')) throw new Error(`not a name of a stored file: ${name}`)
}
