/** How often a wrong password may be tried (READINGS 15): the rightful owner elsewhere is never locked out. */
import { HttpError } from '../../http/errors.ts'
import { createLimit } from '../../http/rate-limit.ts'

const WINDOW_MS = 15 * 60_000

/** Runs signins within the limits: 10 failures an account and address, 100 an address, in 15 minutes. */
export interface SigninLimit {
  /** @throws HttpError TOO_MANY with Retry-After when there were too many failures; else what `attempt` answers */
  guard<T>(address: string, cuit: string, attempt: () => Promise<T>): Promise<T>
}

export function createSigninLimit(now?: () => number): SigninLimit {
  const options = { windowMs: WINDOW_MS, ...(now && { now }) }
  const ofAccount = createLimit({ most: 10, ...options })
  const ofAddress = createLimit({ most: 100, ...options })
  return {
    async guard(address, cuit, attempt) {
      const account = `${address} ${cuit}`
      ofAddress.check(address)
      // Counted before it is tried: a hundred at once must not all pass while none has failed yet.
      ofAccount.take(account)
      ofAddress.count(address)
      try {
        const result = await attempt()
        forgive()
        return result
      } catch (error) {
        const wrong = error instanceof HttpError && error.code === 'UNAUTHENTICATED'
        if (!wrong) forgive()
        throw error
      }
      function forgive(): void {
        ofAccount.forgive(account)
        ofAddress.forgive(address)
      }
    },
  }
}
