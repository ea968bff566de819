/**
 * The worker thread that builds one snapshot. Rows come in as JSON text; the snapshot goes out in shared memory. After it
 * goes the whole catalogue for devices, where it must be made anew.
 */
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { catalogueRowJson } from '../../../contract/catalogue-row.ts'
import type { CatalogueItem } from '../../../engine/item.ts'
import type { Synonym } from '../../../engine/synonyms.ts'
import { buildSnapshotData, type ListedPrices, type SnapshotData } from './build-snapshot.ts'
import { type Changes, compareWith } from './changes.ts'
import { openSnapshot } from './snapshot.ts'
import { isStale, levelsOf, makeWhole, type Whole } from './whole.ts'
import '../../lib/compress-safely.ts'

/** What a build takes from the one before. */
export interface Before {
  readonly changes: Changes
  /** The version of the last whole catalogue for devices. */
  readonly whole: number | undefined
}

/**
 * What the worker is told: any number of `rows` (a JSON array of CatalogueItem each) and `list` (ListedPrices), `synonyms`, then
 * `build`.
 */
export type ToWorker =
  | { readonly type: 'rows'; readonly json: string }
  | { readonly type: 'list'; readonly json: string }
  | { readonly type: 'synonyms'; readonly synonyms: readonly Synonym[] }
  | { readonly type: 'build'; readonly version: number; readonly before: Before | undefined }
/** What the worker answers, in this order. The whole catalogue is undefined when the one before still serves. */
export type FromWorker =
  | { readonly type: 'built'; readonly data: SnapshotData; readonly changes: Changes }
  | { readonly type: 'whole'; readonly whole: Whole | undefined }

const items: CatalogueItem[] = []
const lists: ListedPrices[] = []
let synonyms: readonly Synonym[] = []
const answer = (message: FromWorker): void => parentPort?.postMessage(message)

parentPort?.on('message', (message: ToWorker) => {
  if (message.type === 'rows') {
    for (const item of JSON.parse(message.json) as CatalogueItem[]) items.push(item)
    return
  }
  if (message.type === 'list') {
    lists.push(JSON.parse(message.json) as ListedPrices)
    return
  }
  if (message.type === 'synonyms') {
    synonyms = message.synonyms
    return
  }
  const { version, before } = message
  const data = buildSnapshotData(items, catalogueRowJson, lists, synonyms)
  const changes = compareWith(before?.changes, data, { version, levels: levelsOf(items, synonyms) })
  answer({ type: 'built', data, changes })
  // The snapshot is on its way. Compressing takes seconds and nobody waits for it. On Linux the priority is the thread's own.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)
  answer({
    type: 'whole',
    whole: isStale(before?.whole, changes) ? makeWhole(data, openSnapshot(data).rowJson, changes) : undefined,
  })
})
