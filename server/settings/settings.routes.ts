/** The settings that every screen reads (R107), and those an admin keeps (R202). */

import { getFacePicture } from '../../contract/face.ts'
import { uploadTexts } from '../../contract/media-upload.ts'
import { getNotified, setNotified } from '../../contract/notified-mails.ts'
import { settingProblems } from '../../contract/setting-rules.ts'
import * as calls from '../../contract/settings.ts'
import {
  FACE_MAX_BYTES,
  faceUploadTexts,
  listSettings,
  removeBanner,
  resetFace,
  saveSettings,
  uploadBanner,
  uploadFacePicture,
} from '../../contract/settings-admin.ts'
import type { Db } from '../db/open.ts'
import { type App, route } from '../http/route.ts'
import { KEEP_FOREVER, KEEP_SHORTLY, sendStoredFile } from '../http/stored-file.ts'
import { readUpload } from '../http/upload.ts'
import { faceRendition, MEDIA_UPLOAD, readFacePart, storeFacePicture, takeStored, takeUpload } from '../media/media.ts'
import type { Files } from '../ports/files/port.ts'
import { notFound, wrongField } from '../refusal.ts'
import { emptyBanner, fillBanner } from './banner.service.ts'
import { allSettings, changeSettings } from './change-settings.service.ts'
import { resetFaceSettings, setFacePicture } from './face.service.ts'
import type { Settings } from './settings.service.ts'

export interface SettingsParts {
  db: Db
  settings: Settings
  files: Files
}

/** The key of the setting that lists the mail addresses told of new orders. */
const NOTIFIED = 'NOTIF_PED'

export function settingsRoutes(app: App, { db, settings, files }: SettingsParts): void {
  route(app, calls.getAnnouncement, () => settings.announcement())
  route(app, calls.isCarouselOn, () => settings.isOpen('CAROUSEL'))
  route(app, calls.getCarouselText, () => settings.value('CAROUSEL'))
  route(app, calls.isPageOpen, ({ query }) => settings.isOpen(query.page))
  route(app, calls.getContact, () => settings.contact())
  route(app, calls.getTerms, () => settings.value('TERMINOS'))
  route(app, calls.isBannerOn, () => settings.isOpen('BANNER'))
  route(app, calls.getBanner, ({ query, request, reply }) => {
    const name = settings.value('BANNER_IMAGEN')
    if (!name) throw notFound()
    const contentType = settings.aux('BANNER_IMAGEN')
    const cacheControl = query.version === name ? KEEP_FOREVER : KEEP_SHORTLY
    return sendStoredFile(request, reply, files, { name, contentType, cacheControl })
  })
  route(app, uploadBanner, async ({ caller, request, asker }) => {
    const file = await takeUpload(files, {
      asker,
      only: 'image',
      otherKind: uploadTexts.pictureOnly,
      read: () => readUpload(request, MEDIA_UPLOAD),
      keep: (stored) => fillBanner({ db, files }, caller.userId, stored),
    })
    await settings.refresh()
    return file
  })
  route(app, removeBanner, async ({ caller }) => {
    await emptyBanner(db, caller.userId)
    await settings.refresh()
    return true
  })
  route(app, getFacePicture, async ({ params, reply }) => {
    const asked = readFacePart(params.part)
    const bytes = asked && (await faceRendition(files, asked.file, asked.rendition))
    if (!bytes) throw notFound()
    return reply
      .headers({ 'cache-control': KEEP_FOREVER, 'content-length': bytes.length })
      .type(asked.contentType)
      .send(bytes)
  })
  route(app, uploadFacePicture, async ({ caller, query, request, asker }) => {
    const stored = await takeStored({
      asker,
      otherKind: faceUploadTexts.other,
      read: () =>
        readUpload(request, {
          maxBytes: FACE_MAX_BYTES,
          tooLarge: faceUploadTexts.tooLarge,
          missing: faceUploadTexts.other,
        }),
      store: (bytes) => storeFacePicture(files, bytes),
      keep: (picture) => setFacePicture({ db, files }, caller.userId, query.which, picture),
    })
    await settings.refresh()
    return stored
  })
  route(app, resetFace, async ({ caller, query }) => {
    const stored = await resetFaceSettings(db, caller.userId, query.which)
    await settings.refresh()
    return stored
  })
  route(app, getNotified, () => settings.value(NOTIFIED))
  route(app, setNotified, async ({ query, caller }) => {
    const value = query.emails.split(';').filter(Boolean).join(';')
    const refused = settingProblems(NOTIFIED, value, '').value
    if (refused) throw wrongField('emails', refused)
    await changeSettings(db, caller, [{ key: NOTIFIED, value }])
    await settings.refresh()
    return true
  })
  route(app, listSettings, () => allSettings(db.kysely))
  route(app, saveSettings, async ({ body, caller }) => {
    const stored = await changeSettings(db, caller, body)
    await settings.refresh()
    return stored
  })
}
