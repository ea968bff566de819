/** Games, first toys, building, music and science, on a field of 400 by 400. */
import { lettering } from './lettering.ts'
import type { Palette } from './palette.ts'
import { box, circle, group, line, oval, shape, starPath } from './shapes.ts'

export const blocks = (p: Palette): string => {
  const block = (x: number, y: number, letter: string, fill: string, ink: string) =>
    box(x, y, 106, 106, 14, fill) + lettering(letter, { x: x + 53, y: y + 53, size: 50, colour: ink, weight: 0.2 })
  return (
    block(147, 82, 'C', p.light, p.dark) + block(88, 196, 'A', p.main, p.pale) + block(206, 196, 'B', p.dark, p.pale)
  )
}

export const stacker = (p: Palette): string =>
  box(190, 84, 20, 220, 10, p.dark) +
  circle(200, 92, 25, p.accent) +
  box(152, 122, 96, 42, 21, p.light) +
  box(130, 168, 140, 42, 21, p.main) +
  box(108, 214, 184, 42, 21, p.light) +
  box(86, 260, 228, 46, 23, p.main) +
  box(74, 304, 252, 18, 9, p.dark)

export const rattle = (p: Palette): string =>
  group(
    'rotate(38 200 200)',
    box(186, 178, 28, 152, 14, p.light),
    circle(200, 330, 30, p.light),
    circle(200, 330, 14, p.back),
    circle(200, 124, 76, p.main),
    shape('M128 104H272C276 118 276 132 272 146H128C124 132 124 118 128 104Z', p.pale),
    circle(162, 125, 11, p.accent),
    circle(200, 125, 11, p.dark),
    circle(238, 125, 11, p.accent),
  )

export const xylophone = (p: Palette): string =>
  line('M70 168L330 146M70 254L330 276', p.dark, 13) +
  [p.main, p.light, p.accent, p.main, p.light]
    .map((fill, index) => box(82 + index * 50, 128 + index * 9, 40, 166 - index * 18, 12, fill))
    .join('') +
  [102, 152, 202, 252, 302]
    .map((x, i) => circle(x, 150 + i * 6, 5, p.dark) + circle(x, 272 - i * 6, 5, p.dark))
    .join('') +
  line('M130 322L286 92', p.dark, 9) +
  circle(288, 90, 19, p.accent)

export const drum = (p: Palette): string =>
  line('M104 92L196 166M300 84L214 166', p.dark, 11) +
  circle(102, 90, 14, p.accent) +
  circle(302, 82, 14, p.accent) +
  shape('M84 180V280C84 310 136 328 200 328S316 310 316 280V180Z', p.main) +
  line('M86 218L132 304L178 236L224 314L270 232L314 284', p.pale, 7) +
  line('M84 280C84 310 136 328 200 328S316 310 316 280', p.dark, 15) +
  oval(200, 180, 118, 46, p.dark) +
  oval(200, 178, 102, 36, p.pale)

export const guitar = (p: Palette): string =>
  group(
    'rotate(38 200 200)',
    box(186, 26, 28, 180, 6, p.dark),
    box(178, 16, 44, 50, 10, p.light),
    shape('M200 170C252 170 262 206 246 232C296 252 286 352 200 352S104 252 154 232C138 206 148 170 200 170Z', p.main),
    circle(200, 246, 30, p.dark),
    box(160, 306, 80, 14, 6, p.dark),
    line('M192 40V310M200 40V310M208 40V310', p.pale, 2.5),
    circle(172, 30, 6, p.accent),
    circle(228, 30, 6, p.accent),
    circle(172, 52, 6, p.accent),
    circle(228, 52, 6, p.accent),
  )

export const keyboard = (p: Palette): string =>
  box(60, 128, 280, 156, 20, p.main) +
  box(80, 146, 84, 34, 8, p.dark) +
  line('M90 164H108L116 154L126 172L136 164H152', p.accent, 4) +
  [190, 216, 242].map((x) => circle(x, 163, 9, p.light)).join('') +
  box(266, 152, 54, 10, 5, p.light) +
  box(266, 168, 54, 10, 5, p.light) +
  box(80, 194, 240, 72, 6, p.pale) +
  [114, 148, 182, 217, 251, 286].map((x) => line(`M${x} 196V264`, p.dark, 2.5)).join('') +
  [104, 138, 207, 241, 276].map((x) => box(x, 194, 20, 42, 4, p.dark)).join('')

export const puzzle = (p: Palette): string =>
  shape('M84 112H170C160 74 224 74 214 112H302V190C262 180 262 244 302 234V316H84Z', p.main) +
  line('M84 214H146C140 182 186 182 180 214H196V250C226 244 226 286 196 280V316', p.pale, 8) +
  line('M196 214V196C168 200 168 162 196 166V112', p.pale, 8) +
  line('M196 214H262', p.pale, 8) +
  circle(128, 158, 15, p.accent) +
  shape(starPath(250, 152, 22, 5), p.light) +
  shape('M232 268L252 248L272 268L252 290Z', p.dark)

export const dice = (p: Palette): string =>
  group(
    'rotate(-12 156 216)',
    box(80, 140, 150, 150, 30, p.main),
    [112, 155, 198].map((x) => circle(x, 172, 12, p.pale) + circle(x, 258, 12, p.pale)).join(''),
  ) +
  group(
    'rotate(16 266 160)',
    box(206, 96, 122, 122, 24, p.dark),
    circle(236, 126, 11, p.pale),
    circle(267, 157, 11, p.accent),
    circle(298, 188, 11, p.pale),
  ) +
  shape('M268 282L250 318C250 326 312 326 312 318L294 282Z', p.accent) +
  circle(281, 268, 24, p.accent)

