/** The random part of a link that opens something without a sign-in. */
import { createHash, randomBytes } from 'node:crypto'

/** 192 random bits: nobody guesses one. */
const KEY_BYTES = 24

/** A new key, as it stands in the link: 32 characters. It is shown once and stored nowhere. */
export const newLinkKey = (): string => randomBytes(KEY_BYTES).toString('base64url')

/** What is stored of a key. */
export const hashOfLink = (key: string): string => createHash('sha256').update(key).digest('base64url')
