/** A thread for the tests of made files: it writes its pieces, and asks for a photo before each one, so a test may hold it. */
import { makeFileInThread } from '../papers/made-files/file-thread.ts'

export interface PiecesTask {
  /** Each is written when the photo of its name has been answered; 'fail' throws. */
  pieces: readonly string[]
}

await makeFileInThread<PiecesTask>(async ({ pieces }, { photosOf, writeBytes, tell }) => {
  for (const [place, piece] of pieces.entries()) {
    await photosOf([piece])
    if (piece === 'fail') throw new Error('made to fail')
    writeBytes(Buffer.from(piece))
    tell(place + 1, pieces.length)
  }
})
