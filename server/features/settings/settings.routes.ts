/** The settings that every screen reads (R107), and those an admin keeps (R202). */
import { isEmail } from '../../../contract/email.ts'
import * as calls from '../../../contract/settings.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { KEEP_SHORTLY, sendStoredFile } from '../../http/stored-file.ts'
import type { Files } from '../../ports/files/port.ts'
import { malformed, notFound } from '../../refusal.ts'
import { type Settings, saveSetting } from './settings.service.ts'

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
    const refused = (message: string) => malformed(message, [{ field: 'mails', message }])
    const emails = query.emails.split(';').filter((email) => email !== '')
    if (!emails.every(isEmail)) throw refused(calls.notifiedRefused)
    if (emails.some((email, at) => calls.isNotified(emails.slice(0, at).join(';'), email)))
      throw refused(calls.notifiedAlready)
    await saveSetting(db, caller.userId, { key: NOTIFIED, value: emails.join(';'), aux: '' })
    await settings.refresh()
    return true
  })
}
