/** The feeds of a running shop: a service that is asked, or a folder that is watched. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type BatchOutcome, type BatchReport, type ErpFeed, FeedError, type SettledFile } from './erp.ts'
import { openFolderFeed } from './folder.ts'
import { keptKeys, triedKeys } from './mapping/feed-keys.ts'
import { findMapping } from './mapping/feed-mapping.queries.ts'
import { fileOfName, namesOfFile, takesFile } from './mapping/mapped-feed.ts'
import { decodeMapping } from './mapping/mapping.ts'
import { ErpUnreachable, type RestErp } from './rest-client.ts'
import { restFeed } from './rest-feed.ts'
import { isFeedFile, type WatchOptions, watchFolder } from './watched-folder.ts'

interface News {
  source: string
  readonly tellsErp?: boolean
  open(): Promise<ErpFeed>
  finish?(outcome: BatchOutcome, report: BatchReport): Promise<void>
}
interface Source {
  peek(signal: AbortSignal): Promise<ErpFeed>
  look(signal: AbortSignal): Promise<News | undefined>
  settle?(stateOf: (source: string, file: string) => Promise<SettledFile | 'waiting'>): Promise<void>
  readonly everyMs: number
}

/** The feed of a REST service, asked every `everyMs` milliseconds. */
export const restSource = (erp: RestErp, db: Kysely<Tables>, everyMs: number): Source => ({
  everyMs,
  look: async (signal) => ({
    source: 'REST',
    tellsErp: true,
    open: async () => restFeed({ erp, db, signal }),
  }),
  peek: async (signal) => {
    const feed = restFeed({ erp, db, signal })
    return { ...feed, read: (table) => feed.read(table).catch(refuse) }
  },
})

function refuse(error: unknown): never {
  throw error instanceof ErpUnreachable ? new FeedError(error.message) : error
}

/** The mapping of the shop; undefined: its files have the feed's own names. @throws FeedError for one that is not readable any more */
async function keptMapping(db: Kysely<Tables>) {
  const kept = await findMapping(db)
  return kept === undefined ? undefined : decodeMapping(kept, 'El mapeo guardado')
}

/**
 * The feed of a watched folder, looked at every `everyMs` milliseconds.
 * @param db where the mapping of the shop is kept (R406); without it files have the feed's own names
 */
export function folderSource(
  folder: string,
  everyMs: number,
  { db, ...options }: WatchOptions & { db?: Kysely<Tables> } = {},
): Source {
  let mapping: Awaited<ReturnType<typeof keptMapping>>
  const look = async () => {
    if (db) mapping = await keptMapping(db)
    return mapping
  }
  const watched = watchFolder(folder, {
    ...options,
    takes: (name) => isFeedFile(name) || (mapping !== undefined && takesFile(mapping, name)),
  })
  return {
    everyMs,
    settle: async (stateOf) => {
      const mapped = await look()
      // Several lists may be made of one file: it stays while one of them waits.
      await watched.settle(async (batch, file) => {
        const names = mapped ? namesOfFile(mapped, file) : []
        if (names.length === 0) return stateOf(batch, file)
        const states = await Promise.all(names.map((name) => stateOf(batch, name)))
        return states.find((state) => state === 'waiting') ?? doneOrRefused(states)
      })
    },
    look: async () => {
      await look()
      const batch = await watched.take()
      return (
        batch && {
          source: batch.name,
          open: () => openFolderFeed(batch.directory, mapping && db && { mapping, keys: keptKeys(db) }),
          finish: (outcome, report) => batch.finish(ofFiles(outcome), report),
        }
      )
    },
    peek: async () => {
      await look()
      return openFolderFeed(await watched.lying(), mapping && db && { mapping, keys: triedKeys(db) })
    },
  }
}

/** What became of each file, of which several lists may have been made: it waits while one of them does. */
function ofFiles(outcome: BatchOutcome): BatchOutcome {
  if (outcome === 'refused') return outcome
  const files = new Map<string, 'refused' | 'waiting'>()
  for (const [name, became] of outcome) {
    const file = fileOfName(name)
    if (files.get(file) !== 'waiting') files.set(file, became)
  }
  return files
}

function doneOrRefused(states: readonly (SettledFile | 'waiting')[]): SettledFile {
  const settled = states.filter((state) => state !== 'waiting')
  const found = settled.find(({ outcome }) => outcome === 'done') ?? settled[0]
  if (!found) throw new Error('A file of a mapping makes no list')
  return found
}
