/** The thread that reads one certificate and then ends: a PDF that hangs the reader or fills its memory ends it alone. */
import { parentPort, workerData } from 'node:worker_threads'
import { decodePDFRawStream, PDFContext, PDFRawStream } from '@cantoo/pdf-lib'
import { type PdfProblem, problemOfPdf } from './pdf-contents.ts'
import '../../lib/compress-safely.ts'

/** The thread's messages: 'reading' when it begins, then what is wrong with the PDF, if anything is. */
export type CertificatePdfAnswer = 'reading' | { problem: PdfProblem | undefined }

/** Bytes that one compressed part may unpack to: its buffer lies outside of the memory that bounds a thread. */
const MOST_UNPACKED_BYTES = 64 * 2 ** 20

interface Unpacking {
  ensureBuffer(requested: number): Uint8Array
}

/** Bounds what the library unpacks. Its unpacking streams share a class that it does not name. */
function boundUnpacking(): void {
  const dict = PDFContext.create().obj({ Filter: 'FlateDecode' })
  const flate = decodePDFRawStream(PDFRawStream.of(dict, new Uint8Array([0x78, 0x9c])))
  const shared = Object.getPrototypeOf(Object.getPrototypeOf(flate)) as Unpacking
  const { ensureBuffer } = shared
  if (typeof ensureBuffer !== 'function') throw new Error('The PDF library unpacks in another way')
  shared.ensureBuffer = function (requested) {
    if (requested > MOST_UNPACKED_BYTES) throw new Error('A part that unpacks to too much')
    return ensureBuffer.call(this, requested)
  }
}

boundUnpacking()
// It tells of odd numbers and objects; the file is somebody's, and its words do not belong into the log.
console.warn = () => {}
const answer = (message: CertificatePdfAnswer) => parentPort?.postMessage(message)
answer('reading')
answer({ problem: await problemOfPdf(workerData as Uint8Array) })
