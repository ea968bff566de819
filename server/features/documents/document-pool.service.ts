/** The threads that make documents; none while nobody asks for one. */
import { Piscina } from 'piscina'
import type { Files } from '../../ports/files/port.ts'
import { poolWorker } from '../../worker-url.ts'
import type { QuotationTask } from './pdf-worker.ts'
import type { Quotation } from './quotation.types.ts'

/** Documents made at once; others wait in line. */
const MAX_THREADS = 2
const IDLE_MS = 30_000
const HEAP_MB = 512
/** Pictures read from the store at once. */
const READERS = 8

export interface DocumentPool {
  quotationPdf(quotation: Quotation): Promise<Uint8Array>
  close(): Promise<void>
}

export function createDocumentPool(files: Files): DocumentPool {
  let pool: Piscina | undefined
  const threads = (): Piscina => {
    pool ??= new Piscina({
      ...poolWorker(import.meta.url, 'pdf-worker'),
      minThreads: 0,
      maxThreads: MAX_THREADS,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    return pool
  }
  return {
    async quotationPdf(quotation) {
      const pictures = await readPictures(
        files,
        quotation.lines.map(({ picture }) => picture),
      )
      const task: QuotationTask = { quotation, pictures }
      return threads().run(task)
    },
    close: async () => {
      await pool?.destroy()
    },
  }
}

/** The bytes of stored pictures, each file once; null for none and for what is not stored. */
async function readPictures(files: Files, names: readonly (string | null)[]): Promise<(Uint8Array | null)[]> {
  const wanted = [...new Set(names.filter((name) => name !== null))]
  const read = new Map<string, Uint8Array | null>()
  const reader = async () => {
    for (let name = wanted.pop(); name !== undefined; name = wanted.pop())
      read.set(name, await readPicture(files, name))
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return names.map((name) => (name === null ? null : (read.get(name) ?? null)))
}

async function readPicture(files: Files, name: string): Promise<Uint8Array | null> {
  const file = await files.get(name)
  if (!file) return null
  const chunks: Buffer[] = []
  for await (const chunk of file.stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
