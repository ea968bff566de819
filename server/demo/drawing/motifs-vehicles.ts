/** Things that drive, fly and swim, on a field of 400 by 400. */
import type { Palette } from './palette.ts'
import { box, circle, group, line, oval, shape } from './shapes.ts'

const wheel = (x: number, y: number, radius: number, { dark, pale }: Palette) =>
  circle(x, y, radius, dark) + circle(x, y, radius * 0.42, pale)

export const car = (p: Palette): string =>
  shape('M132 204C146 150 172 136 205 136H222C256 136 278 162 296 204Z', p.main) +
  shape('M152 202C162 166 178 154 200 154H205V202ZM220 154H224C246 154 262 172 274 202H220Z', p.pale) +
  box(70, 198, 262, 72, 26, p.main) +
  box(312, 214, 20, 22, 10, p.accent) +
  box(70, 214, 16, 22, 8, p.light) +
  wheel(132, 270, 36, p) +
  wheel(270, 270, 36, p)

export const racer = (p: Palette): string =>
  shape('M66 258C66 226 96 216 138 212L196 188C214 180 240 184 256 204L326 222C340 226 344 240 342 258Z', p.main) +
  shape('M206 206C222 194 240 198 250 212L202 216Z', p.pale) +
  box(62, 178, 60, 16, 8, p.dark) +
  box(84, 188, 12, 34, 4, p.dark) +
  circle(168, 236, 19, p.pale) +
  line('M164 229L170 226V246', p.dark, 5) +
  shape('M290 258L342 246V258Z', p.accent) +
  wheel(122, 262, 36, p) +
  wheel(284, 264, 34, p)

export const truck = (p: Palette): string =>
  box(64, 142, 168, 116, 12, p.light) +
  box(78, 158, 140, 12, 6, p.pale) +
  box(78, 180, 140, 12, 6, p.pale) +
  shape('M240 176H292C304 176 312 182 318 192L336 226V268H240Z', p.main) +
  shape('M258 194H290L306 224H258Z', p.pale) +
  box(60, 250, 280, 22, 8, p.dark) +
  box(322, 232, 16, 14, 5, p.accent) +
  wheel(116, 274, 32, p) +
  wheel(190, 274, 32, p) +
  wheel(292, 274, 32, p)

export const digger = (p: Palette): string =>
  line('M226 196L268 112L326 176', p.main, 24) +
  shape('M300 170L350 176L342 226C318 230 300 214 300 196Z', p.dark) +
  box(110, 150, 110, 92, 16, p.main) +
  box(150, 164, 56, 42, 8, p.pale) +
  box(92, 206, 152, 44, 14, p.main) +
  box(84, 254, 176, 50, 25, p.dark) +
  [112, 152, 192, 232].map((x) => circle(x, 279, 13, p.light)).join('') +
  circle(268, 114, 9, p.accent)

export const tractor = (p: Palette): string =>
  box(120, 118, 108, 18, 8, p.dark) +
  shape('M134 136H216V214H120Z', p.pale) +
  box(128, 132, 12, 80, 4, p.main) +
  box(208, 132, 12, 80, 4, p.main) +
  box(116, 194, 206, 66, 18, p.main) +
  box(276, 150, 14, 48, 5, p.dark) +
  box(300, 212, 22, 22, 8, p.accent) +
  circle(142, 258, 62, p.dark) +
  circle(142, 258, 34, p.light) +
  circle(142, 258, 14, p.pale) +
  wheel(288, 284, 36, p)

export const bus = (p: Palette): string =>
  box(62, 132, 276, 144, 28, p.main) +
  box(62, 206, 276, 18, 0, p.light) +
  [84, 142, 200].map((x) => box(x, 152, 46, 42, 10, p.pale)).join('') +
  box(262, 152, 54, 92, 10, p.pale) +
  line('M289 154V242', p.main, 6) +
  box(322, 236, 16, 18, 6, p.accent) +
  wheel(120, 276, 32, p) +
  wheel(248, 276, 32, p)

export const train = (p: Palette): string =>
  box(84, 128, 100, 16, 8, p.dark) +
  box(96, 142, 78, 120, 8, p.main) +
  box(112, 158, 46, 44, 8, p.pale) +
  box(160, 186, 142, 76, 26, p.main) +
  shape('M252 138H292L284 190H260Z', p.dark) +
  box(196, 168, 30, 22, 10, p.light) +
  circle(268, 118, 12, p.light) +
  circle(296, 98, 17, p.light) +
  circle(302, 224, 13, p.accent) +
  box(84, 254, 230, 16, 6, p.dark) +
  shape('M310 254H326L346 292H310Z', p.dark) +
  wheel(126, 276, 32, p) +
  wheel(202, 282, 26, p) +
  wheel(268, 282, 26, p)

