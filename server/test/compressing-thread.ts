/** A thread that opens one zlib stream after another until it is ended. */
import { parentPort } from 'node:worker_threads'
import { createDeflate } from 'node:zlib'
import '../lib/compress-safely.ts'

parentPort?.postMessage('begun')
for (;;) createDeflate().close()
