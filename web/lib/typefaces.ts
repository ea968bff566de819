/** The latin part of the two typefaces; until it is here text shows in fonts of the device (web/styles/fonts.css). */
import heading from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2'
import body from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'

const typefaces = [
  ['Figtree Variable', body, '300 900'],
  ['Bricolage Grotesque Variable', heading, '200 800'],
] as const

/**
 * From now on text is set in them. They are not in a style sheet: a browser would fetch their 63 KB with the first word, before the
 * cards' pictures and the code of what people tap first.
 */
export function showTypefaces(): void {
  for (const [name, address, weight] of typefaces)
    document.fonts.add(new FontFace(name, `url(${address})`, { weight, display: 'swap' }))
}
