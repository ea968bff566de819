/** The five slots of an article: filled, emptied, and taken back. Each change is audited and shown by the catalogue. */
import { pushTexts } from '../../../contract/erp-push.ts'
import type { FilledSlot } from '../../../contract/media-upload.ts'
import { audit } from '../../audit/audit.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { MediaKind, Tables } from '../../db/tables.ts'
import type { Files } from '../../ports/files/port.ts'
import { conflict, malformed, notFound } from '../../refusal.ts'
import { FileGone, holdFiles } from './file-use.service.ts'
import {
  deleteMedia,
  knownCodes,
  lastTakenAway,
  lockArticleOfCode,
  lockListedArticle,
  lockMedia,
  saveMedia,
} from './media.queries.ts'
import { codesInPhotoName, isSlot, placeOfPhoto, TOO_MANY_PHOTOS } from './media.rules.ts'
import type { StoredMedia } from './media.service.ts'

/** What an upload by article code came to. */
export interface FilledByCode {
  slot: number
  file: string
  result: 'nuevo' | 'cambiado' | 'sin cambios'
}

/** The article's code and the place that a picture's name stands for (R30). @throws Refusal NOT_FOUND, MALFORMED for a sixth place */
export async function placeOfPicture(db: Queryable, name: string): Promise<{ code: string; slot: number }> {
  const known = await knownCodes(db, codesInPhotoName(name))
  const place = placeOfPhoto(name, (code) => known.has(code))
  if (!place) throw notFound(pushTexts.noArticle)
  if (!isSlot(place.slot)) throw malformed(TOO_MANY_PHOTOS)
  return place
}

/**
 * Fills a slot of the article of a code, listed or not; without `mayChange` only one that is empty. Audited as the ERP's.
 * @throws Refusal NOT_FOUND for no such article, CONFLICT for a slot with another picture, FileGone
 */
export function fillArticleSlot(
  { db, files }: { db: Db; files: Files },
  { code, slot, mayChange }: { code: string; slot: number; mayChange: boolean },
  stored: StoredMedia,
): Promise<FilledByCode> {
  return db.tx(async (t, publish) => {
    const articleId = await lockArticleOfCode(t, code)
    if (articleId === undefined) throw notFound(pushTexts.noArticle)
    const before = await lockMedia(t, articleId, slot)
    if (before?.file === stored.file) return { slot, file: stored.file, result: 'sin cambios' }
    if (before && !mayChange) throw conflict(pushTexts.pictureKept)
    await holdFiles(t, files, [stored.file])
    await saveMedia(t, [{ articleId, slot, ...stored }])
    await audit(t, {
      userId: null,
      action: 'import',
      entity: 'media',
      entityId: `${articleId}/${slot}`,
      before: before ? { ...before } : null,
      after: rowOf(articleId, slot, stored),
    })
    await raiseCatalogueVersion(t, publish)
    return { slot, file: stored.file, result: before ? 'cambiado' : 'nuevo' }
  })
}

const rowOf = (articleId: number, slot: number, { kind, file, contentType }: StoredMedia) => ({
  article_id: articleId,
  slot,
  kind,
  file,
  content_type: contentType,
})

export interface SlotChange {
  userId: number
  listingId: number
  /** 1 to 5. */
  slot: number
}

const DAY_MS = 86_400_000
type MediaRow = Tables['media']

/** Fills a slot with a stored picture or video. @throws Refusal NOT_FOUND, FileGone */
export function fillSlot(
  { db, files }: { db: Db; files: Files },
  change: SlotChange,
  stored: StoredMedia,
): Promise<FilledSlot> {
  return changeSlot(db, change, async (t, before) => {
    await holdFiles(t, files, [stored.file])
    return { action: before ? 'update' : 'create', after: stored }
  })
}

/** Empties a slot; an empty slot stays empty. @throws Refusal NOT_FOUND */
export async function emptySlot(db: Db, change: SlotChange): Promise<void> {
  await changeSlot(db, change, async () => ({ action: 'delete', after: null }))
}

/** Puts back the media that the last change of a slot took away. @throws Refusal NOT_FOUND for none, or after a day */
export function restoreSlot({ db, files }: { db: Db; files: Files }, change: SlotChange): Promise<FilledSlot> {
  return changeSlot(db, change, async (t, _before, entityId) => {
    const taken = (await lastTakenAway(t, entityId, new Date(Date.now() - DAY_MS))) as MediaRow | null
    if (!taken) throw notFound()
    await holdFiles(t, files, [taken.file]).catch((error: unknown) => {
      throw error instanceof FileGone ? notFound() : error
    })
    return {
      action: 'restore',
      after: { kind: taken.kind as MediaKind, file: taken.file, contentType: taken.content_type },
    }
  })
}

type Decide = (
  t: Parameters<Parameters<Db['tx']>[0]>[0],
  before: MediaRow | undefined,
  entityId: string,
) => Promise<{ action: string; after: StoredMedia | null }>

async function changeSlot(db: Db, { userId, listingId, slot }: SlotChange, decide: Decide): Promise<FilledSlot> {
  return db.tx(async (t, publish) => {
    const articleId = await lockListedArticle(t, listingId)
    if (articleId === undefined) throw notFound()
    const entityId = `${articleId}/${slot}`
    const before = await lockMedia(t, articleId, slot)
    const { action, after } = await decide(t, before, entityId)
    const answer = { slot, file: after?.file ?? '' }
    if (before?.file === after?.file) return answer
    if (after) await saveMedia(t, [{ articleId, slot, ...after }])
    else await deleteMedia(t, articleId, slot)
    const row = after && rowOf(articleId, slot, after)
    await audit(t, {
      userId,
      action,
      entity: 'media',
      entityId,
      before: before ? { ...before } : null,
      after: row,
    })
    await raiseCatalogueVersion(t, publish)
    return answer
  })
}
