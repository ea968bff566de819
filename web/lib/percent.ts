/** Percentages as they are typed: pure. */

/** Hundredths of a percent from '5,5' or '5.5'; null when it is no number from 0 to 100 in steps of 0.01. */
export function readPercent(text: string): number | null {
  const typed = text.trim()
  if (!/^\d{1,3}([.,]\d{1,2})?$/.test(typed)) return null
  const hundredths = Math.round(Number(typed.replace(',', '.')) * 100)
  return hundredths <= 10_000 ? hundredths : null
}
