/** Pictures and videos of articles, for everyone. */
import { productImage } from '../../../contract/media.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { KEEP_FOREVER, KEEP_SHORTLY, sendStoredFile } from '../../http/stored-file.ts'
import type { Files } from '../../ports/files/port.ts'
import { notFound } from '../../refusal.ts'
import { findMedia } from './media.queries.ts'
import { isSlot, variantFor } from './media.rules.ts'

export function mediaRoutes(app: App, { db, files }: { db: Db; files: Files }): void {
  route(app, productImage, async ({ params, query, request, reply }) => {
    const slot = query.slot ?? 1
    const media = isSlot(slot) ? await findMedia(db.kysely, params.articleId, slot) : undefined
    if (!media) throw notFound()
    const name = variantFor(media.file, query.width)
    const contentType = media.contentType
    // An old `v` gets today's picture, but nobody may keep it under yesterday's address.
    const cacheControl = query.version === media.file ? KEEP_FOREVER : KEEP_SHORTLY
    return sendStoredFile(request, reply, files, { name, contentType, cacheControl })
  })
}
