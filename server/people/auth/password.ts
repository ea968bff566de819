/** Password hashing: argon2id with 64 MiB and three passes. */
import { hash, verify } from '@node-rs/argon2'
import { heavyWork } from '../../lib/heavy-work.ts'

const ARGON2ID = 2
const cost = { algorithm: ARGON2ID, memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 } as const

let asked = 0
/** First come, first served: a turn for each account would tell by its wait whether there is an account (R13). */
const inTurn = <T>(visitor: Visitor, work: () => Promise<T>): Promise<T> =>
  (visitor === 'known' ? heavyWork.passwords : heavyWork.strangersPasswords).run({ key: ++asked }, work)

/** Whether whoever sends a password has proved something before: a session, a mailed code, or an address that signed in. */
export type Visitor = 'known' | 'stranger'

/** The text that is stored for a password. @throws Refusal OVERLOADED when too many wait, as the others here do */
export const hashPassword = (password: string, visitor: Visitor = 'known'): Promise<string> =>
  inTurn(visitor, () => hash(password, cost))

/** Whether a password belongs to a stored text. */
export const verifyPassword = (stored: string, password: string, visitor: Visitor = 'known'): Promise<boolean> =>
  inTurn(visitor, () => verify(stored, password))

let decoyHash: Promise<string> | undefined
/** Takes the time of a verification when there is no account, so that the answer's time tells nothing. */
export async function verifyNobody(password: string, visitor: Visitor): Promise<false> {
  // Not in turn: a full queue would refuse it, and it would stay refused.
  decoyHash ??= hash('nobody has this password', cost)
  await verifyPassword(await decoyHash, password, visitor)
  return false
}
