/** Password hashing: argon2id with 64 MiB and three passes. */
import { hash, verify } from '@node-rs/argon2'

const ARGON2ID = 2
const cost = { algorithm: ARGON2ID, memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 } as const

/** The text that is stored for a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Whether a password belongs to a stored text. */
export const verifyPassword = (stored: string, password: string): Promise<boolean> => verify(stored, password)

let decoyHash: Promise<string> | undefined
/** Takes the time of a verification when there is no account, so that the answer's time tells nothing. */
export async function verifyNobody(password: string): Promise<false> {
  decoyHash ??= hashPassword('nobody has this password')
  await verifyPassword(await decoyHash, password)
  return false
}
