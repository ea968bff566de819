/** Prints the figures of a run, each with its target. */

export interface Figure {
  name: string
  value: string
  /** As text, e.g. 'al menos 1.000/s'; a figure without a target is for information. */
  target?: string
  met?: boolean
}

const thousands = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 0 })
export const rateText = (perSecond: number): string => `${thousands.format(perSecond)}/s`
/** @param ms Milliseconds. */
export const secondsText = (ms: number): string => `${(ms / 1000).toFixed(2).replace('.', ',')} s`
export const shareText = (share: number): string => `${(share * 100).toFixed(0)} %`

/** A figure that must reach a number. */
export const atLeast = (name: string, value: number, least: number, text: (value: number) => string): Figure => ({
  name,
  value: text(value),
  target: `al menos ${text(least)}`,
  met: value >= least,
})

/** A figure that must not pass a number. */
export const atMost = (name: string, value: number, most: number, text: (value: number) => string): Figure => ({
  name,
  value: text(value),
  target: `hasta ${text(most)}`,
  met: value <= most,
})

export function printFigures(title: string, figures: readonly Figure[]): void {
  const width = Math.max(...figures.map(({ name }) => name.length))
  const valueWidth = Math.max(...figures.map(({ value }) => value.length))
  console.log(`\n${title}`)
  for (const { name, value, target, met } of figures) {
    const verdict = target === undefined ? '' : `   ${met ? 'cumple' : 'NO CUMPLE'} (${target})`
    console.log(`  ${name.padEnd(width)}  ${value.padStart(valueWidth)}${verdict}`)
  }
}
