import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import { batchReader, type FromWorker, isGoodbye, type ToWorker } from './protocol.ts'

let connections = 0

/**
 * A connection to the embedded database that looks like a socket to the `pg` driver: bytes go to the
 * worker thread and come back from it. It is destroyed with an error when the thread ends.
 */
export function workerStream(worker: Worker): Duplex {
  const connection = ++connections
  const cutBatches = batchReader()

  const onMessage = (message: FromWorker) => {
    if (message.kind === 'bytes' && message.connection === connection) stream.push(message.bytes)
  }
  const onExit = () => {
    stream.destroy(new Error('The embedded database has stopped'))
  }

  const send = (bytes: Buffer) => {
    for (const batch of cutBatches(bytes)) {
      if (isGoodbye(batch)) {
        stream.push(null)
      } else {
        const copy = new Uint8Array(batch)
        worker.postMessage({ kind: 'bytes', connection, bytes: copy } satisfies ToWorker, [copy.buffer])
      }
    }
  }

  const stream = new Duplex({
    allowHalfOpen: false,
    read: () => {},
    write: (chunk: Buffer, _encoding, done) => {
      send(chunk)
      done()
    },
    writev: (chunks, done) => {
      send(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)))
      done()
    },
    destroy: (error, done) => {
      worker.off('message', onMessage)
      worker.off('exit', onExit)
      done(error)
    },
  })
  worker.on('message', onMessage)
  worker.once('exit', onExit)

  // The part of net.Socket that the driver calls.
  return Object.assign(stream, {
    connect: () => {
      // A thread that has ended ignores messages without an error.
      process.nextTick(() => (worker.threadId === -1 ? onExit() : stream.emit('connect')))
      return stream
    },
    setNoDelay: () => stream,
    setKeepAlive: () => stream,
    ref: () => stream,
    unref: () => stream,
  })
}
