/** Letters as strokes: drawings must look the same on machines without any font. Ten units high. */
import { group, line } from './shapes.ts'

/** Width and strokes of each letter of a brand's name or a size. */
const glyphs: Readonly<Record<string, readonly [width: number, path: string]>> = {
  A: [8, 'M0 10L4 0L8 10M1.5 6.6H6.5'],
  B: [7, 'M0 4.8H4.2A2.6 2.6 0 0 1 4.2 10H0V0H3.8A2.4 2.4 0 0 1 3.8 4.8'],
  C: [7, 'M7 2.2A4 5 0 1 0 7 7.8'],
  E: [6, 'M6 0H0V10H6M0 5H5'],
  I: [0, 'M0 0V10'],
  L: [5.6, 'M0 0V10H5.6'],
  M: [9, 'M0 10V0L4.5 6.4L9 0V10'],
  O: [8, 'M4 0A4 5 0 1 0 4 10A4 5 0 1 0 4 0Z'],
  P: [6.9, 'M0 10V0H4A2.9 2.9 0 0 1 4 5.8H0'],
  R: [7, 'M0 10V0H4A2.9 2.9 0 0 1 4 5.8H0M3.6 5.8L7 10'],
  S: [6.3, 'M6 1.7C5 -.6 .3 -.5 .3 2.5C.3 5.6 6.3 4.2 6.3 7.4C6.3 10.6 1 10.7 0 8'],
  T: [7, 'M0 0H7M3.5 0V10'],
  U: [7, 'M0 0V6.5A3.5 3.5 0 0 0 7 6.5V0'],
  Y: [7.6, 'M0 0L3.8 5L7.6 0M3.8 5V10'],
  0: [6.4, 'M3.2 0A3.2 5 0 1 0 3.2 10A3.2 5 0 1 0 3.2 0Z'],
  1: [3, 'M0 2L3 0V10'],
  2: [6.4, 'M.3 2.6A3 2.8 0 0 1 6.2 3C6.2 5.2 0 7.6 0 10H6.4'],
  3: [6.2, 'M.3 0H6L2.8 4A3.1 3 0 1 1 0 8.3'],
  4: [7, 'M5 10V0L0 7H7'],
  5: [6.4, 'M6 0H1L.6 4.4A3.2 3 0 1 1 0 8.6'],
  6: [6.2, 'M5.2 0C1.6 2 0 4.4 0 6.9A3.1 3.1 0 1 0 .3 5.6'],
  7: [6.4, 'M0 0H6.4L2 10'],
  8: [6.2, 'M3.1 0A2.4 2.4 0 1 0 3.1 4.8A2.4 2.4 0 1 0 3.1 0ZM3.1 4.8A2.9 2.6 0 1 0 3.1 10A2.9 2.6 0 1 0 3.1 4.8Z'],
  9: [6.4, 'M1.2 10C4.8 8 6.4 5.6 6.4 3.1A3.1 3.1 0 1 0 6.1 4.4'],
}
const SPACE = 4
const GAP = 3

export interface Lettering {
  /** Middle of the words. */
  x: number
  y: number
  /** Height of a capital letter in pixels. */
  size: number
  colour: string
  /** Thickness of a stroke as a share of the height. */
  weight?: number
}

/** Draws words in capitals, centred. Characters without a drawing are left as a space. */
export function lettering(words: string, { x, y, size, colour, weight = 0.17 }: Lettering): string {
  let width = -GAP
  const strokes: string[] = []
  for (const character of words.toUpperCase()) {
    const glyph = glyphs[character]
    if (glyph) strokes.push(group(`translate(${width + GAP} 0)`, line(glyph[1], colour, weight * 10)))
    width += GAP + (glyph ? glyph[0] : SPACE)
  }
  const scale = size / 10
  return group(`translate(${x - (width * scale) / 2} ${y - size / 2}) scale(${scale})`, ...strokes)
}