export const plane = (p: Palette): string =>
  shape('M74 132L112 126L140 184H88Z', p.dark) +
  shape('M84 180H262C308 180 342 200 342 220C342 240 308 254 262 254H158C112 254 90 226 84 180Z', p.main) +
  shape('M276 192C298 194 312 202 320 212H276Z', p.pale) +
  [150, 188, 226].map((x) => circle(x, 208, 12, p.pale)).join('') +
  shape('M176 230H248L196 308H158Z', p.light) +
  shape('M186 182L232 182L200 122H172Z', p.light) +
  oval(346, 220, 7, 44, p.accent) +
  circle(346, 220, 10, p.dark)

export const helicopter = (p: Palette): string =>
  line('M96 116H312', p.dark, 12) +
  box(196, 114, 14, 34, 4, p.dark) +
  shape('M70 168L96 160L168 190V226L104 202Z', p.main) +
  oval(82, 178, 12, 34, p.accent, -12) +
  shape(
    'M146 186C156 156 186 146 222 146C284 146 322 186 322 226C322 256 298 264 262 264H206C166 264 146 232 146 186Z',
    p.main,
  ) +
  shape('M238 164C278 166 304 192 308 222H238Z', p.pale) +
  line('M196 266V290M270 266V290M160 292H306', p.dark, 11) +
  circle(190, 214, 15, p.light)

export const boat = (p: Palette): string =>
  line('M200 92V240', p.dark, 10) +
  shape('M212 104C272 130 298 174 302 224H212Z', p.main) +
  shape('M188 122C150 150 128 186 120 224H188Z', p.light) +
  shape('M200 84L236 96L200 110Z', p.accent) +
  shape('M80 240H324L296 290C290 300 284 304 272 304H134C122 304 114 300 108 290Z', p.dark) +
  [150, 202, 254].map((x) => circle(x, 270, 12, p.pale)).join('')

export const rocket = (p: Palette): string =>
  shape('M146 218L96 292L152 276ZM254 218L304 292L248 276Z', p.dark) +
  shape('M172 292H228L200 352Z', p.accent) +
  shape('M200 50C250 98 266 168 240 284H160C134 168 150 98 200 50Z', p.main) +
  shape('M200 50C222 72 238 98 246 126H154C162 98 178 72 200 50Z', p.light) +
  circle(200, 178, 35, p.pale) +
  circle(200, 178, 20, p.dark)

export const scooter = (p: Palette): string =>
  line('M274 98L304 276', p.main, 15) +
  line('M238 106L310 92', p.dark, 16) +
  line('M300 268C276 244 262 268 238 270H112', p.light, 22) +
  shape('M84 256H122V276H84Z', p.dark) +
  line('M264 110L250 150M298 104L316 140', p.accent, 5) +
  wheel(112, 292, 30, p) +
  wheel(306, 292, 30, p)

export const tricycle = (p: Palette): string =>
  line('M128 268L170 190H244L284 262M244 190L228 140', p.main, 16) +
  line('M204 132C222 124 240 126 254 140', p.dark, 15) +
  box(126, 168, 76, 22, 11, p.dark) +
  circle(284, 262, 56, p.dark) +
  circle(284, 262, 38, p.back) +
  line('M284 226V298M248 262H320', p.light, 7) +
  circle(284, 262, 13, p.accent) +
  wheel(120, 284, 35, p)

export const bicycle = (p: Palette): string =>
  [118, 286].map((x) => circle(x, 250, 62, p.dark) + circle(x, 250, 47, p.back) + circle(x, 250, 9, p.dark)).join('') +
  line('M118 250L166 172H254L204 250ZM166 172L204 250', p.main, 14) +
  line('M286 250L250 142L280 130', p.main, 14) +
  box(136, 146, 58, 17, 8, p.dark) +
  line('M166 172L160 154', p.main, 10) +
  box(262, 150, 46, 32, 8, p.light) +
  circle(204, 250, 16, p.accent)

export const wagon = (p: Palette): string =>
  line('M300 232L344 138L362 146', p.dark, 11) +
  box(74, 188, 232, 64, 14, p.main) +
  box(92, 204, 196, 12, 6, p.light) +
  group('rotate(-8 140 150)', box(108, 130, 56, 56, 8, p.light)) +
  circle(212, 158, 32, p.accent) +
  box(246, 140, 48, 48, 8, p.dark) +
  box(84, 188, 212, 14, 6, p.main) +
  wheel(122, 268, 34, p) +
  wheel(258, 268, 34, p)
