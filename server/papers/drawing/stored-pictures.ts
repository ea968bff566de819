/** The photos that documents show. */
import { documentVariant, readStored } from '../../media/media.ts'
import type { Files } from '../../ports/files/port.ts'

/** The JPEG of a photo in the size of documents; null when it is not stored. */
export const readPhoto = (files: Files, name: string): Promise<Uint8Array | null> =>
  readStored(files, documentVariant(name))
