/** The embedded database: PostgreSQL inside the process, in a thread of its own, behind a pg.Pool. */
import fs from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import { DataFolderError, prepareDataDir, refuseUnfinishedRestore } from '../../lib/data-folder.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import { DatabaseOpenError } from '../errors.ts'
import type { Log } from '../log.ts'
import { once } from '../once.ts'
import { preparingPool } from '../preparing-client.ts'
import { wireTypes } from '../wire-types.ts'
import { announce, isMissing } from './database-folder.ts'
import { lockFolder } from './folder-lock.ts'
import type { FromWorker, ToWorker, WorkerInput } from './protocol.ts'
import { workerStream } from './worker-stream.ts'

const minute = 60_000
const checkpointEvery = 5 * minute
const vacuumEvery = 24 * 60 * minute
/** All callers share one connection, so waiting for it through a long import is no fault. */
const connectionWait = 2 * minute

export interface EmbeddedDatabase {
  pool: pg.Pool
  /** How many times a file of the database was brought to the disk since it was opened. */
  fsyncs(): number
  /** Ends the thread without closing the database, as a fault in the engine would (tests). */
  crash(): Promise<void>
  /** Waits for running statements, writes everything to the disk and releases the folder. */
  close(): Promise<void>
}

/** Where in a data folder the embedded database lives. */
export function embeddedFolder(dataDir: string): string {
  return path.join(path.resolve(dataDir), 'db')
}

/**
 * Opens the embedded database of `dataDir`, making folder and database when they do not exist.
 *
 * @param onLost called once if the database stops by itself; every later statement is refused
 * @throws DatabaseOpenError when another process uses the folder or it cannot be opened
 */
export async function openEmbedded(
  dataDir: string,
  log: Log,
  onLost: (error: Error) => void,
): Promise<EmbeddedDatabase> {
  const folder = embeddedFolder(dataDir)
  prepareDataDir(path.resolve(dataDir), log)
  const lock = await lockFolder(path.resolve(dataDir), `${folder}.lock`)
  const fsyncs = new SharedArrayBuffer(4)
  let worker: Worker
  try {
    refuseUnfinishedRestore(dataDir)
    if (isMissing(folder)) {
      announce(folder)
      const maker = await startThread({ task: 'initialise', folder, fsyncs })
      await maker.terminate()
    }
    worker = await startThread({ task: 'serve', folder, fsyncs })
  } catch (error) {
    lock.release()
    throw error instanceof DataFolderError ? error : notOpened(folder, error)
  }

  const pool = preparingPool({
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectionWait,
    stream: () => workerStream(worker),
    ssl: false,
    user: 'postgres',
    database: 'postgres',
    types: wireTypes,
  })
  pool.on('error', (error) => log.error({ err: error }, 'embedded database connection lost'))
  pool.on('connect', (client) => client.on('error', () => {}))

  let isClosing = false
  let failure: Error | undefined
  worker.on('error', (error) => {
    failure = error instanceof Error ? error : new Error(String(error))
  })
  worker.once('exit', () => {
    stopChores()
    lock.release()
    if (!isClosing) onLost(new Error('The embedded database stopped unexpectedly', { cause: failure }))
  })
  const stopChores = startChores(pool, folder, log)

  return {
    pool,
    fsyncs: () => Atomics.load(new Int32Array(fsyncs), 0),
    crash: async () => void (await worker.terminate()),
    close: once(async () => {
      stopChores()
      await pool.end()
      isClosing = true
      if (worker.threadId !== -1) {
        const closed = nextMessage(worker, 'closed')
        worker.postMessage({ kind: 'close' } satisfies ToWorker)
        await closed.catch((error: unknown) => log.error({ err: error }, 'embedded database did not close in order'))
        await worker.terminate()
      }
      lock.release()
    }),
  }
}

/** Starts a thread and waits until it is ready: until its database is made, or answers. */
async function startThread(input: WorkerInput): Promise<Worker> {
  const worker = new Worker(workerUrl(import.meta.url, 'embedded-worker'), { workerData: input })
  // Every connection listens to the worker: usually one, and a few while a lost one is replaced.
  worker.setMaxListeners(50)
  await nextMessage(worker, 'ready')
  return worker
}

function nextMessage(worker: Worker, kind: FromWorker['kind']): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
      finish()
    }
    const onMessage = (message: FromWorker) => {
      if (message.kind === kind) settle(resolve)
    }
    const onError = (error: unknown) => settle(() => reject(error))
    const onExit = () => settle(() => reject(new Error('The embedded database has stopped')))
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
  })
}

/** Does what a server's background processes would do: bounds the recovery time, cleans up, refreshes statistics. */
function startChores(pool: pg.Pool, folder: string, log: Log): () => void {
  const run = async (statement: string) => {
    try {
      await pool.query(statement)
    } catch (error) {
      log.error({ err: error, statement }, 'embedded database maintenance failed')
    }
  }
  // A shop is restarted more often than daily: the time of the last vacuum must outlive the process.
  const marker = `${folder}.vacuumed`
  const maintain = async () => {
    await run('checkpoint')
    const last = fs.statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - last < vacuumEvery) return
    fs.writeFileSync(marker, '')
    await run('vacuum analyze')
  }
  const chores = setInterval(() => {
    maintain().catch((error: unknown) => log.error({ err: error }, 'embedded database maintenance failed'))
  }, checkpointEvery)
  chores.unref()
  return () => clearInterval(chores)
}

/** Bytes; with less free space PostgreSQL cannot write a file of its own log, whatever else is wrong. */
const ROOM_TO_OPEN = 32 * 2 ** 20

function notOpened(folder: string, error: unknown): Error {
  const { bavail, bsize } = fs.statfsSync(path.dirname(folder))
  if (bavail * bsize < ROOM_TO_OPEN) {
    return new DatabaseOpenError(
      `No se pudo abrir la base de datos de ${folder}: el disco está lleno. Libere espacio y vuelva a intentarlo.`,
      { cause: error },
    )
  }
  // The engine's own message names its build options and nothing that helps; it stays in the cause.
  return new DatabaseOpenError(
    `La base de datos de ${folder} no se puede abrir: faltan archivos o están dañados. ` +
      'Guarde esa carpeta aparte, sin borrarla, ponga en su lugar la última copia de seguridad y vuelva a iniciar.',
    { cause: error },
  )
}
