/** The bytes of stored files that documents show. */
import { documentVariant } from '../../media/media.ts'
import type { Files } from '../../ports/files/port.ts'

/** The JPEG of a photo in the size of documents; null when it is not stored. */
export const readPhoto = (files: Files, name: string): Promise<Uint8Array | null> =>
  readStored(files, documentVariant(name))

/** The bytes of a stored file; null when there is none of that name. */
export async function readStored(files: Files, name: string): Promise<Uint8Array | null> {
  const file = await files.get(name)
  if (!file) return null
  const chunks: Buffer[] = []
  for await (const chunk of file.stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
