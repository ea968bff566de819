/**
 * Documents that one instance made and the others fetch, in the bucket. A row in the database says that a
 * document is there as a whole. If anything goes wrong on the way, the document is made anew.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Db, Log } from '../../db/open.ts'
import { onceAMinute } from '../../lib/once-a-minute.ts'
import type { DocumentStore } from '../../ports/files/port.ts'
import * as queries from './shared-documents.queries.ts'

/** A document as another instance made it. */
export interface SharedDocument {
  readonly bytes: number
  readonly articles: number
}

export interface SharedDocuments {
  /** Writes a document to `path`; null when no instance has left it, or it cannot be read. `signal` breaks it off. */
  fetch(key: string, path: string, signal: AbortSignal): Promise<SharedDocument | null>
  /** Leaves the whole document at `path` for the others. Never throws. */
  leave(key: string, path: string, facts: SharedDocument): Promise<void>
}

const MB = 1024 * 1024
/** Bytes of documents in the bucket; the oldest go first. */
const KEEP = 4_000 * MB

export function sharedDocuments(
  { kysely }: Pick<Db, 'kysely'>,
  store: DocumentStore,
  log: Pick<Log, 'warn'>,
  keep = KEEP,
): SharedDocuments {
  const report = onceAMinute<unknown>((error, leftOut) =>
    log.warn({ err: error, leftOut }, 'documents could not be shared with the other instances'),
  )
  return {
    async fetch(key, path, signal) {
      try {
        const known = await queries.findDocument(kysely, key)
        if (!known) return null
        const found = await store.get(known.file)
        if (found?.size === known.bytes) {
          await pipeline(found.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
          return known
        }
        found?.stream.destroy()
        await queries.deleteDocument(kysely, known.file)
      } catch (error) {
        if (!signal.aborted) report(error)
      }
      return null
    },

    async leave(key, path, { bytes, articles }) {
      try {
        if (await queries.findDocument(kysely, key)) return
        const file = `${randomUUID()}.doc`
        await store.put(file, path)
        if (!(await queries.insertDocument(kysely, { key, file, bytes, articles }))) await store.remove(file)
        for (const old of await queries.deleteOldDocuments(kysely, keep)) await store.remove(old)
      } catch (error) {
        report(error)
      }
    },
  }
}

const DAY_MS = 86_400_000
/** Names that are looked up in one statement. */
const AT_ONCE = 500

/** Removes documents that are a day old or too many, and those that a killed instance left in the bucket without a row. */
export async function clearDocuments(
  { kysely }: Pick<Db, 'kysely'>,
  store: DocumentStore,
  now = new Date(),
): Promise<void> {
  for (const file of await queries.deleteOldDocuments(kysely, KEEP)) await store.remove(file)
  let names: string[] = []
  const removeUnknown = async () => {
    const used = await queries.namesInUse(kysely, names)
    for (const name of names) if (!used.has(name)) await store.remove(name)
    names = []
  }
  for await (const { name, modified } of store.list()) {
    // The row of a younger document may not be stored yet.
    if (now.getTime() - modified.getTime() > DAY_MS) names.push(name)
    if (names.length === AT_ONCE) await removeUnknown()
  }
  await removeUnknown()
}
