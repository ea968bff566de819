/** How often a wrong password may be tried (R15): failures alone count, and the owner is never locked out. */
import type { Db } from '../../db/open.ts'
import { createLimit } from '../../http/rate-limit.ts'
import { Refusal } from '../../refusal.ts'
import { CodeAsked } from './code-asked.ts'
import type { Visitor } from './password.ts'
import { SESSION_DAYS } from './sessions.service.ts'

const WINDOW_MS = 15 * 60_000
/** Failures of one account from everywhere until addresses that never signed in to it are slowed down. */
const MOST_FROM_EVERYWHERE = 20
/** Milliseconds in which all those addresses together then get one try. */
const STRANGERS_MS = 30_000
/** An address is known for as long as a session lives. */
const KNOWN_MS = SESSION_DAYS * 86_400_000

/**
 * Runs signins within the limits: 10 failures an account and address, 100 an address, in 15 minutes. After 20 failures
 * of one account from everywhere only an address that signed in to it before goes on as ever; all the others together
 * get one try in 30 seconds. Whoever owns the account and is elsewhere gets in with a mailed code.
 */
export interface SigninLimit {
  /**
   * Runs `attempt`, and tells it whether somebody at the address signed in to the account before.
   * @throws Refusal TOO_MANY with Retry-After when there were too many failures; else what `attempt` throws
   */
  guard<T>(address: string, cuit: string, attempt: (visitor: Visitor) => Promise<T>): Promise<T>
  /** Whether somebody at the address signed in to the account while a session of then may live. */
  isKnown(address: string, cuit: string): Promise<boolean>
}

const pairOf = (address: string, cuit: string): string => `${address} ${cuit}`
const isWrong = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'UNAUTHENTICATED' && !(error instanceof CodeAsked)
const isTooMany = (error: unknown): boolean => error instanceof Refusal && error.code === 'TOO_MANY'

export function createSigninLimit(db: Db, now?: () => number): SigninLimit {
  const options = { windowMs: WINDOW_MS, now }
  const ofAccount = createLimit(db, { name: 'signin of account and address', most: 10, ...options })
  const ofAddress = createLimit(db, { name: 'signin of address', most: 100, ...options })
  const fromEverywhere = createLimit(db, { name: 'signin of account', most: MOST_FROM_EVERYWHERE, ...options })
  const strangers = createLimit(db, { name: 'signin of account, strangers', most: 1, windowMs: STRANGERS_MS, now })
  /** Pairs of address and account that signed in before. */
  const signedIn = createLimit(db, { name: 'signed in', most: 1, windowMs: KNOWN_MS, now })

  const asStranger = async <T>(cuit: string, attempt: () => Promise<T>): Promise<T> => {
    try {
      return await fromEverywhere.guard(cuit, attempt, isWrong)
    } catch (error) {
      if (!isTooMany(error)) throw error
    }
    await strangers.take(cuit)
    try {
      return await attempt()
    } catch (error) {
      if (isWrong(error)) await fromEverywhere.count(cuit)
      throw error
    }
  }
  return {
    isKnown: (address, cuit) => signedIn.has(pairOf(address, cuit)),
    guard(address, cuit, attempt) {
      const key = pairOf(address, cuit)
      const ofThisAccount = async () => {
        const attemptAsKnown = async () =>
          (await signedIn.has(key)) ? attempt('known') : asStranger(cuit, () => attempt('stranger'))
        const result = await ofAccount.guard(key, attemptAsKnown, isWrong)
        await signedIn.count(key)
        return result
      }
      return ofAddress.guard(address, ofThisAccount, isWrong)
    },
  }
}
