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

interface Taken<T, Stored> {
  asker: Asker
  /** Reads the upload; called when its turn has come. */
  read: () => Promise<{ bytes: Buffer }>
  /** The refusal of a file of another kind, where it is not the one for pictures and videos. */
  otherKind?: string
  /** Writes the stored file's name into a row, after `holdFiles`. */
  keep: (stored: Stored) => Promise<T>
}

export interface MediaUpload<T> extends Taken<T, StoredMedia> {
  /** The kind the call is for. */
  only: MediaKind
}

/**
 * Stores an upload and calls `keep` with the stored file; answers what `keep` answers.
 * @throws Refusal WRONG_TYPE for another kind of file, TOO_LARGE, MALFORMED for a broken one
 */
export const takeUpload = <T>(files: Files, { only, ...taken }: MediaUpload<T>): Promise<T> =>
  takeStored({ ...taken, store: (bytes) => storeMedia(files, bytes, only) })

/** As `takeUpload`, for what `store` makes of the bytes. It throws UnreadableMedia for what it does not take. */
export function takeStored<T, Stored>({
  asker,
  read,
  store,
  keep,
  otherKind = uploadTexts.chosen,
}: Taken<T, Stored> & { store: (bytes: Buffer) => Promise<Stored> }): Promise<T> {
  return heavyWork.uploads.run(asker, async () => {
    const { bytes } = await read()
    const stored = () => refusing(() => store(bytes), otherKind)
    try {
      return await keep(await stored())
    } catch (error) {
      if (!(error instanceof FileGone)) throw error
      // The file was stored before, and was cleared away between being found and being referred to.
      return keep(await stored())
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

async function refusing<Stored>(store: () => Promise<Stored>, otherKind: string): Promise<Stored> {
  try {
    return await store()
  } catch (error) {
    if (!(error instanceof UnreadableMedia)) throw error
    // Where only a picture goes, the sentence about formats would promise videos.
    const isOwnWord = error.reason === 'none' || (error.reason === 'format' && otherKind !== uploadTexts.chosen)
    const message = isOwnWord ? otherKind : error.message
    throw new Refusal(CODES[error.reason], message, [{ field: 'file', message }])
  }
}
