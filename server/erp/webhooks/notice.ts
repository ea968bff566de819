/** A notice as it is sent: its body, and the signature that proves its origin. The headers are those of Standard Webhooks. */
import { createHmac, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32
const PREFIX = 'whsec_'

/** A new secret; the receiver's key is what follows the prefix, in base64. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

export interface Notice {
  /** Idempotency key: the same in each try of one notice to one address. */
  key: string
  event: string
  /** When it happened; ISO 8601. */
  at: string
  /** As on the wire. */
  data: unknown
}

/** Body and headers of one try at `now`. The signature covers key, time and body, so that none can be changed alone. */
export function signedNotice({ key, event, at, data }: Notice, secret: string, now: Date) {
  const body = JSON.stringify({ evento: event, fecha: at, datos: data })
  const time = String(Math.floor(now.getTime() / 1000))
  const mac = createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
  const signature = mac.update(`${key}.${time}.${body}`).digest('base64')
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Bulto',
      'webhook-id': key,
      'webhook-timestamp': time,
      'webhook-signature': `v1,${signature}`,
    },
  }
}
