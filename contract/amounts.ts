/** Numbers and amounts as Argentine users read and write them (R3), on screens, in mails and in documents: pure. */

const withDots = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '.')

/** The sign before what is below zero, on screens and papers alike. */
const MINUS = '−'

/** A whole number with dot thousands: 10234 is '10.234'. */
export function formatCount(value: number): string {
  const sign = value < 0 ? MINUS : ''
  return sign + withDots(String(Math.abs(Math.trunc(value))))
}

/** An amount in cents, without a sign for the currency: 155981850 is '1.559.818,50'. */
export function formatAmount(cents: number): string {
  const sign = cents < 0 ? MINUS : ''
  const whole = Math.abs(Math.round(cents))
  return `${sign}${withDots(String(Math.floor(whole / 100)))},${String(whole % 100).padStart(2, '0')}`
}

/** An amount in cents: 155981850 is '$ 1.559.818,50', and less than nothing '−$ 1,00'. */
export const formatPesos = (cents: number): string => `${cents < 0 ? MINUS : ''}$ ${formatAmount(Math.abs(cents))}`

/** Hundredths of a percent as people write them, without a sign: 550 is '5,5'. */
export const percentText = (hundredths: number): string => String(hundredths / 100).replace('.', ',')

const BLANKS_FOR_THOUSANDS = /^(\D?[1-9]\d{0,2})((?:\s\d{3})+)(?![\d\s])/

/**
 * A typed number without the blanks around it and those that part its thousands: ' 1 200,50' is '1200,50'. Any other blank
 * stays, so that nobody reads '6 12' as 612 (R315).
 */
export const joinThousands = (text: string): string =>
  text.trim().replace(BLANKS_FOR_THOUSANDS, (_, first: string, more: string) => first + more.replace(/\s/g, ''))
