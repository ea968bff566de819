/** A process of its own that begins a file and never ends it: `made-file-child FOLDER`, killed by the test. */

import { workerUrl } from '../lib/worker-url.ts'
import { openMadeFiles } from '../papers/made-files/made-files.service.ts'
import type { PiecesTask } from './made-file-thread.ts'

const [folder = ''] = process.argv.slice(2)
const files = await openMadeFiles({
  folder,
  photo: (piece) => (piece === 'uno' ? Promise.resolve(null) : new Promise(() => {})),
})
const interest = files.ask<PiecesTask>({
  key: 'a',
  worker: workerUrl(import.meta.url, 'made-file-thread'),
  read: async () => ({ pieces: ['uno', 'dos'] }),
})
await interest.begun()
process.stdout.write('begun')
