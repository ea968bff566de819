/** The worker thread that builds one snapshot: rows come in as JSON text, the snapshot goes out in shared memory. */
import { parentPort } from 'node:worker_threads'
import { catalogueRowJson } from '../../../../contract/catalogue.ts'
import type { CatalogueItem } from '../../../../engine/item.ts'
import type { SnapshotData } from './build-snapshot.ts'
import { buildSnapshotData } from './build-snapshot.ts'

/** What the worker is told: any number of `rows` (a JSON array of CatalogueItem each), then `build`. */
export type ToWorker = { readonly type: 'rows'; readonly json: string } | { readonly type: 'build' }
/** What it answers, once. */
export type FromWorker = { readonly type: 'built'; readonly data: SnapshotData }

const items: CatalogueItem[] = []

parentPort?.on('message', (message: ToWorker) => {
  if (message.type === 'rows') {
    for (const item of JSON.parse(message.json) as CatalogueItem[]) items.push(item)
    return
  }
  const built: FromWorker = { type: 'built', data: buildSnapshotData(items, catalogueRowJson) }
  parentPort?.postMessage(built)
})
