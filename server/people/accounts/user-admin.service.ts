/** Creating, editing and enabling users (R202, R204, R205). Every change is audited. */

import { inUse } from '../../../contract/accounts.ts'
import { parseCuit } from '../../../contract/cuit.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { FieldError } from '../../../contract/errors.ts'
import type { UserType } from '../../../contract/roles.ts'
import { roles } from '../../../contract/roles.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import * as calls from '../../../contract/user-admin.ts'
import { audit, auditedUpdate, lockRecord } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import { shownCuit } from '../../db/cuit.ts'
import { type Db, isTwice, type Queryable } from '../../db/open.ts'
import { enqueue } from '../../jobs/outbox.ts'
import { moveCart, moveNewUserOrders } from '../../ordering/ordering.ts'
import type { ErpClients } from '../../ports/erp-clients/port.ts'
import { conflict, Refusal, refuseProblems, wrongField } from '../../refusal.ts'
import { hashPassword } from '../auth/auth.service.ts'
import { newPasswordProblem } from '../auth/commonest-passwords.ts'
import type { SessionStore } from '../auth/sessions.service.ts'
import { deleteReset, insertAddress, insertUser, isTaken } from './accounts.queries.ts'
import { termsProblems, writeClientTerms } from './client-terms.service.ts'
import { writeAddress } from './profile.service.ts'
import { tellEnabled, tellNewEmail } from './tell-user.service.ts'
import { clientHasCuit, exists, findUserWithAddress } from './user-admin.queries.ts'
import { addressOf, businessNameOf, columnsOf, formProblems, REQUIRED } from './user-form.service.ts'
import { isThereAnotherAdmin } from './users.queries.ts'

export interface UserAdminParts {
  db: Db
  sessions: SessionStore
  erpClients: ErpClients
  /** No password may be made of it. */
  shopName: string
}

/** Who changes users, and whether the own password was typed again for it. */
export interface Acting extends Caller {
  isSure: boolean
}

type NewUser = BodyOf<typeof calls.createUser>
type ChangedUser = BodyOf<typeof calls.updateUser>

/** R4: the specification has a status of its own for a CUIT or mail that is taken. */
const taken = (): Refusal => new Refusal('IN_USE', inUse)

/**
 * Makes a user, and with `createClient` the ERP client too when no client has the CUIT.
 * @returns the new user's id
 * @throws Refusal 400 with every refused field, or for an admin without the caller's password, 501 when CUIT or mail are taken
 */
export async function createUser(
  { db, erpClients, shopName }: UserAdminParts,
  caller: Acting,
  form: NewUser,
): Promise<number> {
  const cuit = parseCuit(form.cuit)
  const zoned = { ...form, zoneId: form.zoneId ?? form.legacy?.zoneId ?? null }
  const problems = await formProblems(db.kysely, zoned)
  if (!cuit) problems.push({ field: 'cuit', message: 'Debe ingresar un CUIT válido' })
  if (roles[form.type].isStaff && form.businessName.trim() === '')
    problems.push({ field: 'businessName', message: REQUIRED })
  const known = { cuit: cuit ?? '', shopName }
  const weak = await newPasswordProblem(form.password, kindOf(form), known)
  if (weak) problems.push({ field: 'password', message: weak })
  if (form.createClient && form.legacy) problems.push(...(await legacyProblems(db.kysely, form.legacy)))
  refuseProblems(problems)
  requireSure(caller, administers(form))

  const user = {
    ...columnsOf(zoned),
    cuit: cuit ?? '',
    business_name: form.businessName.trim(),
    password_hash: await hashPassword(form.password),
    verified_at: new Date().toISOString(),
    verified_by: caller.userId,
  }
  return orTaken(() =>
    db.tx(async (t, publish) => {
      if (await isTaken(t, user)) throw taken()
      if (
        form.createClient &&
        !roles[form.type].isStaff &&
        user.client_id === null &&
        !(await clientHasCuit(t, user.cuit))
      ) {
        const { sellerId = null, saleCondition = 1, bonus = 0, vatConditionId = 1, zoneId } = form.legacy ?? {}
        user.client_id = await erpClients.create(t, {
          businessName: user.business_name,
          name: `${user.first_name} ${user.last_name}`.trim(),
          cuit: user.cuit,
          email: user.email,
          sellerId,
          saleCondition,
          bonus,
          vatConditionId: (await exists(t, 'vat_condition', vatConditionId)) ? vatConditionId : null,
          zoneId: zoneId ?? user.zone_id,
          address: {
            street: form.address.trim(),
            locality: form.city.trim(),
            postalCode: '',
            provinceId: form.provinceId ?? null,
            carrierId: user.carrier_id,
          },
        })
      }
      const id = await insertUser(t, user)
      await insertAddress(t, { user_id: id, ...addressOf(form) })
      await audit(t, { userId: caller.userId, action: 'create', entity: 'user', entityId: id, after: user })
      if (user.enabled) {
        await tellEnabled(t, id)
        publish('job')
      }
      return id
    }),
  )
}

/**
 * Changes a user; the CUIT stays, and so does a razón social that is not empty. Enabling mails the user. Disabling,
 * deactivating, another type or another password end the user's sessions at once (R12). Linking to a client moves the
 * cart and a new user's orders to that client.
 * @throws Refusal 400 with every refused field, or without the caller's password where mail or password change or an
 * admin is made, 404, 409 for the only admin and when somebody else changed user or terms
 * meanwhile, 501 when the mail is taken
 */
