/** The news popup: its slides and their pictures or videos (R103). */

import { listSlides, SLIDE_SLOTS, slideMedia } from '../../../contract/carousel.ts'
import { saveSlides, uploadSlideImage, uploadSlideVideo } from '../../../contract/carousel-admin.ts'
import { isAdmin } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import type { MediaKind } from '../../db/tables.ts'
import { type App, type Call, route } from '../../http/route.ts'
import { KEEP_FOREVER, KEEP_SHORTLY, sendStoredFile } from '../../http/stored-file.ts'
import { readUpload } from '../../http/upload.ts'
import type { Files } from '../../ports/files/port.ts'
import { notFound } from '../../refusal.ts'
import { MEDIA_UPLOAD, takeUpload } from '../files/upload.service.ts'
import { findSlideMedia, listAllSlides } from './carousel.queries.ts'
import { changeSlides } from './carousel.service.ts'
import { fillSlide } from './slide-media.service.ts'

export function carouselRoutes(app: App, { db, files }: { db: Db; files: Files }): void {
  // Only an admin sees slides that are not shown yet.
  route(app, listSlides, async ({ caller }) => {
    const slides = await listAllSlides(db.kysely)
    if (caller && isAdmin(caller)) return slides
    const shown = slides.filter(({ active, file }) => active && file !== null)
    return shown.map(({ version: _version, ...slide }) => slide)
  })
  route(app, saveSlides, async ({ body, caller }) => {
    await changeSlides(db, caller, body)
    return listAllSlides(db.kysely)
  })
  route(app, slideMedia, async ({ query, request, reply }) => {
    const slot = query.slot ?? 1
    const media = slot >= 1 && slot <= SLIDE_SLOTS ? await findSlideMedia(db.kysely, slot) : undefined
    if (!media) throw notFound()
    const { file: name, contentType } = media
    const cacheControl = query.version === name ? KEEP_FOREVER : KEEP_SHORTLY
    return sendStoredFile(request, reply, files, { name, contentType, cacheControl })
  })

  const upload =
    (only: MediaKind) =>
    ({
      caller,
      query,
      request,
      asker,
    }: Pick<Call<typeof uploadSlideImage>, 'caller' | 'query' | 'request' | 'asker'>) =>
      takeUpload(files, {
        asker,
        only,
        read: () => readUpload(request, MEDIA_UPLOAD),
        keep: (stored) => fillSlide({ db, files }, { userId: caller.userId, ...query }, stored),
      })
  route(app, uploadSlideImage, upload('image'))
  route(app, uploadSlideVideo, upload('video'))
}
