/** Enabling a user with just the fields that are missing (R202 and R205), or saying no, in one call from the list of users. */

import type { BodyOf } from '../../../contract/endpoint.ts'
import type { FieldError } from '../../../contract/errors.ts'
import { roles } from '../../../contract/roles.ts'
import type * as calls from '../../../contract/user-admin.ts'
import { auditedUpdate, lockRecord } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import type { Queryable } from '../../db/open.ts'
import { conflict, notFound, refuseProblems } from '../../refusal.ts'
import { deleteReset, mayHave } from './accounts.queries.ts'
import { findClientByCuit, findClientPlace } from './user-admin.queries.ts'
import { type Acting, changeUser, type UserAdminParts } from './user-admin.service.ts'
import { findUserForm, formProblems, REQUIRED, type UserForm } from './user-form.service.ts'

type Given = BodyOf<typeof calls.enableUser>

/**
 * The fields for which enabling a user would be refused, empty when nothing is missing, and the client that it is linked to:
 * `clientId` (0: none), else the user's own, else the one with the user's CUIT. @throws Refusal 404
 */
export async function missingToEnable(
  db: Queryable,
  userId: number,
  clientId?: number,
): Promise<{ missing: FieldError[]; clientId: number | null }> {
  const user = await findUserForm(db, userId)
  if (!user) throw notFound()
  const linked = roles[user.type].isStaff
    ? null
    : (clientId ?? user.clientId ?? (user.cuit ? await findClientByCuit(db, user.cuit) : null)) || null
  return { missing: await problemsToEnable(db, await withClients(db, { ...user, clientId: linked })), clientId: linked }
}

/**
 * What saving a user needs, and a zone where the shop has any: a user without one may be stored (R252), but is not enabled from
 * the list.
 */
async function problemsToEnable(db: Queryable, user: UserForm): Promise<FieldError[]> {
  const problems = await formProblems(db, user, 'cuit' in user && user.cuit === '')
  return user.zoneId || (await mayHave(db, 'zone', null))
    ? problems
    : [...problems, { field: 'zoneId', message: REQUIRED }]
}

/** A user with what only its client tells: the first address, whole, the carrier and the zone (R323). */
async function withClients(db: Queryable, user: calls.User): Promise<calls.User> {
  const place = user.clientId ? await findClientPlace(db, user.clientId) : undefined
  if (!place) return user
  const { street, locality, provinceId, carrierId, zoneId } = place
  return {
    ...user,
    ...(street && !user.address.trim() && { address: street, city: locality ?? '', provinceId }),
    carrierId: user.carrierId ?? carrierId,
    zoneId: user.zoneId ?? zoneId,
  }
}

/**
 * Enables a user and mails it; links it to a client, or makes its client, in the same step. Of `given` only missing fields
 * are taken; filled ones stay as they are.
 * @throws Refusal 400 with what is still missing in `details`, or for an admin without the caller's password, 404, 409 when
 * somebody changed the user meanwhile
 */
export async function enableUser(
  parts: UserAdminParts,
  caller: Acting,
  userId: number,
  { ownPassword: _, clientId, legacy, ...given }: Given,
): Promise<void> {
  const db = parts.db.kysely
  const stored = await findUserForm(db, userId)
  if (!stored) throw notFound()
  const user = await withClients(db, { ...stored, clientId: clientId === undefined ? stored.clientId : clientId })
  const form = { ...withGiven(user, given, await problemsToEnable(db, user)), enabled: true }
  refuseProblems(await problemsToEnable(db, form))
  await changeUser(parts, caller, { ...form, password: '', legacy })
}

/**
 * Says no to a user who waits to be enabled: the account stays, not active, so that it leaves the list of who waits (R251).
 * @throws Refusal 404, 409 for a user who is enabled
 */
export async function rejectUser(
  { db, sessions }: UserAdminParts,
  { userId: by }: Caller,
  userId: number,
): Promise<void> {
  await db.tx(async (t, publish) => {
    const before = await lockRecord(t, 'user', userId)
    if (before.enabled) throw conflict('Este usuario ya está habilitado')
    await auditedUpdate(t, { userId: by, entity: 'user', entityId: userId, before, changes: { active: false } })
    await deleteReset(t, userId)
    publish('session')
  })
  sessions.forget()
}

function withGiven(
  user: calls.User,
  given: Omit<Given, 'ownPassword' | 'clientId' | 'legacy'>,
  problems: readonly FieldError[],
): calls.User {
  const missing = new Set(problems.map(({ field }) => field))
  const taken = Object.entries(given).filter(
    ([field, offered]) => missing.has(field) && offered !== null && offered !== undefined && offered !== '',
  )
  return { ...user, ...Object.fromEntries(taken) }
}
