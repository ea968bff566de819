/** A picture or video that somebody sends: taken in, and referred to by whatever it is for. */
import { UPLOAD_MAX_BYTES, uploadTexts } from '../../../contract/media-upload.ts'
import type { MediaKind } from '../../db/tables.ts'
import { turns } from '../../lib/turns.ts'
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
  /** Reads the upload when it is its turn. */
  read: () => Promise<{ bytes: Buffer }>
  /** The kind the call is for. */
  only: MediaKind
  /** Writes the stored file's name into a row, after `holdFiles`. */
  keep: (stored: StoredMedia) => Promise<T>
}

/** Uploads that are in memory at once, of up to 20 MB each. */
const inTurn = turns(6)

/**
 * Takes in an upload and lets it be referred to.
 * @throws Refusal WRONG_TYPE when it is not of the kind, TOO_LARGE, MALFORMED when it is broken
 */
export function takeUpload<T>(files: Files, { read, only, keep }: MediaUpload<T>): Promise<T> {
  return inTurn(async () => {
    const { bytes } = await read()
    try {
      return await keep(await store(files, bytes, only))
    } catch (error) {
      if (!(error instanceof FileGone)) throw error
      // It was known, and cleared away between being found and being referred to.
      return keep(await store(files, bytes, only))
    }
  })
}

const CODES = { none: 'WRONG_TYPE', type: 'WRONG_TYPE', large: 'TOO_LARGE', damaged: 'MALFORMED' } as const

async function store(files: Files, bytes: Buffer, only: MediaKind): Promise<StoredMedia> {
  try {
    return await storeMedia(files, bytes, only)
  } catch (error) {
    if (!(error instanceof UnreadableMedia)) throw error
    const message = error.reason === 'none' ? uploadTexts.chosen : error.message
    throw new Refusal(CODES[error.reason], message, [{ field: 'file', message }])
  }
}
