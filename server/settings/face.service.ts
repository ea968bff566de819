/** The shop's face (R402): as it is now, its pictures, and back to the factory's. */
import { unsetValue } from '../../contract/setting-keys.ts'
import { type FacePictureName, facePictures, type StoredSetting } from '../../contract/settings-admin.ts'
import { audit, auditedUpdate, lockRecord } from '../audit/audit.ts'
import type { Db, Queryable } from '../db/open.ts'
import { type Face, type FaceKey, type FacePicture, faceKeys, faceOf } from '../lib/face.ts'
import { holdFiles } from '../media/media.ts'
import type { Files } from '../ports/files/port.ts'
import { insertMissing, listSettings, lockSettings } from './settings.queries.ts'
import type { Settings } from './settings.service.ts'

/** Answers the face as it is at each call; the same object while nothing of it has changed. @param shopName SHOP_NAME */
export function currentFace(settings: Pick<Settings, 'value' | 'aux'>, shopName: string): () => Face {
  let made: { key: string; face: Face } | undefined
  return () => {
    const key = JSON.stringify(faceKeys.map((name) => [settings.value(name), settings.aux(name)]))
    if (made?.key !== key)
      made = { key, face: faceOf((name) => ({ value: settings.value(name), aux: settings.aux(name) }), shopName) }
    return made.face
  }
}

/** Lets the shop show a stored picture. @throws FileGone */
export function setFacePicture(
  { db, files }: { db: Db; files: Files },
  userId: number,
  which: FacePictureName,
  { file, width, height }: FacePicture,
): Promise<StoredSetting> {
  return db.tx(async (t, publish) => {
    await holdFiles(t, files, [file])
    await lockSettings(t)
    const key = facePictures[which]
    const stored = await listSettings(t)
    const texts = { value: file, aux: `${width}x${height}` }
    const record = { userId, entity: 'setting', entityId: key } as const
    if (stored.some((setting) => setting.key === key))
      await auditedUpdate(t, { ...record, before: await lockRecord(t, 'setting', key), changes: texts })
    else {
      await insertMissing(t, [{ key, ...texts }])
      await audit(t, { ...record, action: 'create', after: texts })
    }
    publish('settings')
    return settingOf(t, key)
  })
}

/** Takes one picture away, or all of the face; what is not set stays so. Answers the settings as they are then. */
export function resetFaceSettings(
  db: Db,
  userId: number,
  which: FacePictureName | undefined,
): Promise<StoredSetting[]> {
  return db.tx(async (t, publish) => {
    await lockSettings(t)
    const stored = await listSettings(t)
    const keys: readonly FaceKey[] = which ? [facePictures[which]] : faceKeys
    for (const key of keys) {
      const setting = stored.find((one) => one.key === key)
      const changes = { value: unsetValue(key), aux: '' }
      if (!setting || (setting.value === changes.value && setting.aux === '')) continue
      const before = await lockRecord(t, 'setting', key)
      await auditedUpdate(t, { userId, entity: 'setting', entityId: key, before, changes })
    }
    publish('settings')
    return Promise.all(keys.map((key) => settingOf(t, key)))
  })
}

async function settingOf(t: Queryable, key: FaceKey): Promise<StoredSetting> {
  const found = (await listSettings(t)).find((setting) => setting.key === key)
  return found ?? { key, value: unsetValue(key), aux: '', version: 0 }
}
