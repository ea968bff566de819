/** Which codes a camera has read count (R38, R222): pure. */
import { isEan } from './ean.ts'

/** The ways one bar code is written, as a search for any of them: a UPC-A is an EAN-13 that begins with 0. */
export function searchFor(code: string): string {
  if (!isEan(code)) return code
  if (code.length === 12) return `${code} 0${code}`
  return code.length === 13 && code.startsWith('0') ? `${code} ${code.slice(1)}` : code
}

/** A code counts when it is read twice within this time, in milliseconds: one reading may be a smudge. */
const TOGETHER = 1_000
/** The same code counts again only after so many milliseconds out of sight: a box held before the camera is one box. */
const AWAY = 2_000

/** Looks at every reading of one camera and says which begins an article. */
export function createScanGate() {
  let read = { code: '', at: Number.NEGATIVE_INFINITY }
  let taken = ''
  /** Since when looks at the picture have missed the code taken last. A slow device that did not look has missed nothing. */
  let outOfSightSince: number | null = null
  return {
    /**
     * Takes one look at the picture. Answers the code that counts, or null. `open` false: another article is being dealt
     * with, and nothing counts.
     * @param codes all that was read in it, often nothing
     * @param at milliseconds on any clock that only goes forward
     */
    look(codes: readonly string[], at: number, open: boolean): string | null {
      const isGone = outOfSightSince !== null && at - outOfSightSince > AWAY
      if (!codes.includes(taken)) outOfSightSince ??= at
      else if (isGone) taken = ''
      else outOfSightSince = null
      const code = codes.find((seen) => seen !== taken && isEan(seen))
      if (code === undefined) return null
      const isSecondReading = code === read.code && at - read.at <= TOGETHER
      read = { code, at }
      if (!isSecondReading || !open) return null
      taken = code
      outOfSightSince = null
      return code
    },
  }
}
