/**
 * The shop's face (R402–R405): what its two colours become on every ground, and how large its logo stands. Pure; the same for
 * the server, which writes the colours into what it makes, and for the preview.
 */

/** A colour as '#rrggbb', in small letters. */
export type Colour = string

/** The colours of tokens.css that follow from the main colour, as they are while the shop has chosen none. */
export const FACTORY_MAIN = {
  azul: '#2344c4',
  'azul-hover': '#1b359b',
  'azul-tint': '#eef3ff',
  'azul-soft': '#dbe5ff',
  'azul-ring': '#4a6ef2',
  'azul-line': '#b6c9ff',
  navy: '#142873',
  'navy-line': '#5c6fb8',
} as const
/** Those that follow from the accent. */
export const FACTORY_ACCENT = { sol: '#ffc425', 'sol-ink': '#2b2100', 'sol-bright': '#ffc425' } as const

export type MainColours = Readonly<Record<keyof typeof FACTORY_MAIN, Colour>>
export type AccentColours = Readonly<Record<keyof typeof FACTORY_ACCENT, Colour>>

export const WHITE = '#ffffff'
const BLACK = '#000000'
/** Least contrasts by WCAG 2.2: of text (1.4.3), and of parts that are no text (1.4.11). */
export const LEAST = { text: 4.5, part: 3 } as const

/** Whether a text is a colour as settings hold it. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** The contrast of two colours by WCAG, from 1 to 21. */
export function contrast(a: Colour, b: Colour): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one)
  return (light + 0.05) / (dark + 0.05)
}

/**
 * The colours that follow from a main colour. Those of grounds and lines are as light as the factory's, so that every text
 * that stands on them reads as it does there. The main colour itself is text and button: where it is too light it becomes
 * darker until it has 4.5:1 on white and on its own soft ground.
 */
export function mainColours(chosen: Colour): MainColours {
  const { chroma, hue } = polar(chosen)
  const strength = Math.min(1, chroma / polar(FACTORY_MAIN.azul).chroma)
  const like = (token: keyof MainColours): Colour => {
    const factory = FACTORY_MAIN[token]
    return asLightAs(luminance(factory), polar(factory).chroma * strength, hue)
  }
  const soft = like('azul-soft')
  const azul = darkenedFor(chosen, soft)
  const { lightness } = polar(azul)
  // Of a dark colour the hover is lighter: a darker one could not be told from it.
  const hover = lightness > DARK ? lightness - 0.09 : lightness + 0.2
  return {
    azul,
    'azul-hover': darkenedFor(colourOf(hover, polar(azul).chroma, hue), soft),
    'azul-tint': like('azul-tint'),
    'azul-soft': soft,
    'azul-ring': like('azul-ring'),
    'azul-line': like('azul-line'),
    navy: like('navy'),
    'navy-line': like('navy-line'),
  }
}

/**
 * The colours that follow from an accent, which stays as it is: the text on it is dark or white, whichever reads, and
 * where it marks something on the dark bar it is as light as 3:1 asks for.
 */
export function accentColours(chosen: Colour): AccentColours {
  const { chroma, hue } = polar(chosen)
  const ink = asLightAs(luminance(FACTORY_ACCENT['sol-ink']), Math.min(0.05, chroma), hue)
  return {
    sol: chosen.toLowerCase(),
    // Of black and white one always has 4.5:1.
    'sol-ink': [ink, WHITE].find((text) => contrast(text, chosen) >= LEAST.text) ?? BLACK,
    'sol-bright': lightenedFor(chosen, FACTORY_MAIN.navy),
  }
}

/** Whether a main colour is too light to be read, so that a darker one is shown in its place. */
export const isDarkened = (chosen: Colour): boolean => mainColours(chosen).azul !== chosen.toLowerCase()

