/** Enabling a user with just the fields that are missing (R202 and R205), or saying no, in one call from the list of users. */

import type { BodyOf } from '../../../contract/endpoint.ts'
import type { FieldError } from '../../../contract/errors.ts'
import type * as calls from '../../../contract/user-admin.ts'
import { auditedUpdate, lockRecord } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import type { Queryable } from '../../db/open.ts'
import { conflict, notFound, refuseProblems } from '../../refusal.ts'
import { writeAddress } from './profile.service.ts'
import { tellEnabled } from './tell-user.service.ts'
import { findUserWithAddress } from './user-admin.queries.ts'
import { type Acting, makesAdmin, requireSure, type UserAdminParts } from './user-admin.service.ts'
import {
  addressOf,
  businessNameOf,
  columnsOf,
  findUserForm,
  formProblems,
  REQUIRED,
  type UserForm,
} from './user-form.service.ts'

type Given = BodyOf<typeof calls.enableUser>

/** The fields for which enabling a user would be refused; empty when nothing is missing. @throws Refusal 404 */
export async function missingToEnable(db: Queryable, userId: number): Promise<FieldError[]> {
  const user = await findUserForm(db, userId)
  if (!user) throw notFound()
  return problemsToEnable(db, user)
}

/** What saving a user needs, and a zone: a user without one may be stored (R252), but is not enabled from the list. */
async function problemsToEnable(db: Queryable, user: UserForm): Promise<FieldError[]> {
  const problems = await formProblems(db, user)
  return user.zoneId ? problems : [...problems, { field: 'zoneId', message: REQUIRED }]
}

/**
 * Enables a user and mails it. Of `given` only missing fields are taken; filled ones stay as they are.
 * @throws Refusal 400 with what is still missing in `details`, or for an admin without the caller's password, 404
 */
export async function enableUser(
  { db, sessions }: UserAdminParts,
  caller: Acting,
  userId: number,
  { ownPassword: _, ...given }: Given,
): Promise<void> {
  await db.tx(async (t, publish) => {
    const before = await lockRecord(t, 'user', userId)
    const user = await findUserForm(t, userId)
    if (!user) throw notFound()
    const form = { ...withGiven(user, given, await problemsToEnable(t, user)), enabled: true }
    refuseProblems(await problemsToEnable(t, form))
    const changes = { ...columnsOf(form), business_name: businessNameOf(form, before.business_name) }
    requireSure(caller, makesAdmin(before, changes))
    await auditedUpdate(t, { userId: caller.userId, entity: 'user', entityId: userId, before, changes })
    const stored = await findUserWithAddress(t, userId)
    await writeAddress(t, caller.userId, userId, stored?.address_id ?? null, addressOf(form))
    if (!before.enabled) {
      await tellEnabled(t, userId)
      publish('job')
    }
    publish('session')
  })
  sessions.forget()
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
    publish('session')
  })
  sessions.forget()
}

function withGiven(user: calls.User, given: Omit<Given, 'ownPassword'>, problems: readonly FieldError[]): calls.User {
  const missing = new Set(problems.map(({ field }) => field))
  const taken = Object.entries(given).filter(
    ([field, offered]) => missing.has(field) && offered !== null && offered !== undefined && offered !== '',
  )
  return { ...user, ...Object.fromEntries(taken) }
}
