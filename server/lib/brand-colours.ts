/**
 * The shop's colours where no style sheet reaches: mails, PDFs, the app's manifest. A test holds them to
 * web/styles/tokens.css. These are the factory's; `coloursOf` is what becomes of them in a shop with colours of its own.
 */
import { accentColours, isColour, mainColours } from '../../contract/face.rules.ts'

export const brandColours = {
  action: '#2344c4',
  navy: '#142873',
  sun: '#ffc425',
  sunInk: '#2b2100',
  violet: '#4b2a99',
  green: '#136b38',
  red: '#b42318',
  ink: '#161a2b',
  muted: '#596074',
  line: '#e1e5ee',
  tint: '#eef3ff',
  page: '#f5f6fa',
  /** The three of the sign. */
  balls: ['#ffc425', '#f25f4c', '#36b25a'],
  /** What covers are decorated with. */
  decoration: ['#ffc425', '#f25f4c', '#36b25a'],
} as const

export type BrandColours = Readonly<Record<Exclude<keyof typeof brandColours, 'balls' | 'decoration'>, string>> & {
  readonly balls: readonly [string, string, string]
  readonly decoration: readonly [string, string, string]
}

/** The colours of a shop by its main colour and its accent, '#rrggbb'; '' is the factory's. */
export function coloursOf({ main, accent }: { main: string; accent: string }): BrandColours {
  const fromMain = isColour(main) ? mainColours(main) : null
  const fromAccent = isColour(accent) ? accentColours(accent) : null
  if (!fromMain && !fromAccent) return brandColours
  const sun = fromAccent?.sol ?? brandColours.sun
  return {
    ...brandColours,
    ...(fromMain && { action: fromMain.azul, navy: fromMain.navy, tint: fromMain['azul-tint'] }),
    ...(fromAccent && { sun, sunInk: fromAccent['sol-ink'] }),
    // Nothing of the factory's toys beside the shop's own colours.
    ...(fromMain && { decoration: [sun, fromMain['azul-ring'], fromMain['azul-line']] }),
  }
}
