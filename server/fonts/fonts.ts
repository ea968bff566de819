/** The shop's own letters for documents: embedded, so that a page looks the same everywhere. Licences beside them. */
import { fileURLToPath } from 'node:url'

/** From the sources and from a build, two folders below the top. */
const folder = new URL('../../server/fonts/', import.meta.url)
const path = (file: string) => fileURLToPath(new URL(file, folder))

export const fonts = {
  text: path('figtree-400.ttf'),
  bold: path('figtree-700.ttf'),
  title: path('bricolage-grotesque-800.ttf'),
} as const

/** Text with '?' for the signs the fonts have none for, white space as single spaces and without control characters. */
export function inFonts(text: string): string {
  let shown = ''
  for (const letter of text.normalize('NFC').replace(/\s+/g, ' ')) {
    const code = letter.codePointAt(0) ?? 0
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) continue
    shown += code <= 0xff || OTHERS.test(letter) ? letter : '?'
  }
  return shown.trim()
}
const OTHERS = /[Œœ‐-‧‰‹›€™−]/
