/** Animals, dolls and what belongs to them, on a field of 400 by 400. */
import type { Palette } from './palette.ts'
import { box, circle, group, line, oval, shape, starPath } from './shapes.ts'

const eyes = (left: number, right: number, y: number, colour: string, radius = 8) =>
  circle(left, y, radius, colour) + circle(right, y, radius, colour)

export const bear = (p: Palette): string =>
  eyes(142, 258, 100, p.main, 34) +
  eyes(142, 258, 100, p.light, 17) +
  oval(134, 258, 26, 42, p.main, 30) +
  oval(266, 258, 26, 42, p.main, -30) +
  oval(200, 268, 78, 72, p.main) +
  oval(200, 276, 46, 44, p.light) +
  eyes(152, 248, 330, p.main, 30) +
  eyes(152, 248, 332, p.light, 15) +
  oval(200, 148, 80, 72, p.main) +
  oval(200, 172, 38, 30, p.pale) +
  eyes(168, 232, 138, p.dark, 9) +
  oval(200, 160, 14, 10, p.dark) +
  line('M200 170V180M188 186C194 192 206 192 212 186', p.dark, 5)

export const bunny = (p: Palette): string =>
  oval(164, 92, 24, 66, p.main, -8) +
  oval(236, 92, 24, 66, p.main, 8) +
  oval(164, 96, 11, 46, p.light, -8) +
  oval(236, 96, 11, 46, p.light, 8) +
  oval(200, 280, 76, 66, p.main) +
  oval(200, 292, 44, 42, p.pale) +
  eyes(148, 252, 332, p.main, 27) +
  oval(200, 184, 74, 64, p.main) +
  eyes(172, 228, 174, p.dark, 9) +
  eyes(150, 250, 198, p.light, 13) +
  shape('M190 190H210L200 202Z', p.dark) +
  line('M200 202V208M200 208C196 216 188 216 184 211M200 208C204 216 212 216 216 211', p.dark, 4) +
  shape('M200 244L164 228V262ZM200 244L236 228V262Z', p.accent) +
  circle(200, 244, 9, p.dark)

export const dinosaur = (p: Palette): string =>
  shape('M112 196L134 158L150 190ZM146 166L170 130L186 166ZM94 240L100 198L128 218Z', p.dark) +
  shape(
    'M64 318C64 232 118 186 178 182C186 128 208 84 266 84C312 84 342 108 342 146C342 178 318 194 284 194H262C252 204 254 216 260 230C270 256 272 290 272 318H226V292C226 278 216 268 200 268C184 268 174 278 174 292V318Z',
    p.main,
  ) +
  shape('M252 210C262 244 262 286 262 318H240C242 280 240 240 232 214Z', p.light) +
  circle(282, 120, 15, p.pale) +
  circle(286, 121, 8, p.dark) +
  line('M290 166C304 168 318 164 328 156', p.dark, 6) +
  line('M246 232C260 236 268 232 274 224', p.dark, 8) +
  circle(132, 250, 13, p.light) +
  circle(166, 226, 10, p.light) +
  circle(112, 286, 9, p.light)

export const elephant = (p: Palette): string =>
  box(112, 230, 46, 92, 16, p.main) +
  box(220, 230, 46, 92, 16, p.main) +
  shape(
    'M92 244C92 174 134 146 190 146C246 146 278 180 278 244C278 276 250 280 190 280C128 280 92 280 92 244Z',
    p.main,
  ) +
  line('M96 210C76 214 70 234 76 252', p.main, 10) +
  circle(272, 160, 58, p.main) +
  line('M314 170C338 194 336 228 330 258C328 274 344 278 352 270', p.main, 28) +
  oval(234, 166, 42, 52, p.light, 8) +
  circle(290, 148, 8, p.dark) +
  shape('M296 196C306 210 320 214 330 206L322 190Z', p.pale) +
  [
    [124, 316],
    [146, 316],
    [232, 316],
    [254, 316],
  ]
    .map(([x = 0, y = 0]) => oval(x, y, 8, 6, p.light))
    .join('') +
  shape('M138 150C160 132 206 132 224 150L214 192H150Z', p.accent) +
  circle(182, 166, 9, p.dark)

