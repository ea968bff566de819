/** Water, garden, crafts, kitchen and old favourites, on a field of 400 by 400. */
import type { Palette } from './palette.ts'
import { box, circle, group, line, oval, shape, starPath } from './shapes.ts'

export const ball = (p: Palette): string =>
  circle(200, 200, 126, p.main) +
  shape('M200 74C132 110 132 290 200 326C268 290 268 110 200 74Z', p.light) +
  line('M200 76C132 110 132 290 200 324C268 290 268 110 200 76M74 200H326', p.pale, 13) +
  circle(200, 200, 35, p.dark) +
  shape(starPath(200, 200, 20, 5), p.accent)

export const football = (p: Palette): string => {
  const spot = (angle: number) => {
    const [x, y] = [200 + 108 * Math.sin(angle), 200 - 108 * Math.cos(angle)]
    return circle(x, y, 27, p.main)
  }
  const angles = [0, 1, 2, 3, 4].map((step) => (step * 2 * Math.PI) / 5)
  return (
    `<defs><clipPath id="ball"><circle cx="200" cy="200" r="126"/></clipPath></defs><g clip-path="url(#ball)">` +
    circle(200, 200, 126, p.pale) +
    angles
      .map((angle) => line(`M200 200L${200 + 108 * Math.sin(angle)} ${200 - 108 * Math.cos(angle)}`, p.dark, 7))
      .join('') +
    angles.map(spot).join('') +
    shape('M200 152L246 185L228 239H172L154 185Z', p.main) +
    `</g>${`<circle cx="200" cy="200" r="126" fill="none" stroke="${p.dark}" stroke-width="9"/>`}`
  )
}

export const bucket = (p: Palette): string =>
  line('M116 158C116 76 252 76 252 158', p.dark, 10) +
  line('M318 108L284 226', p.dark, 13) +
  line('M300 98L338 110', p.dark, 15) +
  shape('M266 214L314 226C318 268 300 306 274 312C254 292 252 250 266 214Z', p.accent) +
  shape('M96 168H272L250 312C248 322 242 328 232 328H136C126 328 120 322 118 312Z', p.main) +
  box(84, 152, 200, 30, 15, p.light) +
  shape(starPath(184, 254, 38, 5), p.pale)

export const waterGun = (p: Palette): string =>
  [
    [352, 108, 11],
    [366, 146, 8],
    [374, 96, 7],
  ]
    .map(([x = 0, y = 0, radius = 0]) => circle(x, y, radius, p.light))
    .join('') +
  circle(150, 132, 62, p.light) +
  oval(132, 112, 20, 12, p.pale, -30) +
  box(138, 58, 26, 24, 8, p.dark) +
  box(64, 168, 214, 62, 30, p.main) +
  box(262, 178, 58, 42, 12, p.accent) +
  box(312, 188, 30, 22, 6, p.dark) +
  box(196, 236, 108, 30, 15, p.accent) +
  line('M106 222L90 306', p.main, 44) +
  line('M136 232C140 260 166 260 176 232', p.dark, 9) +
  shape(starPath(116, 199, 20, 5), p.pale)

export const kite = (p: Palette): string =>
  line('M200 268C150 292 258 308 206 336C180 348 176 356 182 366', p.dark, 6) +
  shape('M200 46L306 150L200 272L94 150Z', p.main) +
  shape('M200 46L306 150H200ZM200 150V272L94 150Z', p.light) +
  line('M200 46V272M94 150H306', p.dark, 6) +
  circle(200, 150, 15, p.accent) +
  shape('M188 300L160 284L162 314ZM216 316L244 300L244 330Z', p.accent)

export const bubbles = (p: Palette): string => {
  const bubble = (x: number, y: number, radius: number) =>
    circle(x, y, radius, p.light) +
    circle(x, y, radius * 0.82, p.pale) +
    oval(x - radius * 0.3, y - radius * 0.35, radius * 0.25, radius * 0.14, p.light, -35)
  return (
    bubble(262, 118, 50) +
    bubble(328, 196, 27) +
    bubble(176, 92, 24) +
    bubble(300, 256, 18) +
    box(92, 208, 106, 124, 18, p.main) +
    box(92, 246, 106, 52, 0, p.pale) +
    shape(starPath(145, 272, 21, 5), p.accent) +
    box(110, 182, 70, 32, 8, p.dark) +
    line('M236 326L262 226', p.dark, 12) +
    `<circle cx="270" cy="198" r="27" fill="none" stroke="${p.dark}" stroke-width="11"/>`
  )
}

