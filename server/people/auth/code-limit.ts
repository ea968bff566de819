/** How often a code is mailed (R15): a stranger's requests leave the owner, who asks from elsewhere, a code. */
import type { Db } from '../../db/open.ts'
import { createLimit } from '../../http/rate-limit.ts'
import type { SigninLimit } from './signin-limit.ts'

const HOUR_MS = 60 * 60_000
const OF_ADDRESS = 5
/** Codes for one mail address in an hour, and in a day, asked for where nobody ever signed in to its account. */
const OF_STRANGERS_AN_HOUR = 20
const OF_STRANGERS_A_DAY = 60
const ASKED_OFTEN = 'Ya se pidieron varios códigos para esta dirección. Busque el último en su correo'

interface Asker {
  /** Of the visitor, as `visitorKey` answers it. */
  address: string
  /** In lower case. */
  email: string
  /** Of the account with that mail address; '' for none, which is counted like any other. */
  cuit: string
}

export interface CodeLimit {
  /** Runs `send` and counts it. @throws Refusal TOO_MANY with Retry-After, alike whether or not there is an account */
  guard(asker: Asker, send: () => Promise<void>): Promise<void>
}

/**
 * Five an hour from an address. From addresses that never signed in to the account, 20 an hour and 60 a day together:
 * each code may be guessed at five times. An address that did has its own five whatever the others ask for.
 */
export function createCodeLimit(db: Db, signins: SigninLimit, now?: () => number): CodeLimit {
  const hour = { windowMs: HOUR_MS, now }
  const ofAddress = createLimit(db, { name: 'codes of address', most: OF_ADDRESS, ...hour })
  const told = { message: ASKED_OFTEN, now }
  const hourly = createLimit(db, { name: 'codes of account', most: OF_STRANGERS_AN_HOUR, windowMs: HOUR_MS, ...told })
  const daily = createLimit(db, { name: 'codes of a day', most: OF_STRANGERS_A_DAY, windowMs: 24 * HOUR_MS, ...told })
  const isSent = (error: unknown) => error === undefined
  return {
    guard: ({ address, email, cuit }, send) =>
      ofAddress.guard(
        address,
        async () =>
          (await signins.isKnown(address, cuit))
            ? send()
            : daily.guard(email, () => hourly.guard(email, send, isSent), isSent),
        isSent,
      ),
  }
}
