/** The settings that every screen reads (R107). */
import {
  getAnnouncement,
  getBanner,
  getCarouselText,
  getContact,
  getTerms,
  isBannerOn,
  isCarouselOn,
  isPageOpen,
} from '../../../contract/settings.ts'
import { notFound } from '../../http/errors.ts'
import { type App, route } from '../../http/route.ts'
import { KEEP_SHORTLY, sendStoredFile } from '../../http/stored-file.ts'
import type { Files } from '../../ports/files/port.ts'
import type { Settings } from './settings.service.ts'

export function settingsRoutes(app: App, { settings, files }: { settings: Settings; files: Files }): void {
  route(app, getAnnouncement, () => settings.announcement())
  route(app, isCarouselOn, () => settings.isOpen('CAROUSEL'))
  route(app, getCarouselText, () => settings.value('CAROUSEL'))
  route(app, isPageOpen, ({ query }) => settings.isOpen(query.page))
  route(app, getContact, () => settings.contact())
  route(app, getTerms, () => settings.value('TERMINOS'))
  route(app, isBannerOn, () => settings.isOpen('BANNER'))
  route(app, getBanner, ({ request, reply }) => {
    const name = settings.value('BANNER_IMAGEN')
    if (!name) throw notFound()
    const contentType = settings.aux('BANNER_IMAGEN')
    return sendStoredFile(request, reply, files, { name, contentType, cacheControl: KEEP_SHORTLY })
  })
}