export const boardGame = (p: Palette): string => {
  const squares = Array.from({ length: 16 }, (_, index) => {
    const [column, row] = [index % 4, Math.floor(index / 4)]
    return box(92 + column * 54, 92 + row * 54, 54, 54, 0, (column + row) % 2 ? p.light : p.pale)
  })
  const pawn = (x: number, y: number, fill: string) =>
    shape(`M${x - 22} ${y + 34}L${x - 9} ${y}H${x + 9}L${x + 22} ${y + 34}Z`, fill) + circle(x, y - 8, 17, fill)
  return (
    group('rotate(-6 200 200)', box(74, 74, 252, 252, 20, p.main), ...squares) +
    pawn(148, 148, p.dark) +
    pawn(252, 178, p.accent) +
    pawn(190, 258, p.main)
  )
}

export const cards = (p: Palette): string =>
  group('rotate(-20 200 320)', box(128, 92, 128, 188, 16, p.dark), shape(starPath(192, 186, 44, 5), p.light)) +
  group('rotate(-2 200 320)', box(132, 82, 128, 188, 16, p.light), circle(196, 176, 42, p.dark)) +
  group(
    'rotate(17 200 320)',
    box(140, 84, 132, 194, 16, p.pale),
    box(140, 84, 132, 22, 11, p.main),
    shape(
      'M206 232C150 194 158 146 186 146C198 146 204 156 206 164C208 156 214 146 226 146C254 146 262 194 206 232Z',
      p.main,
    ),
    circle(160, 260, 7, p.accent),
    circle(252, 260, 7, p.accent),
  )

export const bricks = (p: Palette): string => {
  const brick = (x: number, y: number, studs: number, fill: string) =>
    Array.from({ length: studs }, (_, index) => box(x + 11 + index * 50, y - 13, 30, 20, 5, fill)).join('') +
    box(x, y, studs * 50 + 2, 58, 6, fill)
  return (
    brick(74, 262, 5, p.dark) +
    brick(100, 200, 3, p.main) +
    brick(254, 200, 1, p.accent) +
    brick(124, 138, 2, p.light) +
    brick(148, 76, 1, p.main)
  )
}

export const magnets = (p: Palette): string => {
  const tile = (path: string, fill: string) =>
    `<path d="${path}" fill="${fill}" fill-opacity=".85" stroke="${fill}" stroke-width="12" stroke-linejoin="round"/>`
  return (
    tile('M112 306V206H200V306Z', p.main) +
    tile('M200 306V206H288V306Z', p.light) +
    tile('M112 206L156 128L200 206Z', p.accent) +
    tile('M200 206L244 128L288 206Z', p.main) +
    tile('M156 128H244L200 206Z', p.light) +
    tile('M156 128L200 56L244 128Z', p.dark) +
    [
      [156, 256],
      [244, 256],
      [200, 104],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 11, p.pale))
      .join('')
  )
}

export const gears = (p: Palette): string => {
  const gear = (x: number, y: number, radius: number, teeth: number, fill: string, hole: string) =>
    Array.from({ length: teeth }, (_, index) =>
      group(
        `rotate(${(360 / teeth) * index} ${x} ${y})`,
        box(x - radius * 0.2, y - radius * 1.24, radius * 0.4, radius * 0.5, 5, fill),
      ),
    ).join('') +
    circle(x, y, radius, fill) +
    circle(x, y, radius * 0.4, hole)
  return (
    gear(156, 230, 76, 10, p.main, p.pale) +
    gear(274, 146, 50, 8, p.dark, p.light) +
    gear(282, 284, 40, 7, p.accent, p.dark)
  )
}

export const robot = (p: Palette): string =>
  line('M200 78V104M118 236L88 290M282 236L312 290', p.dark, 12) +
  circle(200, 68, 15, p.accent) +
  box(134, 100, 132, 92, 22, p.main) +
  box(110, 128, 24, 36, 8, p.dark) +
  box(266, 128, 24, 36, 8, p.dark) +
  circle(170, 140, 20, p.pale) +
  circle(230, 140, 20, p.pale) +
  circle(172, 141, 9, p.dark) +
  circle(228, 141, 9, p.dark) +
  line('M172 174H228', p.pale, 8) +
  box(118, 202, 164, 106, 20, p.main) +
  box(146, 222, 108, 48, 10, p.light) +
  [168, 200, 232].map((x, i) => circle(x, 246, 10, i === 1 ? p.accent : p.dark)).join('') +
  circle(84, 298, 17, p.light) +
  circle(316, 298, 17, p.light) +
  box(142, 304, 42, 36, 8, p.dark) +
  box(216, 304, 42, 36, 8, p.dark)

export const microscope = (p: Palette): string =>
  box(96, 304, 208, 26, 13, p.dark) +
  line('M218 130C306 150 316 262 238 306', p.main, 25) +
  group(
    'rotate(-26 178 170)',
    box(150, 82, 56, 128, 12, p.main),
    box(158, 62, 40, 30, 8, p.dark),
    box(160, 206, 36, 36, 6, p.light),
    box(150, 128, 56, 14, 0, p.light),
  ) +
  box(122, 262, 112, 18, 8, p.light) +
  circle(266, 206, 16, p.accent)
