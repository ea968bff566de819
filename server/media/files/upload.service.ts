/** An uploaded picture or video: stored, and referred to by the row that it is for. */
import { UPLOAD_MAX_BYTES, uploadTexts } from '../../../contract/media-upload.ts'
import type { MediaKind } from '../../db/tables.ts'
import type { Asker } from '../../lib/fair-queue.ts'
import { heavyWork } from '../../lib/heavy-work.ts'
import type { Files } from '../../ports/files/port.ts'
import { Refusal } from '../../refusal.ts'
import { FileGone } from './file-use.service.ts'
import { type StoredMedia, storeMedia, UnreadableMedia } from './media.service.ts'

/** Limits and words of the form that brings it, for `readUpload`. */
export const MEDIA_UPLOAD = {
  maxBytes: UPLOAD_MAX_BYTES,
  tooLarge: uploadTexts.tooLarge,
  missing: uploadTexts.chosen,
} as const

export interface MediaUpload<T> {
  asker: Asker
  /** Reads the upload; called when its turn has come. */
  read: () => Promise<{ bytes: Buffer }>
  /** The kind the call is for. */
  only: MediaKind
  /** The refusal of a file of another kind, where it is not the one for pictures and videos. */
  otherKind?: string
  /** Writes the stored file's name into a row, after `holdFiles`. */
  keep: (stored: StoredMedia) => Promise<T>
}

/**
 * Stores an upload and calls `keep` with the stored file; answers what `keep` answers.
 * @throws Refusal WRONG_TYPE for another kind of file, TOO_LARGE, MALFORMED for a broken one
 */
export function takeUpload<T>(
  files: Files,
  { asker, read, only, keep, otherKind = uploadTexts.chosen }: MediaUpload<T>,
): Promise<T> {
  return heavyWork.uploads.run(asker, async () => {
    const { bytes } = await read()
    try {
      return await keep(await store(files, bytes, only, otherKind))
    } catch (error) {
      if (!(error instanceof FileGone)) throw error
      // The file was stored before, and was cleared away between being found and being referred to.
      return keep(await store(files, bytes, only, otherKind))
    }
  })
}

const CODES = {
  none: 'WRONG_TYPE',
  format: 'WRONG_TYPE',
  type: 'WRONG_TYPE',
  large: 'TOO_LARGE',
  damaged: 'MALFORMED',
} as const

async function store(files: Files, bytes: Buffer, only: MediaKind, otherKind: string): Promise<StoredMedia> {
  try {
    return await storeMedia(files, bytes, only)
  } catch (error) {
    if (!(error instanceof UnreadableMedia)) throw error
    // Where only a picture goes, the sentence about formats would promise videos.
    const isOwnWord = error.reason === 'none' || (error.reason === 'format' && otherKind !== uploadTexts.chosen)
    const message = isOwnWord ? otherKind : error.message
    throw new Refusal(CODES[error.reason], message, [{ field: 'file', message }])
  }
}
