/** Filling a slide of the news with a stored picture or video. */
import type { Slide } from '../../../contract/carousel.ts'
import { auditedUpdate, lockRecord } from '../../audit/audit.ts'
import type { Db } from '../../db/open.ts'
import type { Files } from '../../ports/files/port.ts'
import { holdFiles } from '../files/file-use.service.ts'
import type { StoredMedia } from '../files/media.service.ts'

/** Lets a slide (1 to 10) show a stored picture or video; answers the slide as it is then. @throws FileGone */
export function fillSlide(
  { db, files }: { db: Db; files: Files },
  { userId, slot }: { userId: number; slot: number },
  { kind, file, contentType }: StoredMedia,
): Promise<Slide> {
  return db.tx(async (t) => {
    await holdFiles(t, files, [file])
    const before = await lockRecord(t, 'slide', slot)
    const changes = { kind, file, content_type: contentType }
    const row = await auditedUpdate(t, { entity: 'slide', entityId: slot, userId, before, changes })
    return { ...row, id: row.slot }
  })
}
