/** The feeds of a running shop: a service that is asked, or a folder that is watched. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type BatchOutcome, type BatchReport, type ErpFeed, FeedError, type SettledFile } from './erp.ts'
import { openFolderFeed } from './folder.ts'
import { ErpUnreachable, type RestErp } from './rest-client.ts'
import { restFeed } from './rest-feed.ts'
import { type WatchOptions, watchFolder } from './watched-folder.ts'

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

/** The feed of a watched folder, looked at every `everyMs` milliseconds. */
export function folderSource(folder: string, everyMs: number, options: WatchOptions = {}): Source {
  const watched = watchFolder(folder, options)
  return {
    everyMs,
    settle: watched.settle,
    look: async () => {
      const batch = await watched.take()
      return (
        batch && {
          source: batch.name,
          open: () => openFolderFeed(batch.directory),
          finish: batch.finish,
        }
      )
    },
    peek: async () => openFolderFeed(await watched.lying()),
  }
}
