/** How much room a text takes in a cell, as the letters of Arial are wide. Pure. */

/** Widths of the printable ASCII signs, from the blank on, in thousandths of the font's size. */
const WIDTHS = [
  ...[278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278],
  ...[556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556],
  ...[1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778],
  ...[667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556],
  ...[333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556],
  ...[556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584],
]
const FIRST = 0x20
/** Of a sign that is not in the table, as Chinese ones are. */
const WIDEST = 1000
/** Bold letters are wider; the widest of them by about so much. */
const BOLD = 1.1

/** Points between the lines of a cell, for each point of its letters. */
const LINE = 1.275
/** A row of one line, as programs make it. */
export const ONE_LINE = 13
/** Excel takes no higher row. */
const HIGHEST = 409

export interface Letters {
  /** Points. */
  size: number
  isBold: boolean
}

const letterWidth = (letter: string): number => {
  const width = WIDTHS[letter.charCodeAt(0) - FIRST]
  if (width !== undefined) return width
  const base = letter.normalize('NFD')
  return base === letter ? WIDEST : (WIDTHS[base.charCodeAt(0) - FIRST] ?? WIDEST)
}

/** The width of a text on one line, in points. */
export function textWidth(text: string, { size, isBold }: Letters): number {
  let sum = 0
  for (const letter of text) sum += letterWidth(letter)
  return (sum * size * (isBold ? BOLD : 1)) / 1000
}

/** The lines that a text takes within `width` points: parted between words, and within a word that is wider than a line. */
export function linesWithin(text: string, width: number, letters: Letters): number {
  const blank = textWidth(' ', letters)
  let lines = 0
  for (const line of text.split(/\r\n?|\n/)) {
    lines++
    let used = 0
    for (const word of line.split(/\s/)) {
      const wide = textWidth(word, letters)
      const gap = used === 0 ? 0 : blank
      if (used + gap + wide <= width) {
        used += gap + wide
        continue
      }
      if (used > 0) lines++
      const more = Math.max(0, Math.ceil(wide / width) - 1)
      lines += more
      used = wide - more * width
    }
  }
  return lines
}

/** The height in points of a row whose text takes so many lines; a text of more than 30 lines is cut by Excel. */
export const heightOfLines = (lines: number, size: number): number =>
  Math.min(HIGHEST, Math.max(ONE_LINE, Math.ceil(lines * size * LINE + 1)))