export const pencils = (p: Palette): string => {
  const pencil = (x: number, top: number, turn: number, fill: string) =>
    group(
      `rotate(${turn} ${x} 300)`,
      box(x - 17, top + 42, 34, 240 - top, 4, fill),
      shape(`M${x - 17} ${top + 44}L${x} ${top}L${x + 17} ${top + 44}Z`, p.pale),
      shape(`M${x - 7} ${top + 18}L${x} ${top}L${x + 7} ${top + 18}Z`, fill),
    )
  return (
    pencil(146, 84, -14, p.main) +
    pencil(182, 62, -4, p.accent) +
    pencil(220, 74, 6, p.light) +
    pencil(256, 96, 15, p.dark) +
    shape('M106 216H294L280 320C278 332 272 338 260 338H140C128 338 122 332 120 320Z', p.main) +
    box(98, 204, 204, 28, 14, p.dark) +
    circle(200, 280, 25, p.pale) +
    line('M188 280L197 289L214 270', p.dark, 7)
  )
}

export const paint = (p: Palette): string =>
  shape(
    'M196 82C276 78 338 128 334 200C330 254 282 246 262 250C238 256 252 284 244 306C236 330 198 330 168 322C108 306 66 256 70 194C74 130 126 86 196 82Z',
    p.main,
  ) +
  circle(140, 156, 25, p.accent) +
  circle(206, 130, 25, p.pale) +
  circle(272, 166, 25, p.dark) +
  circle(122, 224, 25, p.light) +
  circle(188, 272, 29, p.back) +
  group(
    'rotate(38 260 250)',
    box(252, 176, 18, 130, 8, p.dark),
    box(249, 156, 24, 28, 4, p.pale),
    shape('M249 158C246 132 261 118 261 106C270 122 276 136 273 158Z', p.accent),
  )

export const dough = (p: Palette): string => {
  const pot = (x: number, y: number, fill: string, lid: string) =>
    box(x, y, 108, 92, 14, fill) + box(x + 14, y + 30, 80, 38, 8, p.pale) + box(x - 7, y - 20, 122, 34, 12, lid)
  return (
    pot(146, 102, p.light, p.dark) +
    pot(84, 224, p.main, p.light) +
    pot(210, 224, p.dark, p.accent) +
    shape(starPath(138, 273, 15, 5), p.accent) +
    circle(264, 273, 12, p.main) +
    shape(starPath(200, 151, 15, 6, 0.6), p.main)
  )
}

export const beads = (p: Palette): string => {
  const count = 15
  const fills = [p.main, p.light, p.accent, p.dark]
  const around = Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI - Math.PI / 2
    const [x, y] = [200 + 106 * Math.cos(angle), 196 + 106 * Math.sin(angle)]
    return circle(x, y, index % 4 === 2 ? 25 : 20, fills[index % 4] as string) + circle(x, y, 6, p.pale)
  })
  return `<circle cx="200" cy="196" r="106" fill="none" stroke="${p.dark}" stroke-width="5"/>${around.join('')}${shape('M200 250C142 212 150 160 178 160C190 160 198 170 200 178C202 170 210 160 222 160C250 160 258 212 200 250Z', p.main)}`
}

export const pan = (p: Palette): string =>
  line('M90 214H58M310 214H342', p.dark, 17) +
  shape('M84 186H316V262C316 298 292 312 262 312H138C108 312 84 298 84 262Z', p.main) +
  box(74, 172, 252, 24, 12, p.light) +
  shape('M104 172C112 128 288 128 296 172Z', p.dark) +
  circle(200, 124, 16, p.accent) +
  circle(200, 250, 31, p.pale) +
  line('M182 244C186 258 214 258 218 244M186 240V238M214 240V238', p.dark, 5) +
  line('M150 98C138 86 158 76 148 62M250 98C238 86 258 76 248 62', p.light, 8)

