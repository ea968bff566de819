/** Pictures that the ERP puts into a folder (R316): each comes in by the door of a pushed picture. */
import { hasDemoData } from '../../db/demo-mark.ts'
import type { Db, Log } from '../../db/open.ts'
import { fillArticleSlot, MEDIA_UPLOAD, placeOfPicture, takeUpload } from '../../media/media.ts'
import type { PictureFolder } from '../../ports/erp/port.ts'
import type { Files } from '../../ports/files/port.ts'
import { Refusal } from '../../refusal.ts'
import { storeRun } from '../erp-sync/erp-runs.queries.ts'

/** Takes the next batch of pictures, if there is one. A demo shop leaves them where they are (R233). */
export async function takeFolderPictures(
  { db, files, log }: { db: Db; files: Files; log: Log },
  folder: PictureFolder,
  signal: AbortSignal,
): Promise<void> {
  if (await hasDemoData(db.kysely)) return
  const batch = await folder.look(async (name, read) => {
    try {
      const place = await placeOfPicture(db.kysely, name)
      await takeUpload(files, {
        // In turn with the uploads of people, as one more of them.
        asker: { key: 'erp', signal },
        only: 'image',
        read: async () => ({
          bytes: await read({
            bytes: MEDIA_UPLOAD.maxBytes,
            tooLarge: () => new Refusal('TOO_LARGE', MEDIA_UPLOAD.tooLarge),
          }),
        }),
        keep: (stored) => fillArticleSlot({ db, files }, { ...place, mayChange: false }, stored),
      })
      return null
    } catch (error) {
      // A shop that is too busy takes them later: the batch stays in `trabajo`.
      if (!(error instanceof Refusal) || error.code === 'OVERLOADED') throw error
      return error.message
    }
  })
  if (!batch) return
  const { name, taken, refused, text } = batch
  await storeRun(db.kysely, { source: `fotos ${name}`, complete: refused === 0, text })
  log.info({ source: name, taken, refused }, 'pictures taken')
}