export const duck = (p: Palette): string =>
  shape(
    'M74 214C116 232 148 216 176 206C150 184 150 100 220 100C276 100 300 150 280 194C318 216 326 244 318 270C306 306 262 316 196 316C116 316 76 280 74 214Z',
    p.main,
  ) +
  shape('M270 146C304 138 330 148 336 158C322 176 296 180 274 172Z', p.accent) +
  circle(238, 142, 10, p.dark) +
  circle(241, 139, 3, p.pale) +
  shape('M150 244C190 226 234 232 262 250C244 290 176 298 150 244Z', p.light) +
  line('M168 252C188 244 210 246 230 254', p.main, 6) +
  line('M60 322C84 310 104 334 128 322S176 310 200 322S248 334 272 322S320 310 344 322', p.dark, 9)

export const unicorn = (p: Palette): string =>
  shape('M226 118L246 40L258 112Z', p.accent) +
  shape(
    'M122 330C112 240 128 150 208 108C250 88 286 104 298 140L340 214C350 238 330 258 304 252L252 240C246 268 256 300 266 330Z',
    p.main,
  ) +
  shape('M196 112L206 72L232 108Z', p.main) +
  shape(
    'M206 110C156 100 104 138 94 206C86 262 98 304 88 332C124 332 150 304 146 262C176 254 184 216 172 190C200 186 216 150 206 110Z',
    p.light,
  ) +
  line('M132 170C118 204 116 250 118 296', p.dark, 6) +
  circle(262, 158, 10, p.dark) +
  line('M250 146C254 140 262 138 268 140', p.dark, 4) +
  circle(320, 226, 6, p.dark) +
  circle(256, 196, 13, p.pale) +
  shape(starPath(190, 292, 20, 5), p.accent)

export const cat = (p: Palette): string =>
  line('M262 300C322 306 340 262 316 236', p.main, 22) +
  shape('M132 328C124 260 146 214 200 214C254 214 276 260 268 328Z', p.main) +
  oval(200, 294, 34, 38, p.light) +
  shape('M118 78L176 108H224L282 78L288 170C282 212 244 230 200 230C156 230 118 212 112 170Z', p.main) +
  shape('M130 98L160 116L126 138ZM270 98L240 116L274 138Z', p.light) +
  eyes(164, 236, 158, p.pale, 19) +
  eyes(166, 234, 160, p.dark, 11) +
  shape('M190 180H210L200 192Z', p.dark) +
  line('M200 192C196 204 184 204 180 198M200 192C204 204 216 204 220 198', p.dark, 5) +
  line('M142 188L100 180M142 198L104 204M258 188L300 180M258 198L296 204', p.dark, 4) +
  box(152, 222, 96, 16, 8, p.accent) +
  circle(200, 244, 11, p.dark)

const face = (p: Palette, y: number) =>
  circle(200, y, 62, p.pale) +
  eyes(178, 222, y + 4, p.dark, 7) +
  eyes(160, 240, y + 22, p.light, 11) +
  line(`M186 ${y + 28}C194 ${y + 36} 206 ${y + 36} 214 ${y + 28}`, p.dark, 5)

export const doll = (p: Palette): string =>
  line('M150 132C112 160 116 200 128 224M250 132C288 160 284 200 272 224', p.dark, 32) +
  line('M164 218L116 268M236 218L284 268', p.pale, 20) +
  line('M180 300V346M220 300V346', p.pale, 19) +
  box(164, 334, 28, 20, 9, p.dark) +
  box(208, 334, 28, 20, 9, p.dark) +
  shape('M176 190H224L288 312H112Z', p.main) +
  line('M122 296C146 308 162 288 182 298S222 308 240 298S266 296 278 296', p.light, 8) +
  circle(200, 130, 74, p.dark) +
  face(p, 138) +
  shape('M136 128C142 84 172 66 200 66C228 66 258 84 264 128C230 124 212 108 200 92C188 108 170 124 136 128Z', p.dark) +
  shape('M200 76L166 58V96ZM200 76L234 58V96Z', p.accent) +
  circle(200, 77, 9, p.main)

export const baby = (p: Palette): string =>
  oval(130, 270, 24, 46, p.pale, 40) +
  oval(270, 270, 24, 46, p.pale, -40) +
  oval(200, 276, 72, 68, p.main) +
  oval(150, 330, 36, 24, p.pale) +
  oval(250, 330, 36, 24, p.pale) +
  shape(starPath(200, 278, 26, 5), p.light) +
  circle(200, 150, 82, p.main) +
  face(p, 156) +
  line('M200 98C190 108 196 120 206 116', p.dark, 6) +
  circle(200, 186, 17, p.accent) +
  circle(200, 186, 8, p.dark) +
  shape('M200 238L172 226V252ZM200 238L228 226V252Z', p.dark)

