/** Pictures of an article: the toy alone, several of them, its packaging, its size. */
import type { DemoBrand } from '../brands.ts'
import { drawBackdrop, drawToy } from '../drawings.ts'
import { lettering } from './lettering.ts'
import type { Palette } from './palette.ts'
import { box, group, line, oval, shape, svg } from './shapes.ts'

export type View = 'front' | 'group' | 'close' | 'box' | 'size'

export interface Picture {
  /** The toy, by its file's name. */
  readonly motif: string
  /** Which of the brand's palettes. */
  readonly palette: 0 | 1 | 2
  readonly view: View
  /** The words of the size picture, e.g. '35 CM'. */
  readonly label?: string
}

const FIELD = 400

/** A motif by its middle, `scale` of the whole field. */
const placed = (motif: string, palette: Palette, x: number, y: number, scale: number) =>
  group(`translate(${x - 200 * scale} ${y - 200 * scale}) scale(${scale})`, drawToy(motif, palette))

/** How far down low toys reach on their own field; the others reach down to 342. */
const feet: Readonly<Record<string, number>> = {
  car: 306,
  racer: 298,
  truck: 306,
  digger: 304,
  bus: 308,
  train: 308,
  wagon: 302,
  boat: 306,
  bicycle: 312,
  tractor: 320,
  scooter: 322,
  tricycle: 320,
  dinosaur: 318,
  elephant: 322,
  house: 318,
  crown: 302,
  teaSet: 318,
  blocks: 302,
  bricks: 320,
  keyboard: 284,
  ball: 326,
  football: 326,
  toolbox: 310,
  pan: 312,
  bucket: 328,
  duck: 324,
  magnets: 312,
  dice: 312,
  phone: 322,
  puzzle: 316,
  fruit: 322,
  drum: 330,
  xylophone: 322,
}

const shadow = (x: number, y: number, width: number, { dark }: Palette) =>
  `<g opacity=".13">${oval(x, y, width, width * 0.085, dark)}</g>`

const views: Record<View, (picture: Picture, brand: DemoBrand) => string> = {
  front: ({ motif, palette }, { palettes }) => {
    const reach = ((feet[motif] ?? 342) - 200) * 0.94
    // Half of the room below goes above, so that low toys neither float nor sink.
    const middle = 196 + (330 - 196 - reach) / 2
    return shadow(200, middle + reach + 5, 124, palettes[palette]) + placed(motif, palettes[palette], 200, middle, 0.94)
  },

  group: ({ motif, palette }, { palettes }) => {
    const [first, second, third] = [0, 1, 2].map((step) => palettes[(palette + step) % 3] as Palette) as [
      Palette,
      Palette,
      Palette,
    ]
    return (
      shadow(126, 250, 68, second) +
      placed(motif, second, 126, 166, 0.52) +
      shadow(278, 250, 68, third) +
      placed(motif, third, 278, 166, 0.52) +
      shadow(202, 346, 84, first) +
      placed(motif, first, 202, 244, 0.64)
    )
  },

  close: ({ motif, palette }, { palettes }) =>
    group('rotate(-7 200 200)', placed(motif, palettes[palette], 214, 226, 1.42)),

  box: ({ motif, palette }, { palettes, name }) => {
    const colours = palettes[palette]
    return (
      shadow(208, 352, 138, colours) +
      shape('M300 96L340 74V326L300 352Z', colours.dark) +
      shape('M76 96L122 74H340L300 96Z', colours.light) +
      box(76, 96, 224, 256, 4, colours.main) +
      box(94, 150, 188, 184, 12, colours.pale) +
      lettering(name, { x: 188, y: 124, size: 25, colour: colours.pale, weight: 0.2 }) +
      placed(motif, colours, 188, 240, 0.46)
    )
  },

  size: ({ motif, palette, label = '' }, { palettes }) => {
    const colours = palettes[palette]
    const ticks = [92, 135, 178, 221, 264, 307].map((x) => `M${x} 332V348`).join('')
    return (
      placed(motif, colours, 200, 170, 0.74) +
      line(`M92 340H307${ticks}`, colours.dark, 5) +
      box(132, 358, 136, 34, 17, colours.dark) +
      lettering(label, { x: 200, y: 375, size: 15, colour: colours.pale, weight: 0.18 })
    )
  },
}

/** Draws a picture of a brand's article. */
export function drawPicture(picture: Picture, brand: DemoBrand): string {
  const palette = brand.palettes[picture.palette]
  return svg(
    FIELD,
    FIELD,
    box(0, 0, FIELD, FIELD, 0, palette.back),
    drawBackdrop(brand.name, palette),
    views[picture.view](picture, brand),
  )
}
