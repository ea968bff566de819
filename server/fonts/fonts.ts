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

/**
 * Text as the fonts can show it: a letter they lack becomes the one below its mark (Š is S), a hyphen of another kind a
 * hyphen; decoration that nobody reads (stars, arrows, pictures) is left out, any other letter or sign becomes '?'. White space is single spaces; what has no shape (control characters) is left out.
 */
export function inFonts(text: string): string {
  let shown = ''
  for (const letter of text.normalize('NFC').replace(/\s+/g, ' ')) shown += shownAs(letter)
  return shown.replace(/ {2,}/g, ' ').trim()
}

function shownAs(letter: string): string {
  if (THERE.test(letter)) return letter
  if (SHAPELESS.test(letter)) return ''
  if (HYPHENS.test(letter)) return '-'
  const below = letter.normalize('NFKD').replace(/\p{M}+/gu, '')
  if (below !== '' && [...below].every((one) => THERE.test(one))) return below
  return DECORATION.test(letter) ? '' : '?'
}

/** What all three have: Latin-1 but for ¤, and the signs of Spanish typesetting. */
const THERE = /^[ -~\u00a0-\u00a3\u00a5-\u00ac\u00ae-ÿŒœ–—‘’‚“”„•…‹›€™−]$/
const SHAPELESS = /^[\p{Cc}\p{Cf}\p{Variation_Selector}]$/u
const DECORATION = /^[\p{So}\p{Sk}\p{Extended_Pictographic}\u2190-\u21ff]$/u
const HYPHENS = /^[\u2010-\u2012]$/
