/** Colours of a drawing by their part in it. */
export interface Palette {
  /** Behind everything. */
  readonly back: string
  /** The pattern on `back`. */
  readonly pattern: string
  readonly main: string
  /** Wheels, roofs, shadows, writing. */
  readonly dark: string
  /** Bellies, windows' frames, the second tone. */
  readonly light: string
  /** Eyes' whites, windows. */
  readonly pale: string
  /** One small thing that stands out. */
  readonly accent: string
}
