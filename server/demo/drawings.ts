/** What the demo shop is drawn with, as SVG files: toys and the brands' backdrops in standard colours, and posters. */
import { readFileSync } from 'node:fs'
import type { Palette } from './drawing/palette.ts'

// The build puts the folder beside what it makes of this file, as it is here.
export const assets = new URL('./assets/', import.meta.url)

/** The colours of the files; a picture has those of a brand in their places. */
const standard: Palette = {
  back: '#FFE4DD',
  pattern: '#FFD3C8',
  pale: '#FFF6F2',
  main: '#F4604C',
  dark: '#86281D',
  light: '#FBA899',
  accent: '#FFC425',
}
const parts = new Map(Object.entries(standard).map(([part, colour]) => [colour, part as keyof Palette]))

const read = new Map<string, string>()

/** What a file draws on a field of 400 by 400, without the `<svg>` around it. */
function contentOf(path: string): string {
  const known = read.get(path)
  if (known !== undefined) return known
  const [, content = ''] = /^<svg [^>]+>(.*)<\/svg>\s*$/s.exec(readFileSync(new URL(path, assets), 'utf8')) ?? []
  if (content === '') throw new Error(`${path} is no drawing`)
  read.set(path, content)
  return content
}

const inColours = (drawing: string, palette: Palette): string =>
  drawing.replaceAll(/#[0-9A-F]{6}/g, (colour) => {
    const part = parts.get(colour)
    return part ? palette[part] : colour
  })

/** A toy by its name, e.g. 'digger', on a field of 400 by 400. @throws for a toy that nobody has drawn */
export const drawToy = (name: string, palette: Palette): string => inColours(contentOf(`toys/${name}.svg`), palette)

/** The background of a brand's toys, on a field of 400 by 400. */
export const drawBackdrop = (brand: string, palette: Palette): string =>
  inColours(contentOf(`backdrops/${brand}.svg`), palette)

/** A large picture with words in it: the banner or one of the news. */
export const readPoster = (name: 'banner' | 'dinosaurs' | 'summer' | 'building'): string =>
  readFileSync(new URL(`posters/${name}.svg`, assets), 'utf8').trimEnd()
