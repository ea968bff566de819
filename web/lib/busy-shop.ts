/** The shop has too much to do: what it refused before it began anything is waited for, and made again (R280). */
import { statusOf } from '../../contract/errors.ts'
import { ApiError } from './api.ts'
import { showToast } from './toast.ts'

/** Tries of one change, and the longest wait before one, in milliseconds. */
const MOST_TRIES = 5
const LONGEST_WAIT = 10_000

/** Whether the shop refused for its load alone: nothing was begun, so that even an order may be sent again. */
export const isOverloaded = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === statusOf.OVERLOADED && error.code === 'OVERLOADED'

/** How long to wait, in milliseconds: what the shop says, and up to a second by chance, so that not all come back at once. */
export const waitFor = ({ retryAfter }: ApiError, chance = Math.random): number =>
  Math.min(LONGEST_WAIT, 1_000 * (retryAfter ?? 1)) + 1_000 * chance()

export const waitingText = (ms: number): string =>
  `La tienda está muy ocupada. Se vuelve a intentar en ${Math.ceil(ms / 1_000)} segundos`

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Makes a change; while the shop is too busy the user reads that it is tried again. @throws what the last try threw */
export async function whenNotBusy<T>(make: () => Promise<T>, wait = pause): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await make()
    } catch (error) {
      if (!isOverloaded(error) || tries === MOST_TRIES) throw error
      const ms = waitFor(error)
      showToast('failure', waitingText(ms))
      await wait(ms)
    }
  }
}
