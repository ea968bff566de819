/** Asking the tax registry again about an account that was made while it was away ('sin verificar', R15). */
import type { RegistryEntry } from '../../../contract/registry.ts'
import { auditedUpdate } from '../../audit/audit.ts'
import { shownCuit } from '../../db/cuit.ts'
import type { Db } from '../../db/open.ts'
import type { Handlers } from '../../jobs/kinds.ts'
import { enqueue } from '../../jobs/outbox.ts'
import type { Registry } from '../registry/registry.service.ts'
import { findUser, lockUser } from './accounts.queries.ts'

const MINUTE_MS = 60_000
/** Backoff while the registry is away, in minutes: short at first, then once a day for a month. */
const PAUSES = [10, 30, 120, 360, ...Array<number>(30).fill(24 * 60)] as const

/** When the registry is asked in a round, 0 being the first; undefined after the last round. */
export const verificationAt = (round: number, now = Date.now()): Date | undefined => {
  const pause = PAUSES[round]
  return pause === undefined ? undefined : new Date(now + pause * MINUTE_MS)
}

/** What asking the registry came to; 'verified' also for an account that was verified before, and for an unknown id. */
export type Verification = 'verified' | 'unknown' | 'unavailable'

/**
 * Asks the registry about a user who is not verified and, when it knows the CUIT, takes over its data, which wins
 * over what was typed. @param by The admin who asks; null when the shop asks by itself.
 */
export async function verifyAccount(
  db: Db,
  registry: Registry,
  userId: number,
  by: number | null,
): Promise<Verification> {
  const user = await findUser(db.kysely, userId)
  if (!user || user.verified) return 'verified'
  if (shownCuit(user.cuit) === '') return 'unknown'
  const entry = await registry.lookUp(user.cuit)
  if (entry === 'unknown' || entry === 'unavailable') return entry
  await db.tx(async (t, publish) => {
    const before = await lockUser(t, userId)
    // Erased or verified meanwhile.
    if (before?.cuit !== user.cuit || before.verified) return
    const changes = {
      ...namesOf(entry, before),
      verified: true,
      verified_at: new Date().toISOString(),
      verified_by: by,
    }
    const record = { userId: by, entity: 'user', entityId: userId, before } as const
    await auditedUpdate(t, { ...record, action: 'verify', changes })
    publish('session')
  })
  return 'verified'
}

interface Names {
  first_name: string
  last_name: string
  business_name: string
}

function namesOf(entry: RegistryEntry, typed: Names): Names {
  const first_name = entry.firstName || typed.first_name
  const last_name = entry.lastName || typed.last_name
  const business_name = entry.businessName || typed.business_name || `${first_name} ${last_name}`.trim()
  return { first_name, last_name, business_name }
}

/** Makes the handler that asks again until the registry is back; an unknown CUIT is left to an admin. */
export const verificationHandler = (db: Db, registry: Registry): Pick<Handlers, 'verifyAccount'> => ({
  async verifyAccount({ userId, round }) {
    if ((await verifyAccount(db, registry, userId, null)) !== 'unavailable') return
    const runAt = verificationAt(round + 1)
    if (!runAt) return
    await db.tx((t) =>
      enqueue(t, {
        kind: 'verifyAccount',
        payload: { userId, round: round + 1 },
        uniqueKey: `verifyAccount:${userId}:${round + 1}`,
        runAt,
      }),
    )
  },
})