/** The properties of a style sheet by their tokens' names; nothing where both colours are the factory's. */
export function faceTokens({ main, accent }: { main: Colour; accent: Colour }): Readonly<Record<string, Colour>> {
  return { ...(isColour(main) && mainColours(main)), ...(isColour(accent) && accentColours(accent)) }
}

/** A logo's size in pixels. */
export interface LogoSize {
  readonly width: number
  readonly height: number
}

/** A logo in the largest size, whole numbers, that fits into a box and keeps its sides' ratio. */
export function logoWithin({ width, height }: LogoSize, most: LogoSize): LogoSize {
  const scale = Math.min(most.width / width, most.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The most that a logo takes in the header of screens, in CSS pixels. */
export const HEADER_LOGO: LogoSize = { width: 190, height: 36 }

/** Reads a logo's size as the setting holds it, '960x192'; null for another text. */
export function readLogoSize(text: string): LogoSize | null {
  const [, width, height] = /^(\d{1,4})x(\d{1,4})$/.exec(text) ?? []
  return Number(width) > 0 && Number(height) > 0 ? { width: Number(width), height: Number(height) } : null
}

/** The OKLCH lightness up to which a colour counts as dark. */
const DARK = 0.4
const STEP = 0.004
/** The dark bar of another hue is as light as the factory's within this much of contrast. */
const MARGIN = 0.1

/** The lightest colour, not lighter than the given one, that reads as text on a ground and with white on it. */
function darkenedFor(colour: Colour, ground: Colour): Colour {
  const reads = (text: Colour) => contrast(text, ground) >= LEAST.text && contrast(text, WHITE) >= LEAST.text
  const { lightness, chroma, hue } = polar(colour)
  let found = colour.toLowerCase()
  for (let at = lightness; at > 0 && !reads(found); at -= STEP) found = colourOf(at, chroma, hue)
  return found
}

function lightenedFor(colour: Colour, ground: Colour): Colour {
  const { lightness, chroma, hue } = polar(colour)
  let found = colour.toLowerCase()
  for (let at = lightness; at < 1 && contrast(found, ground) < LEAST.part + MARGIN; at += STEP)
    found = colourOf(at, chroma, hue)
  return found
}

/** The colour of a hue that has a luminance, as vivid as the screen can show it. */
function asLightAs(wanted: number, chroma: number, hue: number): Colour {
  let [low, high] = [0, 1]
  for (let turn = 0; turn < 24; turn++) {
    const middle = (low + high) / 2
    if (luminance(colourOf(middle, chroma, hue)) < wanted) low = middle
    else high = middle
  }
  return colourOf(high, chroma, hue)
}

type Three = readonly [number, number, number]

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const gamma = (part: number): number => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

const partsOf = (colour: Colour): Three =>
  [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255)) as unknown as Three

function luminance(colour: Colour): number {
  const [red, green, blue] = partsOf(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** A colour in OKLCH (Björn Ottosson, 2020): equal steps of lightness look equal, and a hue stays one when it gets darker. */
function polar(colour: Colour): { lightness: number; chroma: number; hue: number } {
  const [red, green, blue] = partsOf(colour)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

function linearOf(lightness: number, chroma: number, hue: number): Three {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** A colour of OKLCH, with as much of its chroma as a screen can show. */
function colourOf(lightness: number, chroma: number, hue: number): Colour {
  const within = Math.min(1, Math.max(0, lightness))
  const isShown = (parts: Three) => parts.every((part) => part >= -0.0005 && part <= 1.0005)
  let [low, high] = [0, chroma]
  if (!isShown(linearOf(within, chroma, hue)))
    for (let turn = 0; turn < 16; turn++) {
      const middle = (low + high) / 2
      if (isShown(linearOf(within, middle, hue))) low = middle
      else high = middle
    }
  else low = chroma
  const digits = linearOf(within, low, hue).map((part) =>
    Math.round(255 * gamma(Math.min(1, Math.max(0, part))))
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${digits.join('')}`
}
