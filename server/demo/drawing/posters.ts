/** The side banner and the news: large pictures with words in them. */
import { lettering } from './lettering.ts'
import { type Motif, motifs } from './motifs.ts'
import type { Palette } from './palette.ts'
import { box, circle, group, line, oval, shape, starPath, svg } from './shapes.ts'

const NAVY = '#142873'
const BLUE = '#2344C4'
const SUN = '#FFC425'
const WHITE = '#FFFFFF'

const toy = (motif: Motif, palette: Palette, x: number, y: number, scale: number, turn = 0): string =>
  group(`translate(${x} ${y}) rotate(${turn}) scale(${scale}) translate(-200 -200)`, motifs[motif](palette))

/** Many colours instead of a brand's own: posters are the shop's. */
const tones = (main: string, dark: string, light: string, accent: string): Palette => ({
  main,
  dark,
  light,
  accent,
  back: '#FFFFFF',
  pattern: '#F1F3FA',
  pale: '#FFF9EC',
})
const red = tones('#F4604C', '#7A2318', '#FBA899', SUN)
const green = tones('#2FA565', '#12512E', '#8ED7AC', SUN)
const violet = tones('#7F57DA', '#3B1F7E', '#B9A0F2', '#FFB52E')
const pink = tones('#EA5596', '#77194A', '#F7A6CA', '#26B5C8')
const sky = tones('#22A7CF', '#0B4459', '#8ED8EA', '#FF8A3D')
const gold = tones('#F0A010', '#6F4300', '#FFD272', '#E5484D')

/** Small things strewn over a field, but not under the words on its left. */
const confetti = (width: number, height: number, colours: readonly string[]): string =>
  Array.from({ length: 84 }, (_, index) => {
    const [column, row] = [index % 12, Math.floor(index / 12)]
    const x = ((column + 0.5) * width) / 12 + ((index * 37) % 51) - 25
    const y = ((row + 0.5) * height) / 7 + ((index * 53) % 47) - 23
    if (x > 70 && x < 650 && y > 120 && y < 470) return ''
    const colour = colours[(index * 7 + row) % colours.length] as string
    if (index % 3 === 0) return circle(x, y, 7, colour)
    if (index % 3 === 1) return shape(starPath(x, y, 13, 5), colour)
    return group(`rotate(${index * 37} ${x} ${y})`, box(x - 12, y - 4, 24, 8, 4, colour))
  }).join('')

/** The picture beside the catalogue, upright. */
export const bannerDrawing = (): string =>
  svg(
    600,
    1000,
    box(0, 0, 600, 1000, 0, SUN),
    shape('M0 380C140 300 300 320 420 370S560 430 600 390V1000H0Z', '#FFD766'),
    shape('M0 700C160 620 300 690 430 680S560 640 600 660V1000H0Z', BLUE),
    shape('M0 810C150 750 330 800 460 780S570 770 600 780V1000H0Z', NAVY),
    lettering('Todo', { x: 300, y: 122, size: 92, colour: NAVY, weight: 0.2 }),
    lettering('para jugar', { x: 300, y: 228, size: 47, colour: NAVY, weight: 0.2 }),
    toy('kite', red, 452, 408, 0.68, 14),
    toy('rocket', violet, 132, 424, 0.74, -14),
    toy('bear', pink, 300, 590, 0.98),
    toy('car', green, 140, 742, 0.74),
    toy('ball', sky, 470, 738, 0.6),
    box(96, 862, 408, 78, 39, SUN),
    lettering('Novedades', { x: 300, y: 901, size: 34, colour: NAVY, weight: 0.19 }),
  )

interface Slide {
  readonly caption: string
  readonly drawing: () => string
}

const words = (first: string, second: string, colour: string, badge: string, badgeInk: string, label: string): string =>
  lettering(first, { x: 360, y: 190, size: 62, colour, weight: 0.19 }) +
  lettering(second, { x: 360, y: 292, size: 62, colour, weight: 0.19 }) +
  box(190, 370, 340, 70, 35, badge) +
  lettering(label, { x: 360, y: 405, size: 23, colour: badgeInk, weight: 0.18 })

/** The news, in their order. */
export const slides: readonly Slide[] = [
  {
    caption: 'Dinosaurios y robots: nueva línea con sonido y movimiento',
    drawing: () =>
      svg(
        1200,
        700,
        box(0, 0, 1200, 700, 0, '#DDF3E4'),
        circle(1010, 150, 90, SUN),
        shape('M0 470C200 380 420 450 640 480S1010 420 1200 360V700H0Z', '#9FDBB2'),
        shape('M0 590C260 520 500 600 760 580S1080 560 1200 520V700H0Z', '#2FA565'),
        words('Llegaron', 'los dinos', '#12512E', '#12512E', WHITE, 'Línea nueva'),
        toy('dinosaur', violet, 830, 366, 1.32),
        toy('dinosaur', red, 1070, 498, 0.6),
        toy('robot', gold, 180, 560, 0.58),
        toy('dinosaur', sky, 420, 572, 0.44),
      ),
  },
  {
    caption: 'Verano: agua y playa desde 2 unidades',
    drawing: () =>
      svg(
        1200,
        700,
        box(0, 0, 1200, 700, 0, '#BFEAF5'),
        circle(1086, 128, 76, SUN),
        shape('M0 420C120 390 200 450 320 420S520 390 640 420 840 450 960 420 1120 390 1200 420V700H0Z', '#38B6D8'),
        shape('M0 540C240 500 420 560 660 545S1020 500 1200 530V700H0Z', '#FFE3A3'),
        words('Se viene', 'el verano', '#0B4459', '#FF8A3D', WHITE, 'Agua y playa'),
        oval(860, 640, 190, 18, '#E9C678'),
        toy('bucket', pink, 850, 468, 1.12),
        toy('ball', red, 1080, 560, 0.58),
        toy('boat', violet, 1066, 310, 0.6),
        toy('duck', gold, 180, 580, 0.5),
        toy('waterGun', green, 430, 590, 0.44),
      ),
  },
  {
    caption: 'Construcción: ladrillitos, imanes y engranajes',
    drawing: () =>
      svg(
        1200,
        700,
        box(0, 0, 1200, 700, 0, NAVY),
        confetti(1200, 700, ['#F4604C', SUN, '#38B6D8', '#7F57DA', '#2FA565']),
        words('Armar es', 'un juego', WHITE, SUN, NAVY, 'Construcción'),
        toy('bricks', tones('#F4604C', '#7F57DA', SUN, '#38B6D8'), 900, 505, 1.5),
        toy('gears', tones('#38B6D8', '#2FA565', '#8ED7AC', '#EA5596'), 190, 572, 0.5, 10),
        toy('magnets', tones('#EA5596', SUN, '#8ED8EA', '#2FA565'), 430, 560, 0.5),
        line('M640 690H1160', '#2344C4', 12),
      ),
  },
]
