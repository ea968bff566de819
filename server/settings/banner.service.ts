/** The picture of the banner, a setting that is the name of a stored file. */

import { audit, auditedUpdate, lockRecord } from '../audit/audit.ts'
import type { Db } from '../db/open.ts'
import { holdFiles, type StoredMedia } from '../media/media.ts'
import type { Files } from '../ports/files/port.ts'
import { insertMissing, listSettings, lockSettings } from './settings.queries.ts'

const KEY = 'BANNER_IMAGEN'

/** Takes the picture of the banner away. Nothing happens where there is none. */
export async function emptyBanner(db: Db, userId: number): Promise<void> {
  await db.tx(async (t, publish) => {
    await lockSettings(t)
    const stored = (await listSettings(t)).find(({ key }) => key === KEY)
    if (!stored?.value) return
    const record = { userId, entity: 'setting', entityId: KEY } as const
    const before = await lockRecord(t, 'setting', KEY)
    await auditedUpdate(t, { ...record, before, changes: { value: '', aux: '' } })
    publish('settings')
  })
}

/** Lets the banner show a stored picture; answers its name. @throws FileGone */
export async function fillBanner(
  { db, files }: { db: Db; files: Files },
  userId: number,
  { file, contentType }: StoredMedia,
): Promise<string> {
  await db.tx(async (t, publish) => {
    await holdFiles(t, files, [file])
    await lockSettings(t)
    const record = { userId, entity: 'setting', entityId: KEY } as const
    const texts = { value: file, aux: contentType }
    if ((await listSettings(t)).some(({ key }) => key === KEY))
      await auditedUpdate(t, { ...record, before: await lockRecord(t, 'setting', KEY), changes: texts })
    else {
      await insertMissing(t, [{ key: KEY, ...texts }])
      await audit(t, { ...record, action: 'create', after: texts })
    }
    publish('settings')
  })
  return file
}
