/**
 * Inside a thread that may be ended at any moment: it opens zlib streams only while nobody ends it (decision 0149).
 * Importing this module is all that a thread's module has to do; outside of a `Thread` it changes nothing.
 */
import { syncBuiltinESMExports } from 'node:module'
import { getEnvironmentData, isMainThread } from 'node:worker_threads'
import zlib from 'node:zlib'

/** The name of the gate among the data of a thread: one number, whose values follow. */
export const GATE = 'bulto:zlib'
export const OPEN = 0
/** The thread is being ended. */
export const SHUT = 1
/** The thread opens a stream. */
export const BUSY = 2

const gate = isMainThread ? undefined : getEnvironmentData(GATE)
if (gate instanceof Int32Array) guardZlib(gate)

/** Makes every function of zlib that opens a stream pass the gate; all modules of the thread get the guarded ones. */
function guardZlib(gate: Int32Array): void {
  for (const [name, original] of Object.entries(zlib)) {
    // Its classes begin with a capital; no library of ours opens a stream by them.
    if (typeof original !== 'function' || !/^[a-z]/.test(name)) continue
    const guarded = (...args: unknown[]): unknown => {
      // Only `terminate` shuts the gate, and it ends this wait.
      while (Atomics.compareExchange(gate, 0, OPEN, BUSY) !== OPEN) Atomics.wait(gate, 0, SHUT)
      try {
        return Reflect.apply(original, zlib, args)
      } finally {
        Atomics.store(gate, 0, OPEN)
      }
    }
    Object.defineProperty(zlib, name, { configurable: true, enumerable: true, value: guarded })
  }
  syncBuiltinESMExports()
}