export const stroller = (p: Palette): string =>
  line('M104 108C84 104 76 116 84 128L150 270', p.dark, 13) +
  line('M150 228L252 296M268 228L158 296', p.dark, 10) +
  shape('M118 176H310C310 228 278 258 226 258H184C148 258 126 224 118 176Z', p.main) +
  shape('M220 176V86C276 86 312 124 312 176Z', p.light) +
  line('M220 176L266 100M220 176L300 132', p.main, 6) +
  box(112, 168, 206, 18, 9, p.dark) +
  shape('M152 168C152 142 182 138 192 168Z', p.accent) +
  [142, 270].map((x) => circle(x, 304, 29, p.dark) + circle(x, 304, 12, p.pale)).join('')

export const house = (p: Palette): string =>
  box(252, 92, 34, 70, 4, p.dark) +
  shape('M104 170L200 86L296 170V318H104Z', p.main) +
  line('M80 190L200 88L320 190', p.dark, 25) +
  box(124, 206, 48, 46, 7, p.pale) +
  line('M148 206V252M124 229H172', p.main, 5) +
  box(228, 206, 48, 46, 7, p.pale) +
  line('M252 206V252M228 229H276', p.main, 5) +
  shape('M174 318V268C174 250 226 250 226 268V318Z', p.dark) +
  circle(216, 290, 5, p.accent) +
  circle(200, 158, 18, p.pale) +
  box(120, 252, 56, 12, 6, p.accent) +
  box(224, 252, 56, 12, 6, p.accent)

export const teaSet = (p: Palette): string =>
  shape('M104 150H252C266 210 250 262 222 274H134C106 262 90 210 104 150Z', p.main) +
  line('M104 176C60 172 56 240 112 240', p.main, 17) +
  shape('M248 190C280 186 282 160 304 152L318 168C300 186 300 232 244 236Z', p.main) +
  shape('M116 150C124 118 232 118 240 150Z', p.light) +
  circle(178, 116, 13, p.accent) +
  circle(178, 208, 26, p.pale) +
  shape(starPath(178, 208, 19, 5), p.accent) +
  box(116, 270, 124, 14, 7, p.dark) +
  shape('M262 262H338C336 298 322 310 300 310C278 310 264 298 262 262Z', p.light) +
  line('M338 272C358 272 356 296 332 294', p.light, 8) +
  box(248, 306, 104, 12, 6, p.dark)

export const crown = (p: Palette): string =>
  shape('M84 152L140 212L200 104L260 212L316 152L296 280H104Z', p.main) +
  box(100, 266, 200, 36, 12, p.light) +
  circle(84, 144, 17, p.accent) +
  circle(200, 96, 19, p.accent) +
  circle(316, 144, 17, p.accent) +
  shape('M200 176L222 210L200 244L178 210Z', p.pale) +
  circle(136, 284, 10, p.dark) +
  circle(200, 284, 10, p.dark) +
  circle(264, 284, 10, p.dark)

export const puppet = (p: Palette): string =>
  shape('M118 330C124 244 150 210 200 210C250 210 276 244 282 330Z', p.main) +
  oval(112, 250, 24, 44, p.main, 52) +
  oval(288, 250, 24, 44, p.main, -52) +
  circle(82, 236, 20, p.pale) +
  circle(318, 236, 20, p.pale) +
  shape('M200 50C176 76 152 92 128 140H272C248 92 224 76 200 50Z', p.light) +
  circle(200, 150, 66, p.pale) +
  box(124, 118, 152, 24, 12, p.dark) +
  eyes(176, 224, 158, p.dark) +
  circle(200, 172, 12, p.accent) +
  line('M172 188C186 204 214 204 228 188', p.dark, 6) +
  circle(200, 48, 15, p.accent) +
  [246, 276, 306].map((y) => circle(200, y, 9, p.accent)).join('')

export const horse = (p: Palette): string =>
  line('M76 292C140 352 260 352 324 292', p.dark, 17) +
  line('M136 230L122 312M254 230L276 312', p.main, 24) +
  shape(
    'M92 206C110 170 170 180 214 178C214 130 240 92 286 88L330 124C336 138 322 148 308 146L284 142C282 196 286 246 244 252H136C102 252 84 232 92 206Z',
    p.main,
  ) +
  shape('M286 86C250 82 216 110 210 178L232 178C238 140 256 116 286 86Z', p.dark) +
  line('M94 204C68 210 66 240 74 262', p.dark, 18) +
  shape('M150 178H222L214 216H158Z', p.accent) +
  circle(284, 116, 7, p.dark) +
  group('rotate(10 274 80)', shape('M262 92L270 66L284 90Z', p.main))
