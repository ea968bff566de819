/** What is known while one file of a feed is taken in, beside the file. */
import type { Transaction } from 'kysely'
import type { FeedPreview } from '../../../contract/erp.ts'
import type { Tables } from '../../db/tables.ts'
import type { FeedFile, FeedProblem, FeedTable } from '../../ports/erp/erp.ts'
import type { FileReport } from './erp-sync.report.ts'
import type { Guard } from './guards.rules.ts'

/** The transaction in which a file is taken whole or not at all. */
export type Tx = Transaction<Tables>

/** How files are taken that are not as they should be. */
export interface ImportOptions {
  /** Takes the good rows of a file that also has bad ones; such a file puts nothing out of use. */
  partial?: boolean
  /** Takes a file also when a guard would stop it (R297). */
  force?: boolean
  /** The name under which a file that a guard stops waits for a person; without it such a file is refused. */
  waits?: string
  /** The id of the accepted feed that this is: newer files of its kind stay away until it is taken. */
  accepted?: number
}

/** How far one file is, in rows. */
export interface ImportProgress {
  file: string
  done: number
  total: number
}

/** What is known of one file's import beside the file itself. */
export interface ImportContext {
  options: ImportOptions
  /** Files of this feed that were not taken whole, by kind: why a record they should bring may be unknown. */
  refusedBefore: ReadonlyMap<FeedTable, string>
  progress: ReturnType<typeof progressOf>
  /** All of it will be undone: nothing waits for a person. */
  isTrial?: boolean
  /** Is told all changes of the file, of which nothing is taken. */
  tellAll?: (preview: FeedPreview) => void
  /** How far a service's list was read with the file. */
  cursor?: unknown
  /** The file is a batch with those that waited before it. */
  joined?: boolean
}

/** A file of which nothing is taken, because guards stopped it or all its changes are asked for. */
export interface StoppedFile {
  file: FeedFile<FeedTable>
  guards: readonly Guard[]
  preview: FeedPreview
  digest: string
  problems: readonly FeedProblem[]
}

/** The context of a file, after the files of its feed that were read before it. */
export function contextOf(
  file: FeedFile<FeedTable>,
  before: readonly FileReport[],
  options: ImportOptions,
  onProgress: (progress: ImportProgress) => void,
): ImportContext {
  const refused = before.filter(({ outcome }) => outcome !== 'imported')
  return {
    options,
    refusedBefore: new Map(refused.map((report) => [report.table, report.file])),
    progress: progressOf(file, onProgress),
  }
}

function progressOf({ name, rowCount }: FeedFile<FeedTable>, onProgress: (progress: ImportProgress) => void) {
  let done = 0
  const tell = (rows: number) => {
    done = rows
    onProgress({ file: name, done, total: rowCount })
  }
  tell(0)
  return { start: () => tell(0), advance: (rows: number) => tell(done + rows), finish: () => tell(rowCount) }
}