export const iceCream = (p: Palette): string =>
  shape('M132 202H268L200 354Z', p.accent) +
  line('M160 206L216 312M196 206L234 274M240 206L184 312M204 206L166 274', p.dark, 4) +
  circle(152, 172, 52, p.main) +
  circle(248, 172, 52, p.light) +
  circle(200, 116, 58, p.pale) +
  shape('M144 122C150 70 250 70 256 122C238 140 222 118 206 134C188 148 164 124 144 122Z', p.main) +
  circle(200, 58, 17, p.dark) +
  line('M202 44C206 34 214 30 222 30', p.dark, 5) +
  box(104, 192, 192, 22, 11, p.dark)

export const fruit = (p: Palette): string =>
  circle(150, 178, 48, p.main) +
  line('M150 132C152 118 160 110 170 108', p.dark, 7) +
  oval(248, 164, 36, 56, p.accent, 22) +
  circle(204, 142, 40, p.light) +
  line('M204 104V88', p.dark, 7) +
  shape('M206 90C222 74 244 80 248 90C234 102 216 100 206 90Z', p.dark) +
  shape('M74 210H326L300 306C296 318 290 322 278 322H122C110 322 104 318 100 306Z', p.dark) +
  line('M92 242H308M102 278H298', p.light, 9) +
  line('M142 214L150 318M200 214V318M258 214L250 318', p.light, 6) +
  box(64, 196, 272, 28, 14, p.main)

export const toolbox = (p: Palette): string =>
  line('M148 158V118C148 102 158 96 170 96H230C242 96 252 102 252 118V158', p.dark, 15) +
  box(72, 154, 256, 156, 20, p.main) +
  box(72, 206, 256, 20, 0, p.dark) +
  box(172, 192, 56, 48, 10, p.accent) +
  group('rotate(-34 130 266)', box(124, 240, 13, 58, 5, p.pale), box(106, 228, 49, 20, 6, p.pale)) +
  group(
    'rotate(32 266 266)',
    box(260, 252, 12, 48, 5, p.pale),
    circle(266, 244, 15, p.pale),
    box(261, 226, 10, 18, 2, p.main),
  )

export const top = (p: Palette): string =>
  box(190, 66, 20, 70, 8, p.dark) +
  circle(200, 68, 19, p.accent) +
  shape('M78 176C84 132 316 132 322 176C322 226 264 290 212 318L200 350L188 318C136 290 78 226 78 176Z', p.main) +
  shape(
    'M80 190C140 220 260 220 320 190C316 208 308 224 298 238C240 258 160 258 102 238C92 224 84 208 80 190Z',
    p.light,
  ) +
  oval(200, 172, 96, 22, p.pale) +
  oval(200, 168, 42, 10, p.dark) +
  shape('M188 318H212L200 350Z', p.dark)

export const phone = (p: Palette): string =>
  shape('M120 176H280L318 294C322 312 312 322 296 322H104C88 322 78 312 82 294Z', p.main) +
  shape(
    'M74 142C74 96 326 96 326 142V168C326 180 320 184 310 184H280C270 184 264 178 264 168V158H136V168C136 178 130 184 120 184H90C80 184 74 180 74 168Z',
    p.dark,
  ) +
  circle(200, 246, 54, p.pale) +
  circle(200, 246, 19, p.accent) +
  Array.from({ length: 8 }, (_, index) => {
    const angle = (index / 8) * 2 * Math.PI
    return circle(200 + 37 * Math.cos(angle), 246 + 37 * Math.sin(angle), 8, p.light)
  }).join('')

export const rope = (p: Palette): string =>
  line('M108 128C40 330 360 330 292 128', p.main, 15) +
  line('M122 170C84 292 316 292 278 170', p.light, 5) +
  group(
    'rotate(14 106 108)',
    box(90, 62, 34, 94, 15, p.dark),
    box(90, 82, 34, 12, 0, p.accent),
    box(90, 104, 34, 12, 0, p.accent),
  ) +
  group(
    'rotate(-14 294 108)',
    box(276, 62, 34, 94, 15, p.dark),
    box(276, 82, 34, 12, 0, p.accent),
    box(276, 104, 34, 12, 0, p.accent),
  )
