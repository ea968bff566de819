/** Threads that can be ended at any moment without ending the process with them. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setEnvironmentData, Worker, type WorkerOptions } from 'node:worker_threads'
import { BUSY, GATE, OPEN, SHUT } from './compress-safely.ts'

/**
 * A worker thread whose `terminate` waits while the thread opens a zlib stream: Node ends the whole process when a thread
 * ends in that instant (decision 0149). The thread's part is `compress-safely.ts`, which its module has to import.
 */
export class Thread extends Worker {
  readonly #gate: Int32Array

  constructor(module: URL, options: WorkerOptions) {
    const gate = new Int32Array(new SharedArrayBuffer(4))
    // A thread gets a copy of these data when it is made, so each has a gate of its own.
    setEnvironmentData(GATE, gate)
    super(module, options)
    this.#gate = gate
  }

  /** Ends the thread whatever it does; harmless when it has ended. */
  override async terminate(): Promise<number> {
    // Nobody opens a gate that was shut: the thread waits behind it until it ends.
    while (this.threadId !== -1 && Atomics.compareExchange(this.#gate, 0, OPEN, SHUT) === BUSY) await nextTurn()
    return super.terminate()
  }
}
