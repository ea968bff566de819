/** A quotation as a file that is sent along: PDF or workbook. */
import { makeDocument } from '../../lib/document-thread.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import { documentVariant } from '../../media/media.ts'
import type { Files } from '../../ports/files/port.ts'
import type { Quotation, QuotationPdfTask } from './quotation.types.ts'

/** Pictures read from the store at once. */
const READERS = 8

/** The PDF, with the pictures of its lines. `read` is called when it is its turn. */
export function quotationPdf(files: Files, read: () => Promise<Quotation>): Promise<Uint8Array> {
  return makeDocument(workerUrl(import.meta.url, 'quotation-pdf-worker'), async () => {
    const quotation = await read()
    const names = quotation.lines.map(({ picture }) => picture)
    return { quotation, pictures: await readPictures(files, names) } satisfies QuotationPdfTask
  })
}

/** `cotizacion.xlsx`. `read` is called when it is its turn. */
export function quotationSheet(read: () => Promise<Quotation>): Promise<Uint8Array> {
  return makeDocument(workerUrl(import.meta.url, 'quotation-sheet-worker'), read)
}

/** The bytes of stored pictures, each file once; null for none and for what is not stored. */
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

/** The JPEG of a photo as documents take it; null for what is not stored. */
export const readPhoto = (files: Files, name: string): Promise<Uint8Array | null> =>
  readStored(files, documentVariant(name))

/** The bytes of a stored file; null for what is not stored. */
export async function readStored(files: Files, name: string): Promise<Uint8Array | null> {
  const file = await files.get(name)
  if (!file) return null
  const chunks: Buffer[] = []
  for await (const chunk of file.stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
