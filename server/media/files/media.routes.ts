/** Pictures and videos of articles: shown to everyone, changed by who edits products (R100). */
import { productImage } from '../../../contract/media.ts'
import * as uploads from '../../../contract/media-upload.ts'
import type { Db } from '../../db/open.ts'
import type { MediaKind } from '../../db/tables.ts'
import { type App, type Call, route } from '../../http/route.ts'
import { KEEP_FOREVER, KEEP_SHORTLY, sendStoredFile } from '../../http/stored-file.ts'
import { readUpload } from '../../http/upload.ts'
import type { Files } from '../../ports/files/port.ts'
import { notFound } from '../../refusal.ts'
import { findMedia, isListed } from './media.queries.ts'
import { isSlot, variantFor } from './media.rules.ts'
import { emptySlot, fillSlot, restoreSlot } from './product-media.service.ts'
import { MEDIA_UPLOAD, takeUpload } from './upload.service.ts'

export function mediaRoutes(app: App, { db, files }: { db: Db; files: Files }): void {
  route(app, productImage, async ({ params, query, request, reply }) => {
    const slot = query.slot ?? 1
    const media = isSlot(slot) ? await findMedia(db.kysely, params.articleId, slot) : undefined
    if (!media) throw notFound()
    const { name, contentType = media.contentType } = variantFor(media.file, query.width, request.headers.accept)
    // An old `v` gets today's picture, but nobody may keep it under yesterday's address.
    const cacheControl = query.version === media.file ? KEEP_FOREVER : KEEP_SHORTLY
    reply.header('vary', 'accept')
    return sendStoredFile(request, reply, files, { name, contentType, cacheControl })
  })

  type SlotCall = Pick<Call<typeof uploads.deleteProductMedia>, 'caller' | 'query'>
  const changeOf = ({ caller, query }: SlotCall) => ({ userId: caller.userId, ...query })
  const upload =
    (only: MediaKind) =>
    async (call: SlotCall & Pick<Call<typeof uploads.uploadProductImage>, 'request' | 'asker'>) => {
      // Checked first, so that no file is read and stored to which no row could refer.
      if (!(await isListed(db.kysely, call.query.listingId))) throw notFound()
      return takeUpload(files, {
        asker: call.asker,
        only,
        read: () => readUpload(call.request, MEDIA_UPLOAD),
        keep: (stored) => fillSlot({ db, files }, changeOf(call), stored),
      })
    }
  route(app, uploads.uploadProductImage, upload('image'))
  route(app, uploads.uploadProductVideo, upload('video'))
  route(app, uploads.deleteProductMedia, async (call) => {
    await emptySlot(db, changeOf(call))
    return true
  })
  route(app, uploads.restoreProductMedia, (call) => restoreSlot({ db, files }, changeOf(call)))
}
