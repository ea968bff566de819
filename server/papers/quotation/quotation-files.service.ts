/** A quotation as a file to be sent to a client: PDF or workbook. */
import { makeDocument } from '../../lib/document-thread.ts'
import type { Asker } from '../../lib/fair-queue.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import { documentVariant } from '../../media/media.ts'
import type { Files } from '../../ports/files/port.ts'
import type { Quotation, QuotationPdfTask } from './quotation.types.ts'

/** Pictures read from the store at once. */
const READERS = 8

/** The PDF, with the pictures of its lines. `read` is called when its turn has come. */
export function quotationPdf(
  files: Files,
  asker: Asker,
  read: () => Promise<Quotation>,
): Promise<Uint8Array> {
  return makeDocument(workerUrl(import.meta.url, 'quotation-pdf-worker'), asker, async () => {
    const quotation = await read()
    const names = quotation.lines.map(({ picture }) => picture)
    return { quotation, pictures: await readPictures(files, names) } satisfies QuotationPdfTask
  })
}

/** `cotizacion.xlsx`. `read` is called when its turn has come. */
export function quotationSheet(asker: Asker, read: () => Promise<Quotation>): Promise<Uint8Array> {
  return makeDocument(workerUrl(import.meta.url, 'quotation-sheet-worker'), asker, read)
}

/** The bytes of the named pictures, in order; each file is read once. Null without a name, and for a missing file. */
async function readPictures(files: Files, names: readonly (string | null)[]): Promise<(Uint8Array | null)[]> {
  const wanted = [...new Set(names.filter((name) => name !== null))]
  const read = new Map<string, Uint8Array | null>()
  const reader = async () => {
    for (let name = wanted.pop(); name !== undefined; name = wanted.pop())
      read.set(name, await readStored(files, name))
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return names.map((name) => (name === null ? null : (read.get(name) ?? null)))
}

/** The JPEG of a photo in the size of documents; null when it is not stored. */
export const readPhoto = (files: Files, name: string): Promise<Uint8Array | null> =>
  readStored(files, documentVariant(name))

/** The bytes of a stored file; null when there is none of that name. */
export async function readStored(files: Files, name: string): Promise<Uint8Array | null> {
  const file = await files.get(name)
  if (!file) return null
  const chunks: Buffer[] = []
  for await (const chunk of file.stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
