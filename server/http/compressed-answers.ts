/** Compressed answers. Compressing costs ten times a search of the catalogue, so those most asked for are kept. */
import { compress, type Encoding } from './compression.ts'

/** Answers kept: about 3 KB each. */
const MOST_KEPT = 500

/** Answers by key, compressing a body when it is not at hand; the one unused longest leaves first. */
export function createCompressedAnswers(): (key: string, encoding: Encoding, body: () => Buffer) => Buffer {
  const kept = new Map<string, Buffer>()
  return (key, encoding, body) => {
    const known = kept.get(key)
    if (known) kept.delete(key)
    const bytes = known ?? compress(body(), encoding)
    kept.set(key, bytes)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string)
    return bytes
  }
}
