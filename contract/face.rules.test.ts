import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accentColours,
  contrast,
  FACTORY_ACCENT,
  FACTORY_MAIN,
  HEADER_LOGO,
  isColour,
  isDarkened,
  LEAST,
  logoWithin,
  mainColours,
  readLogoSize,
  WHITE,
} from './face.rules.ts'

const tokens = Object.fromEntries(
  [...readFileSync('web/styles/tokens.css', 'utf8').matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)].map(
    ([, name = '', value = '']) => [name, value.length === 4 ? value.replace(/[0-9a-f]/g, '$&$&') : value],
  ),
)
const token = (name: string): string => {
  const value = tokens[name]
  if (!value) throw new Error(`no token ${name}`)
  return value
}

/** Grounds that no choice changes, on which the main colour is read. */
const GROUNDS = ['surface', 'page', 'row-hover', 'photo-page', 'mark', 'ok-tint', 'red-tint', 'sol-tint'].map(token)
/** Texts that no choice changes, which stand on tints of the main colour. */
const TEXTS = ['ink', 'muted', 'ok', 'red', 'purple'].map(token)

/** Each text and part on each ground where screens, papers and mails have it: its contrast, and the least of its kind. */
function pairsOf(main: string, accent: string): [name: string, found: number, least: number][] {
  const of = { ...mainColours(main), ...accentColours(accent) }
  const grounds = [...GROUNDS, of['azul-tint'], of['azul-soft']]
  const pair = (name: string, a: string, b: string, least: number) =>
    [`${name}: ${a} on ${b}`, contrast(a, b), least] as [string, number, number]
  return [
    ...(['azul', 'azul-hover', 'navy'] as const).flatMap((name) => [
      pair(`white on ${name}`, WHITE, of[name], LEAST.text),
      ...grounds.map((ground) => pair(name, of[name], ground, LEAST.text)),
    ]),
    ...TEXTS.map((text) => pair('text on the tint', text, of['azul-tint'], LEAST.text)),
    ...TEXTS.map((text) => pair('text on the soft ground', text, of['azul-soft'], LEAST.text)),
    pair('menu', of['azul-soft'], of.navy, LEAST.text),
    ...grounds.map((ground) => pair('focus', of['azul-ring'], ground, LEAST.part)),
    pair('text on the accent', of['sol-ink'], of.sol, LEAST.text),
    pair('mark on the dark bar', of['sol-bright'], of.navy, LEAST.part),
  ]
}
const failing = (main: string, accent: string) =>
  pairsOf(main, accent).filter(([, found, least]) => found < least - 0.005)

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('two colours (R403)', () => {
  test('any pair is held to 4.5:1 for texts and 3:1 for parts, on every ground', () => {
    fc.assert(
      fc.property(colour, colour, (main, accent) => {
        expect(failing(main, accent)).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  test.each([
    ['#000000', '#ffffff'],
    ['#ffffff', '#000000'],
    ['#ffff00', '#808080'],
    ['#00ff00', '#0000ff'],
    ['#767676', '#777777'],
    ['#010101', '#142873'],
    ['#ff00ff', '#fefefe'],
  ])('so are %s and %s', (main, accent) => {
    expect(failing(main, accent)).toEqual([])
  })

  test('a main colour that reads stays as it was chosen, a lighter one gets darker in its own hue', () => {
    fc.assert(
      fc.property(colour, (main) => {
        const { azul, 'azul-soft': soft } = mainColours(main)
        const reads = contrast(main, soft) >= LEAST.text
        expect(azul === main).toBe(reads)
        expect(isDarkened(main)).toBe(!reads)
        expect(contrast(azul, WHITE)).toBeGreaterThanOrEqual(contrast(main, WHITE) - 0.001)
      }),
    )
    // Not darker than it must be.
    const { azul, 'azul-soft': soft } = mainColours('#ffe600')
    expect(contrast(azul, soft)).toBeLessThan(4.7)
  })

  test('the accent is shown as it was chosen', () => {
    fc.assert(
      fc.property(colour, (accent) => {
        expect(accentColours(accent).sol).toBe(accent)
      }),
    )
    expect([accentColours('#ffe600')['sol-ink'], accentColours('#7a0022')['sol-ink']]).not.toContain('')
    expect(accentColours('#7a0022')['sol-ink']).toBe(WHITE)
  })

  test('the factory’s colours are those of the tokens, and hold', () => {
    for (const [name, value] of Object.entries({ ...FACTORY_MAIN, ...FACTORY_ACCENT })) expect(token(name)).toBe(value)
    expect(mainColours(FACTORY_MAIN.azul).azul).toBe(FACTORY_MAIN.azul)
    expect(failing(FACTORY_MAIN.azul, FACTORY_ACCENT.sol)).toEqual([])
  })

  test('a colour has six digits', () => {
    expect(['#2344C4', '#fff', 'red', '', '#12345g', '#1234567', 'url(x)'].map(isColour)).toEqual([
      ...[true, false, false, false, false, false, false],
    ])
  })
})

describe('a logo’s place', () => {
  test('a wide, a tall and a tiny logo stay inside the header and keep their shape', () => {
    expect(logoWithin({ width: 1000, height: 200 }, HEADER_LOGO)).toEqual({ width: 180, height: 36 })
    expect(logoWithin({ width: 2000, height: 100 }, HEADER_LOGO)).toEqual({ width: 190, height: 10 })
    expect(logoWithin({ width: 100, height: 300 }, HEADER_LOGO)).toEqual({ width: 12, height: 36 })
    expect(logoWithin({ width: 1, height: 3000 }, HEADER_LOGO)).toEqual({ width: 1, height: 36 })
  })

  test('its size is read as it is stored', () => {
    expect(readLogoSize('960x192')).toEqual({ width: 960, height: 192 })
    expect(['', '0x10', '10x0', '-1x5', '10x10x10', '99999x1', 'image/png'].map(readLogoSize)).toEqual(
      Array(7).fill(null),
    )
  })
})
