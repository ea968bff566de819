/** The thread that draws a catalogue, page by page, into a file. */

import { picturesOfFace } from '../../lib/face.ts'
import { makeFileInThread } from '../made-files/file-thread.ts'
import type { CatalogueFileTask, FileItem } from './catalogue-files.types.ts'
import { layOut } from './catalogue-pages.rules.ts'
import { shapeOf } from './draw-card.ts'
import { beginCatalogue } from './draw-catalogue.ts'
import { branchesOf, itemsOf } from './file-items.rules.ts'

await makeFileInThread<CatalogueFileTask>(async (task, { photosOf, write, tell }) => {
  const items = itemsOf(task)
  const printed = layOut<FileItem>(branchesOf(items), task.perPage, shapeOf(task))
  const photosFor = (page: number) => {
    const pictures = (printed.pages[page]?.cards ?? []).map(({ item }) => item.picture)
    return photosOf(pictures.filter((name) => name !== null))
  }
  const drawing = beginCatalogue(task, printed, await photosOf(picturesOfFace(task.face)))
  const written = write(drawing.document)
  tell(0, items.length)
  let done = 0
  // The photos of the next page are read while this page is drawn.
  let next = photosFor(0)
  for (const [place, page] of printed.pages.entries()) {
    const photos = await next
    next = photosFor(place + 1)
    drawing.drawPage(page, ({ picture }) => (picture === null ? null : (photos.get(picture) ?? null)))
    done += page.cards.length
    tell(done, items.length)
  }
  drawing.end()
  await written
})
