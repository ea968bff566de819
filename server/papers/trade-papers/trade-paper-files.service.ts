/** A paper as a file: PDF or workbook, made in a thread while the asker waits. */
import { makeDocument } from '../../lib/document-thread.ts'
import { picturesOfFace } from '../../lib/face.ts'
import type { Asker } from '../../lib/fair-queue.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import { readStored } from '../../media/media.ts'
import type { Files } from '../../ports/files/port.ts'
import type { TradePaper, TradePaperTask } from './trade-paper.types.ts'

/** Pictures read from the store at once. */
const READERS = 8

/** The PDF, with the pictures of its lines. `read` is called when its turn has come. @throws as `makeDocument` */
export function tradePaperPdf(files: Files, asker: Asker, read: () => Promise<TradePaper>): Promise<Uint8Array> {
  return makeDocument(workerUrl(import.meta.url, 'trade-paper-pdf-worker'), asker, async () => {
    const paper = await read()
    return { paper, pictures: await readPictures(files, paper) } satisfies TradePaperTask
  })
}

/** The workbook. `read` is called when its turn has come. @throws as `makeDocument` */
export function tradePaperSheet(asker: Asker, read: () => Promise<TradePaper>): Promise<Uint8Array> {
  return makeDocument(workerUrl(import.meta.url, 'trade-paper-sheet-worker'), asker, read)
}

/** The bytes of a paper's pictures by name; each file is read once. */
async function readPictures(
  files: Files,
  { lines, shop }: TradePaper,
): Promise<ReadonlyMap<string, Uint8Array | null>> {
  const ofLines = lines.map(({ picture }) => picture).filter((name) => name !== null)
  const wanted = [...new Set([...picturesOfFace(shop.face), ...ofLines])]
  const read = new Map<string, Uint8Array | null>()
  const reader = async () => {
    for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) read.set(name, await readStored(files, name))
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return read
}
