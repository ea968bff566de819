/** The thread that draws a paper whose pictures are in memory already. */
import { serveDocuments } from '../../lib/document-thread.ts'
import { openTradePaper } from './draw-trade-paper.ts'
import type { TradePaperTask } from './trade-paper.types.ts'

async function makePdf({ paper, pictures }: TradePaperTask): Promise<Uint8Array> {
  const { doc, draw } = openTradePaper(paper)
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  await draw(async () => pictures)
  await ended
  return Buffer.concat(chunks)
}

serveDocuments(makePdf)
