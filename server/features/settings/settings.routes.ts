/** The settings that every screen reads (R107), and those an admin keeps (R202). */
import { settingProblems } from '../../../contract/setting-rules.ts'
import * as calls from '../../../contract/settings.ts'
import { listSettings, saveSettings } from '../../../contract/settings-admin.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { KEEP_SHORTLY, sendStoredFile } from '../../http/stored-file.ts'
import type { Files } from '../../ports/files/port.ts'
import { notFound, wrongField } from '../../refusal.ts'
import { allSettings, changeSettings } from './change-settings.service.ts'
import type { Settings } from './settings.service.ts'

export interface SettingsParts {
  db: Db
  settings: Settings
  files: Files
}

/** Which mails get new orders; the key of the setting. */
const NOTIFIED = 'NOTIF_PED'

export function settingsRoutes(app: App, { db, settings, files }: SettingsParts): void {
  route(app, calls.getAnnouncement, () => settings.announcement())
  route(app, calls.isCarouselOn, () => settings.isOpen('CAROUSEL'))
  route(app, calls.getCarouselText, () => settings.value('CAROUSEL'))
  route(app, calls.isPageOpen, ({ query }) => settings.isOpen(query.page))
  route(app, calls.getContact, () => settings.contact())
  route(app, calls.getTerms, () => settings.value('TERMINOS'))
  route(app, calls.isBannerOn, () => settings.isOpen('BANNER'))
  route(app, calls.getBanner, ({ request, reply }) => {
    const name = settings.value('BANNER_IMAGEN')
    if (!name) throw notFound()
    const contentType = settings.aux('BANNER_IMAGEN')
    return sendStoredFile(request, reply, files, { name, contentType, cacheControl: KEEP_SHORTLY })
  })
  route(app, calls.getNotified, () => settings.value(NOTIFIED))
  route(app, calls.setNotified, async ({ query, caller }) => {
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
