/** Whether a PDF may be a certificate: pages and nothing that acts; a thread with bounded memory and time reads it. */
import { Thread } from '../../lib/thread.ts'
import { turns } from '../../lib/turns.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import { Refusal } from '../../refusal.ts'
import type { CertificatePdfAnswer } from './certificate-pdf-worker.ts'
import type { PdfProblem } from './pdf-contents.ts'

const texts = {
  locked: 'El PDF pide una contraseña para abrirse: guárdelo de nuevo sin contraseña.',
  unreadable: 'El PDF está dañado o no se puede revisar. Guárdelo de nuevo como PDF y súbalo otra vez.',
} as const
const inSpanish = new Intl.ListFormat('es')
const holding = (contents: readonly string[]): string =>
  `El PDF trae ${inSpanish.format(contents)} y no se admite. Guárdelo de nuevo como PDF sin eso: con «Imprimir» y «Guardar como PDF» queda limpio.`

const HEAP_MB = 256
const MILLISECONDS = 15_000
/** One certificate at a time: each may take HEAP_MB, what it unpacks to, and a processor. */
const inTurn = turns(1)

/** @throws Refusal WRONG_TYPE that says what the PDF holds and how to mend it, or that it cannot be read (R289) */
export async function refuseActingPdf(bytes: Buffer): Promise<void> {
  const problem = await inTurn(() => readInThread(bytes))
  if (problem === undefined) return
  const message = typeof problem === 'string' ? texts[problem] : holding(problem.holds)
  throw new Refusal('WRONG_TYPE', message, [{ field: 'file', message }])
}

function readInThread(bytes: Buffer): Promise<PdfProblem | undefined> {
  const thread = new Thread(workerUrl(import.meta.url, 'certificate-pdf-worker'), {
    workerData: new Uint8Array(bytes),
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32 },
  })
  let timer: NodeJS.Timeout | undefined
  return new Promise<PdfProblem | undefined>((resolve, reject) => {
    const giveUp = () => resolve('unreadable')
    thread.on('message', (answer: CertificatePdfAnswer) => {
      // The time counts from here: the start of the thread is not the file's fault.
      if (answer === 'reading') timer = setTimeout(giveUp, MILLISECONDS)
      else resolve(answer.problem)
    })
    thread.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? giveUp() : reject(error),
    )
    thread.once('exit', () => reject(new Error('The thread that reads a PDF ended without an answer')))
  }).finally(() => {
    clearTimeout(timer)
    void thread.terminate()
  })
}
