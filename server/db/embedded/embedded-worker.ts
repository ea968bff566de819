/** The thread that owns the embedded database and answers PostgreSQL's wire protocol over messages. */
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { initialise, openDurablePglite } from './durable-pglite.ts'
import { type FromWorker, isStartup, type ToWorker, type WorkerInput } from './protocol.ts'

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
  // One at a time and in order. What fails here is a broken engine, never a broken statement (those are
  // answered in the protocol): the rejection ends the thread and its owner hears of it.
  let last: Promise<void> = Promise.resolve()
  port?.on('message', (message: ToWorker) => {
    last = last.then(() => (message.kind === 'close' ? close(database) : answer(database, message)))
  })
}

/** The session outlives its connection: what an ended one left open must not reach the next. */
async function resetSession(database: PGlite): Promise<void> {
  if (database.isInTransaction()) await database.exec('rollback')
  await database.exec('discard all')
}

type Batch = Extract<ToWorker, { kind: 'bytes' }>

async function answer(database: PGlite, { connection, bytes: batch }: Batch): Promise<void> {
  if (isStartup(batch)) await resetSession(database)
  const bytes = new Uint8Array(database.execProtocolRawSync(batch))
  send({ kind: 'bytes', connection, bytes }, [bytes.buffer])
}

async function close(database: PGlite): Promise<void> {
  await resetSession(database)
  await database.exec('checkpoint')
  await database.close()
  send({ kind: 'closed' })
}
