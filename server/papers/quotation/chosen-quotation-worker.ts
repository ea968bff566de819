/** The thread that draws a quotation of chosen articles into a file; it asks for pictures page by page. */
import { makeFileInThread } from '../made-files/file-thread.ts'
import { openTradePaper } from '../trade-papers/draw-trade-paper.ts'
import type { TradePaper } from '../trade-papers/trade-paper.types.ts'

await makeFileInThread<TradePaper>(async (paper, { photosOf, write, tell }) => {
  const total = paper.lines.length
  tell(0, total)
  const { doc, draw } = openTradePaper(paper)
  const written = write(doc)
  await draw(photosOf, (lines) => tell(lines, total))
  await written
})
