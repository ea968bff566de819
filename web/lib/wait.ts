/** How long somebody who tried too often has to wait. */
import { ApiError } from './api.ts'

/** A waiting time of some seconds, rounded up, as people say it: 'un minuto', '40 minutos', '2 horas'. */
export function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'un minuto'
  if (minutes < 60) return `${minutes} minutos`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? 'una hora' : `${hours} horas`
}

/** The sentence that goes with a 429; '' for any other failure, and when the server did not say how long. */
export const waitOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 429 && error.retryAfter !== null
    ? `Podrá intentarlo nuevamente en ${waitText(error.retryAfter)}.`
    : ''
