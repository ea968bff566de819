/** The worker thread that makes the whole catalogue for devices as a client's terms price it (R352). */
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { PricedTerms } from '../../../engine/price-view.ts'
import type { SnapshotData } from './build-snapshot.ts'
import type { Changes } from './changes.ts'
import { openSnapshot } from './snapshot.ts'
import { makeWhole } from './whole.ts'
import '../../lib/compress-safely.ts'

/** What the thread is given; the index and the rows are in shared memory. */
export interface PricedWholeTask {
  readonly data: SnapshotData
  readonly terms: PricedTerms
  readonly about: Pick<Changes, 'version' | 'levels'>
}

// On Linux the priority is the thread's own.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)
const { data, terms, about } = workerData as PricedWholeTask
parentPort?.postMessage(makeWhole(data, openSnapshot(data).shownBy(terms).rowJson, about))
