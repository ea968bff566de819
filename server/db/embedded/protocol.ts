/** The messages between the pool and the worker of the embedded database. */

/** What a worker is started with. */
export interface WorkerInput {
  /** 'initialise' makes the database and ends; 'serve' answers until it is told to close. */
  task: 'initialise' | 'serve'
  folder: string
  /** One 32-bit cell: how many times a file was brought to the disk. */
  fsyncs: SharedArrayBuffer
}

/** `connection` numbers the pool's connections, so that no answer reaches a later one. */
export type ToWorker = { kind: 'bytes'; connection: number; bytes: Uint8Array<ArrayBuffer> } | { kind: 'close' }

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'bytes'; connection: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'closed' }

const messageTypes = {
  sync: 0x53,
  flush: 0x48,
  parse: 0x50,
  bind: 0x42,
  describe: 0x44,
  execute: 0x45,
  close: 0x43,
}

/** Messages of the extended protocol that PostgreSQL answers together, when Sync or Flush comes. */
const heldBack: ReadonlySet<number> = new Set([
  messageTypes.parse,
  messageTypes.bind,
  messageTypes.describe,
  messageTypes.execute,
  messageTypes.close,
])

/**
 * Cuts a client's byte stream into batches that the database can answer on their own: the start-up
 * packet, or whole messages up to one that asks for an answer.
 *
 * @returns a function that takes the next bytes and gives the batches they complete
 */
export function batchReader(): (bytes: Buffer) => Buffer[] {
  let started = false
  let pending: Buffer = Buffer.alloc(0)
  return (bytes) => {
    pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes])
    const batches: Buffer[] = []
    let batchStart = 0
    let position = 0
    for (;;) {
      // The start-up packet alone has no type byte before its length.
      const header = started ? 5 : 4
      if (pending.length - position < header) break
      const end = position + header - 4 + pending.readInt32BE(position + header - 4)
      if (pending.length < end) break
      const complete = !started || !heldBack.has(pending.readUInt8(position))
      started = true
      position = end
      if (complete) {
        batches.push(pending.subarray(batchStart, end))
        batchStart = end
      }
    }
    pending = pending.subarray(batchStart)
    return batches
  }
}

/** Whether a batch is the client's good-bye (Terminate). */
export function isGoodbye(batch: Buffer): boolean {
  return batch.length === 5 && batch[0] === 0x58
}

/** Whether a batch is the start-up packet: its first byte is the top of a length, never a type. */
export function isStartup(batch: Uint8Array): boolean {
  return batch[0] === 0
}

/** ReadyForQuery up to its last byte, which tells the state of the transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5])
const ERROR = 0x45

/**
 * Whether an answer says that the engine has panicked: it will answer nothing more. Such an answer lacks the ReadyForQuery
 * at the end, so that the messages of all others need not be looked at.
 */
export function isPanic(answer: Buffer): boolean {
  if (answer.subarray(-6, -1).equals(READY)) return false
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    const message = answer.subarray(at, at + 1 + answer.readInt32BE(at + 1))
    if (answer[at] === ERROR && message.includes('\0VPANIC\0')) return true
  }
  return false
}
