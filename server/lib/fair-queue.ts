/** Heavy work in turns (R279): some at a time, of each asker one, and the askers in turn, however much each of them wants. */
import { serverTexts } from '../../contract/errors.ts'
import { Refusal } from '../refusal.ts'

/** Who asks for heavy work, and when that person has gone away. */
export interface Asker {
  /** The user, or without a session the address. */
  readonly key: string | number
  /** Aborts when the connection closes before its answer. */
  readonly signal?: AbortSignal | undefined
}

export interface QueueTicket {
  /** The place in the queue, 1 being the next; 0 when it does not wait. */
  place(): number
  /** Gives the place up; work that runs already goes on. */
  leave(): void
}

export interface FairQueue {
  /**
   * Puts work into the queue; `start` is called when its turn has come, at once where there is room.
   * @throws Refusal OVERLOADED with Retry-After when too much waits, TOO_MANY when too much of this asker does
   */
  enter(key: Asker['key'], start: () => Promise<unknown>): QueueTicket
  /**
   * Runs work when its turn has come; its place, or the work by its signal, ends when the asker goes away.
   * @throws as `enter`, what `work` throws, and the signal's reason
   */
  run<T>(asker: Asker, work: (signal: AbortSignal | undefined) => Promise<T>): Promise<T>
  counts(): { readonly running: number; readonly waiting: number; readonly refused: number }
}

export interface FairQueueOptions {
  /** Work at once, for all askers together. */
  readonly most: number
  /** Work that waits at most, of all and of one asker. */
  readonly waiting: number
  readonly waitingOfOne: number
}

/** Seconds after which a full queue may be asked again. */
const RETRY_AFTER = { 'retry-after': '10' }

export function fairQueue({ most, waiting: mostWaiting, waitingOfOne }: FairQueueOptions): FairQueue {
  interface Entry {
    start: () => Promise<unknown>
  }
  // Askers in the order of their turns: who was served goes to the end.
  const waiting = new Map<Asker['key'], Entry[]>()
  const busy = new Set<Asker['key']>()
  let running = 0
  let refused = 0
  const waitingOfAll = () => [...waiting.values()].reduce((sum, entries) => sum + entries.length, 0)

  const startNext = () => {
    for (const [key, entries] of waiting) {
      if (running >= most) return
      if (busy.has(key)) continue
      const entry = entries.shift()
      waiting.delete(key)
      if (entries.length > 0) waiting.set(key, entries)
      if (!entry) continue
      busy.add(key)
      running++
      void entry
        .start()
        .catch(() => {})
        .finally(() => {
          busy.delete(key)
          running--
          startNext()
        })
    }
  }
  const refuse = (refusal: Refusal): never => {
    refused++
    throw refusal
  }
  /** Who is served before: what is ahead of the same asker, and of each other one as much, in turns. */
  const placeOf = (key: Asker['key'], entry: Entry): number => {
    const own = waiting.get(key)?.indexOf(entry) ?? -1
    if (own < 0) return 0
    let place = own + 1
    let isBefore = true
    for (const [other, entries] of waiting) {
      if (other === key) isBefore = false
      else place += Math.min(entries.length, isBefore ? own + 1 : own)
    }
    return place
  }

  const queue: FairQueue = {
    enter(key, start) {
      const own = waiting.get(key) ?? []
      const mustWait = running >= most || busy.has(key)
      if (mustWait && own.length >= waitingOfOne)
        return refuse(new Refusal('TOO_MANY', serverTexts.queueOfOneFull, undefined, RETRY_AFTER))
      if (mustWait && waitingOfAll() >= mostWaiting)
        return refuse(new Refusal('OVERLOADED', serverTexts.queueFull, undefined, RETRY_AFTER))
      const entry: Entry = { start }
      own.push(entry)
      waiting.set(key, own)
      startNext()
      return {
        place: () => placeOf(key, entry),
        leave() {
          const entries = waiting.get(key)
          const at = entries?.indexOf(entry) ?? -1
          if (at < 0) return
          entries?.splice(at, 1)
          if (entries?.length === 0) waiting.delete(key)
        },
      }
    },
    run({ key, signal }, work) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        let place: QueueTicket | undefined
        const goAway = () => {
          place?.leave()
          reject(signal?.reason)
        }
        const stay = () => signal?.removeEventListener('abort', goAway)
        signal?.addEventListener('abort', goAway, { once: true })
        try {
          place = queue.enter(key, () => work(signal).then(resolve, reject).finally(stay))
        } catch (error) {
          stay()
          reject(error)
        }
      })
    },
    counts: () => ({ running, waiting: waitingOfAll(), refused }),
  }
  return queue
}
