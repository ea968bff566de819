import { buffer } from 'node:stream/consumers'
import type { Files } from '../../ports/files/port.ts'

/** The bytes of a stored document; null when there is none of that name. */
export async function readStored(files: Pick<Files, 'get'>, name: string): Promise<Buffer | null> {
  const stored = await files.get(name)
  return stored && buffer(stored.stream)
}