export async function changeUser(
  { db, sessions, erpClients, shopName }: UserAdminParts,
  caller: Acting,
  form: ChangedUser,
): Promise<void> {
  const password = form.password ? { password_hash: await hashPassword(form.password) } : {}
  await orTaken(() =>
    db.tx(async (t, publish) => {
      const before = await lockRecord(t, 'user', form.id, form.version)
      const business_name = businessNameOf(form, before.business_name)
      // The spec's user has no zone: without one the stored zone stays (R252).
      const zoned = { ...form, zoneId: form.zoneId ?? form.legacy?.zoneId ?? before.zone_id }
      const hasNoCuit = shownCuit(before.cuit) === ''
      const problems = await formProblems(t, { ...zoned, businessName: business_name }, hasNoCuit)
      // Nobody knows how long the stored password is, and a client's may be shorter than staff's (R14).
      if (!roles[before.type].isStaff && roles[form.type].isStaff && !form.password)
        problems.push({ field: 'password', message: calls.userTexts.passwordForStaff })
      const known = { cuit: before.cuit, shopName }
      const weak = form.password && (await newPasswordProblem(form.password, kindOf(form), known))
      if (weak) problems.push({ field: 'password', message: weak })
      if (form.legacy) problems.push(...inLegacy(await termsProblems(t, form.legacy)))
      refuseProblems(problems)
      const columns = columnsOf(zoned)
      const isElsewhere = before.client_id !== columns.client_id
      const changes = {
        ...{ ...columns, ...password, business_name },
        // Who was invited for one client is no guest of another one.
        ...(isElsewhere && { invited_at: null, invited_by: null }),
        // Whom the office shuts out no client lets in again.
        ...(before.active !== columns.active && { ended_at: null }),
      }
      await keepAnAdmin(t, before, changes)
      if (await isTaken(t, { cuit: before.cuit, email: changes.email }, form.id)) throw taken()
      requireSure(caller, makesAdmin(before, changes) || before.email !== changes.email || form.password !== '')
      const record = { userId: caller.userId, entity: 'user', entityId: form.id, before } as const
      const user = await auditedUpdate(t, { ...record, changes })
      if (before.email !== changes.email) {
        await tellNewEmail(t, form.id, { from: before.email, to: changes.email })
        publish('job')
      }
      const stored = await findUserWithAddress(t, form.id)
      const address = addressOf(form)
      if (!hasNoCuit || address.street !== '' || stored?.address_id)
        await writeAddress(t, caller.userId, form.id, stored?.address_id ?? null, address)
      if (!roles[before.type].isStaff && !roles[changes.type].isStaff) {
        const [from, to] = [before.client_id ?? NO_CLIENT, changes.client_id ?? NO_CLIENT]
        const move = { userId: form.id, from, to, by: caller.userId }
        await moveCart(t, move)
        await moveNewUserOrders(t, move)
      }
      if (form.legacy) await writeClientTerms(t, { erpClients, caller, user, form: form.legacy })
      const shutOut = (before.enabled && !changes.enabled) || (before.active && !changes.active)
      if (form.password && caller.userId !== form.id) {
        await enqueue(t, { kind: 'passwordSetMail', payload: { userId: form.id } })
        publish('job')
      }
      if (shutOut || before.type !== changes.type || form.password) await sessions.endAllOf(t, form.id)
      // A code that was mailed before would undo what the office says now.
      if (shutOut || isElsewhere || form.password || before.email !== changes.email) await deleteReset(t, form.id)
      if (!before.enabled && changes.enabled) {
        await tellEnabled(t, form.id)
        publish('job')
      }
      publish('session')
    }),
  )
  sessions.forget()
}

interface Standing {
  type: UserType
  enabled: boolean
  active: boolean
}
const administers = ({ type, enabled, active }: Standing) => roles[type].administers && enabled && active

/** Whether a change lets somebody administer who could not before. */
const makesAdmin = (before: Standing, after: Standing): boolean => !administers(before) && administers(after)

/** A stolen session alone neither keeps itself a way in nor takes an account over (R340). @throws Refusal 400 */
function requireSure({ isSure }: Acting, needed: boolean): void {
  if (needed && !isSure) throw wrongField('ownPassword', calls.userTexts.ownPasswordAsked)
}

/** Refuses a change that leaves no admin: nobody could mend such a shop from its screens. @throws Refusal 409 */
async function keepAnAdmin(t: Queryable, before: Standing & { id: number }, after: Standing): Promise<void> {
  if (!administers(before) || administers(after) || (await isThereAnotherAdmin(t, before.id))) return
  const field = !roles[after.type].administers ? 'type' : after.enabled ? 'active' : 'enabled'
  throw conflict(calls.userTexts.onlyAdmin, [{ field, message: calls.userTexts.onlyAdmin }])
}

const kindOf = ({ type }: { type: UserType }) => (roles[type].isStaff ? 'staff' : 'client')

/** Two saves at once: the database decides which was first. */
async function orTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isTwice(error)) throw taken()
    throw error
  }
}

/** Refused fields of a new ERP client's terms. An unknown VAT condition is none: the default itself may be unknown. */
async function legacyProblems(db: Queryable, terms: NonNullable<NewUser['legacy']>): Promise<FieldError[]> {
  const problems = await termsProblems(db, terms)
  return inLegacy(problems.filter(({ field }) => field !== 'vatConditionId'))
}

const inLegacy = (problems: readonly FieldError[]): FieldError[] =>
  problems.map(({ field, message }) => ({ field: `legacy.${field}`, message }))
