/** A cache of compressed answers: compressing one costs ten times a search of the catalogue. */
import { compress, type Encoding } from './compression.ts'

/** Answers that are kept; each takes about 3 KB. */
const MOST_KEPT = 500

/** The compressed answer of a key; `body` is called only when none is kept. The answer unused longest is dropped first. */
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
