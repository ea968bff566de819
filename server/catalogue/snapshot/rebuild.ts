/** Building a snapshot beside the event loop: the main thread only passes text on. */

import type { PricedTerms } from '../../../engine/price-view.ts'
import type { Synonym } from '../../../engine/synonyms.ts'
import { Thread } from '../../lib/thread.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import type { SnapshotData } from './build-snapshot.ts'
import type { Before, FromWorker, ToWorker } from './catalogue-worker.ts'
import type { Changes } from './changes.ts'
import type { PricedWholeTask } from './priced-whole-worker.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'
import type { Whole } from './whole.ts'

/** What a rebuild makes. */
export interface Built {
  readonly snapshot: Snapshot
  /** The whole catalogue for devices as terms price it; made in a thread of its own, one after the other. */
  pricedWhole(terms: PricedTerms): Promise<Whole>
  readonly changes: Changes
  /** The whole catalogue for devices, made after the snapshot; undefined when the one before still serves. */
  readonly whole: Promise<Whole | undefined>
}

/** One rebuild, from the first row to the snapshot; its thread lives until all is made. */
export interface Rebuild {
  /**
   * Hands over the text of a JSON array of CatalogueItem; some thousand rows a time, as the database gives
   * them. The text is copied to the thread, so pieces of at most a few megabytes keep the loop free.
   */
  add(json: string): void
  /** Hands over the prices of a list, as the text of a ListedPrices. */
  addList(json: string): void
  /** Hands over the other words for what is searched (R377). */
  addSynonyms(synonyms: readonly Synonym[]): void
  /**
   * Resolves with the snapshot of `version`; rejects when a row is no JSON, the thread dies, or after cancel().
   * @param before the changes and the whole catalogue's version of the build before, undefined for a first build
   */
  build(version: number, before?: Before): Promise<Built>
  /** Gives the rebuild up and ends its thread. Harmless after the end. */
  cancel(): void
}

/** Starts a rebuild: call it before the query for the rows, so that the thread is up when they come. */
export function beginRebuild(worker: URL = workerUrl(import.meta.url, 'catalogue-worker')): Rebuild {
  const thread = new Thread(worker, {})
  const send = (message: ToWorker): void => thread.postMessage(message)
  const ended = new Promise<never>((_, reject) => {
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('The catalogue rebuild ended before it was done')))
  })
  const messageOf = <T extends FromWorker['type']>(type: T) =>
    new Promise<Extract<FromWorker, { type: T }>>((resolve) => {
      thread.on('message', (message: FromWorker) => {
        if (message.type === type) resolve(message as Extract<FromWorker, { type: T }>)
      })
    })
  const built = Promise.race([messageOf('built'), ended])
  const whole = Promise.race([messageOf('whole'), ended]).then((message) => {
    void thread.terminate()
    return message.whole
  })
  // A thread may fail before anybody waits for it: an unhandled rejection would end the process. Who waits later still gets it.
  built.catch(() => undefined)
  whole.catch(() => undefined)

  return {
    add: (json) => send({ type: 'rows', json }),
    addList: (json) => send({ type: 'list', json }),
    addSynonyms: (synonyms) => send({ type: 'synonyms', synonyms }),
    async build(version, before) {
      send({ type: 'build', version, before })
      const { data, changes } = await built
      return { snapshot: openSnapshot(data), pricedWhole: pricedWholes(data, changes), changes, whole }
    },
    cancel: () => void thread.terminate(),
  }
}

/** Makes whole catalogues for devices one after the other: each takes a processor for most of a second. */
function pricedWholes(data: SnapshotData, { version, levels }: Changes): Built['pricedWhole'] {
  let last: Promise<unknown> = Promise.resolve()
  return (terms) => {
    const task: PricedWholeTask = { data, terms, about: { version, levels } }
    const made = last.then(
      () =>
        new Promise<Whole>((resolve, reject) => {
          const thread = new Thread(workerUrl(import.meta.url, 'priced-whole-worker'), { workerData: task })
          thread.once('message', resolve)
          thread.once('error', reject)
          thread.once('exit', () => reject(new Error('The catalogue for a device ended before it was made')))
        }),
    )
    last = made.catch(() => undefined)
    return made
  }
}
