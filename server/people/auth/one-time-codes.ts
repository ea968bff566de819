/** Codes of a second factor (R261, R263): those of an app, which change each half minute (RFC 6238), and recovery codes. */
import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** Bytes of a secret: as many as the hash of the codes has. */
const SECRET_BYTES = 20
const STEP_MS = 30_000
/** How many half minutes the clock of a phone may be off, either way. */
const DRIFT = 1
const RECOVERY_CODES = 10
/** Bytes of a recovery code: too many to be guessed from its hash. */
const RECOVERY_BYTES = 10

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES)

const base32 = (bytes: Buffer): string => new Secret({ buffer: new Uint8Array(bytes).buffer }).base32

const totpOf = (secret: Buffer, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: Secret.fromBase32(base32(secret)) })

/** A secret to be typed (base32), and as a link that an app reads from a QR code. */
export const secretWords = (secret: Buffer, names: { issuer: string; label: string }) => ({
  secret: base32(secret),
  link: totpOf(secret, names).toString(),
})

/** The half minute (counted since 1970) that a typed code belongs to; null for a wrong one. @param now milliseconds */
export function stepOf(secret: Buffer, typed: string, now: number): number | null {
  const token = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const drift = totpOf(secret).validate({ token, timestamp: now, window: DRIFT })
  return drift === null ? null : Math.floor(now / STEP_MS) + drift
}

/** The last half minute whose code is taken at a moment in milliseconds: a phone's clock may be ahead. */
export const latestStep = (now: number): number => Math.floor(now / STEP_MS) + DRIFT

/** Ten new codes, 'abcd-efgh-ijkl-mnop'. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    (base32(randomBytes(RECOVERY_BYTES)).toLowerCase().match(/.{4}/g) ?? []).join('-'),
  )

/** What is stored of a recovery code, however it is typed. */
export const recoveryHash = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('hex')
