/** Referring to stored files, and clearing away those to which no row refers. */
import type { Transaction } from 'kysely'
import type { Db, Log, Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Handler } from '../../jobs/kinds.ts'
import { enqueue } from '../../jobs/outbox.ts'
import type { Files } from '../../ports/files/port.ts'
import { lockAgainstClearing, lockForClearing, usedFiles } from './file-use.queries.ts'
import { familyOf, isPictureName, shownFiles } from './media.rules.ts'
import { keepPrint, UnreadableMedia } from './media.service.ts'

/** A file that a row is to refer to was cleared away meanwhile. */
export class FileGone extends Error {
  override readonly name = 'FileGone'
}

/**
 * Makes sure that a stored file stays for as long as the transaction refers to it. Whoever writes a file's name into a
 * row calls this first.
 *
 * @throws FileGone when a file is no longer stored
 */
export async function holdFiles(t: Transaction<Tables>, files: Files, names: readonly string[]): Promise<void> {
  await lockAgainstClearing(t)
  for (const name of names.flatMap(shownFiles)) if (!(await files.stat(name))) throw new FileGone(name)
}

/** Names of all stored files that are needed to show the pictures, videos and certificates that rows name now. */
export async function filesInUse(db: Queryable): Promise<string[]> {
  return [...new Set((await usedFiles(db, new Date())).filter(Boolean).flatMap(shownFiles))]
}

const DAY_MS = 86_400_000

/**
 * Removes pictures and videos to which nobody refers and which nobody stored or took away in the last day, and what an
 * interrupted upload left. Answers how many files it removed.
 */
export async function clearFiles(db: Db, files: Files, now = new Date()): Promise<number> {
  const since = new Date(now.getTime() - DAY_MS)
  const old = new Map<string, string[]>()
  const young = new Set<string>()
  let removed = 0
  for await (const { name, modified } of files.list()) {
    const family = familyOf(name)
    if (modified >= since) {
      if (family) young.add(family)
    } else if (name.startsWith('.')) {
      await files.remove(name)
      removed++
    } else if (family) old.set(family, [...(old.get(family) ?? []), name])
  }
  const used = new Set((await usedFiles(db.kysely, since)).map(familyOf))
  for (const [family, names] of old) {
    if (young.has(family) || used.has(family)) continue
    removed += await db.tx((t) => clearFamily(t, { files, family, names, since }))
  }
  return removed
}

interface Clearing {
  files: Files
  family: string
  names: readonly string[]
  since: Date
}

/** Removes a family's files. Under the lock it looks again: the same picture may have been stored since the list was made. */
async function clearFamily(t: Transaction<Tables>, { files, family, names, since }: Clearing): Promise<number> {
  await lockForClearing(t)
  if ((await usedFiles(t, since, family)).length > 0) return 0
  const facts = await Promise.all(names.map((name) => files.stat(name)))
  if (facts.some((stored) => stored && stored.modified >= since)) return 0
  for (const name of names) await files.remove(name)
  return names.length
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

/** Plans the clearing of a day; planning it again changes nothing. Each start plans today's, each clearing the next day's. */
export async function planClearing(db: Db, day = new Date()): Promise<void> {
  await db.tx(async (t, publish) => {
    await enqueue(t, {
      kind: 'clearFiles',
      payload: {},
      uniqueKey: `clearFiles ${dayOf(day)}`,
      runAt: new Date(`${dayOf(day)}T06:00:00Z`),
    })
    publish('job')
  })
}

/** Makes the handler that clears once a day, while it is night in Buenos Aires; `alsoClear` clears other things then. */
export function clearFilesHandler(
  db: Db,
  files: Files,
  log: Pick<Log, 'warn'>,
  alsoClear: () => Promise<void> = async () => {},
): Handler<'clearFiles'> {
  return async () => {
    // The next clearing is planned first, so that a clearing that fails does not end the chain.
    await planClearing(db, new Date(Date.now() + DAY_MS))
    const removed = await clearFiles(db, files)
    await alsoClear()
    if (removed > 0) log.warn({ removed }, 'files that nobody refers to were removed')
  }
}

/**
 * Makes the handler that adds, once after an upgrade, the size for print to pictures in use which lack it (R212). A picture
 * that can no longer be read is named in the log, and the others go on.
 */
export function picturePrintsHandler(db: Db, files: Files, log: Pick<Log, 'warn'>): Handler<'picturePrints'> {
  return async (_, { signal }) => {
    const used = await usedFiles(db.kysely, new Date(Date.now() - DAY_MS))
    for (const file of new Set(used.filter(isPictureName)))
      try {
        signal.throwIfAborted()
        await keepPrint(files, file)
      } catch (error) {
        if (!(error instanceof UnreadableMedia)) throw error
        log.warn({ file, err: error }, 'a stored picture can not be read: it gets no size for print')
      }
  }
}
