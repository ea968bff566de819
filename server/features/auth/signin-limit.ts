/** How often a wrong password may be tried (R15): failures alone count, and the owner is never locked out. */

import { createLimit } from '../../http/rate-limit.ts'
import { Refusal } from '../../refusal.ts'

const WINDOW_MS = 15 * 60_000
/** Failures of one account from everywhere until addresses that never signed in to it are slowed down. */
const MOST_FROM_EVERYWHERE = 20
/** Then these come in one by one, this often. */
const STRANGERS_MS = 30_000
const MOST_KNOWN = 10_000

/**
 * Runs signins within the limits: 10 failures an account and address, 100 an address, in 15 minutes. After 20 failures
 * of one account from everywhere only an address that signed in to it before goes on as ever; all the others together
 * get one try in 30 seconds. Whoever owns the account and is elsewhere gets in with a mailed code.
 */
export interface SigninLimit {
  /** @throws Refusal TOO_MANY with Retry-After when there were too many failures; else what `attempt` answers */
  guard<T>(address: string, cuit: string, attempt: () => Promise<T>): Promise<T>
}

const isWrong = (error: unknown): boolean => error instanceof Refusal && error.code === 'UNAUTHENTICATED'
const isTooMany = (error: unknown): boolean => error instanceof Refusal && error.code === 'TOO_MANY'

export function createSigninLimit(now?: () => number): SigninLimit {
  const options = { windowMs: WINDOW_MS, ...(now && { now }) }
  const ofAccount = createLimit({ most: 10, ...options })
  const ofAddress = createLimit({ most: 100, ...options })
  const fromEverywhere = createLimit({ most: MOST_FROM_EVERYWHERE, ...options })
  const strangers = createLimit({ most: 1, ...options, windowMs: STRANGERS_MS })
  /** Address and CUIT of those who got in, the last ones. */
  const known = new Set<string>()
  const remember = (key: string) => {
    known.delete(key)
    known.add(key)
    if (known.size > MOST_KNOWN) for (const oldest of known) return void known.delete(oldest)
  }

  const asStranger = async <T>(cuit: string, attempt: () => Promise<T>): Promise<T> => {
    try {
      return await fromEverywhere.guard(cuit, attempt, isWrong)
    } catch (error) {
      if (!isTooMany(error)) throw error
    }
    strangers.take(cuit)
    try {
      return await attempt()
    } catch (error) {
      if (isWrong(error)) fromEverywhere.count(cuit)
      throw error
    }
  }
  return {
    guard(address, cuit, attempt) {
      const key = `${address} ${cuit}`
      const tried = () => (known.has(key) ? attempt() : asStranger(cuit, attempt))
      const ofThisAccount = async () => {
        const result = await ofAccount.guard(key, tried, isWrong)
        remember(key)
        return result
      }
      return ofAddress.guard(address, ofThisAccount, isWrong)
    },
  }
}
