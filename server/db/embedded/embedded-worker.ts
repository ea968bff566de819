/** The thread that owns the embedded database and answers PostgreSQL's wire protocol over messages. */
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { initialise, openDurablePglite } from './durable-pglite.ts'
import { type FromWorker, isPanic, isStartup, type ToWorker, type WorkerInput } from './protocol.ts'

const port = parentPort
if (!port) throw new Error('This module runs in a worker thread only')

const { task, folder, fsyncs } = workerData as WorkerInput
const send = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

if (task === 'initialise') await initialise(folder)
else await serve()
send({ kind: 'ready' })

async function serve(): Promise<void> {
  const fsyncCount = new Int32Array(fsyncs)
  const database = await openDurablePglite(folder, () => void Atomics.add(fsyncCount, 0, 1))
  // Messages are answered one at a time and in order. A rejection means that the engine is broken, because the
  // error of a statement is answered in the protocol. It ends the thread, and the thread's owner hears of it.
  let last: Promise<void> = Promise.resolve()
  port?.on('message', (message: ToWorker) => {
    last = last.then(() => (message.kind === 'close' ? close(database) : answer(database, message)))
  })
}

/** The engine's one session outlives a connection, whose open transaction or settings must not reach the next one. */
async function resetSession(database: PGlite): Promise<void> {
  if (database.isInTransaction()) await database.exec('rollback')
  await database.exec('discard all')
}

type Batch = Extract<ToWorker, { kind: 'bytes' }>

async function answer(database: PGlite, { connection, bytes: batch }: Batch): Promise<void> {
  if (isStartup(batch)) await resetSession(database)
  const bytes = await exchange(database, batch)
  const hasPanicked = isPanic(Buffer.from(bytes.buffer))
  send({ kind: 'bytes', connection, bytes }, [bytes.buffer])
  if (hasPanicked) throw new Error('The engine panicked')
}

/**
 * What the engine answers to messages. It is taken in pieces: the call that answers it whole parses it, too, and keeps every
 * row for as long as the connection lives (PGlite 0.5).
 */
async function exchange(database: PGlite, batch: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  // A piece lies in the engine's own memory, which it writes over.
  const onRawData = (piece: Uint8Array) => void pieces.push(piece.slice())
  await database.execProtocolRawStream(batch, { syncToFs: false, onRawData })
  // A copy that is nobody else's: small buffers share their memory, which could not be handed over.
  return new Uint8Array(Buffer.concat(pieces))
}

async function close(database: PGlite): Promise<void> {
  await resetSession(database)
  await database.exec('checkpoint')
  await database.close()
  send({ kind: 'closed' })
}
