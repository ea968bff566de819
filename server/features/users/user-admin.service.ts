/** Creating, editing and enabling users (spec 2 sections 2, 4, 5). Every change is audited. */
import type * as z from 'zod/mini'
import { isEmail } from '../../../contract/account-rules.ts'
import { inUse } from '../../../contract/accounts.ts'
import { clientNotFound } from '../../../contract/clients.ts'
import { parseCuit } from '../../../contract/cuit.ts'
import type { FieldError } from '../../../contract/errors.ts'
import { passwordProblem } from '../../../contract/password.ts'
import { isProvince } from '../../../contract/provinces.ts'
import {
  createUser as createUserCall,
  type User,
  type updateUser as updateUserCall,
} from '../../../contract/user-admin.ts'
import { wireNameOf } from '../../../contract/wire.ts'
import { type Db, errorCode, type Queryable } from '../../db/open.ts'
import type { Caller } from '../../http/access.ts'
import { HttpError, malformed, notFound } from '../../http/errors.ts'
import { enqueue } from '../../jobs/outbox.ts'
import type { ErpClients } from '../../ports/erp-clients/port.ts'
import {
  insertAddress,
  insertUser,
  isTaken,
  lockUser,
  updateAddress,
  updateUser,
} from '../accounts/accounts.service.ts'
import { audit } from '../audit/audit.service.ts'
import { hashPassword } from '../auth/auth.service.ts'
import type { SessionStore } from '../auth/sessions.service.ts'
import { termsProblems } from './client-terms.service.ts'
import { clientHasCuit, exists, findUserWithAddress } from './user-admin.queries.ts'

export interface UserAdminParts {
  db: Db
  sessions: SessionStore
  erpClients: ErpClients
}

type NewUser = z.output<typeof createUserCall.body>
type ChangedUser = z.output<typeof updateUserCall.body>
type UserForm = Omit<ChangedUser, 'id'>
type FormField = keyof UserForm

const REQUIRED = 'Complete este campo'
const UNIQUE_VIOLATION = '23505'

/** READINGS 4: the spec's own number for a used CUIT or mail. */
const taken = (): HttpError => new HttpError('IN_USE', inUse)

/** A user as the form edits it; undefined when there is none. */
export async function findUserForm(db: Queryable, id: number): Promise<User | undefined> {
  const row = await findUserWithAddress(db, id)
  return (
    row && {
      id: row.id,
      email: row.email,
      cuit: row.cuit,
      firstName: row.first_name,
      lastName: row.last_name,
      businessName: row.business_name,
      phone: row.phone,
      mobile: row.mobile,
      carrierId: row.carrier_id,
      zoneId: row.zone_id,
      address: row.street ?? '',
      provinceId: row.province_id,
      city: row.city ?? '',
      notes: row.notes,
      type: row.type,
      sellerId: row.seller_id,
      clientId: row.client_id,
      enabled: row.enabled,
      active: row.active,
      verified: row.verified,
      createdAt: row.created_at,
    }
  )
}

/**
 * Makes a user, and with `createClient` the ERP client too when no client has the CUIT.
 * @returns the new user's id
 * @throws HttpError 400 with every refused field, 501 when CUIT or mail are taken
 */
export async function createUser(
  { db, erpClients }: UserAdminParts,
  caller: Caller,
  form: NewUser,
): Promise<number> {
  const cuit = parseCuit(form.cuit)
  const problems = await formProblems(db.kysely, form)
  if (!cuit) problems.push({ field: 'cuit', message: 'Debe ingresar un CUIT válido' })
  if (form.businessName.trim() === '') problems.push({ field: 'razonSocial', message: REQUIRED })
  const weak = passwordProblem(form.password, form.type === 'cliente' ? 'client' : 'staff')
  if (weak) problems.push({ field: 'contra', message: weak })
  if (form.createClient && form.legacy) problems.push(...(await legacyProblems(db.kysely, form.legacy)))
  refuse(problems)

  const user = {
    ...columnsOf(form),
    cuit: cuit ?? '',
    business_name: form.businessName.trim(),
    password_hash: await hashPassword(form.password),
  }
  return orTaken(() =>
    db.tx(async (t, publish) => {
      if (await isTaken(t, user)) throw taken()
      if (
        form.createClient &&
        form.type === 'cliente' &&
        user.client_id === null &&
        !(await clientHasCuit(t, user.cuit))
      ) {
        const {
          sellerId = null,
          saleCondition = 1,
          bonus = 0,
          vatConditionId = 1,
          zoneId,
        } = form.legacy ?? {}
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
            provinceId: form.provinceId ?? null,
            carrierId: user.carrier_id,
          },
        })
      }
      const id = await insertUser(t, user)
      await insertAddress(t, { user_id: id, ...addressOf(form) })
      await audit(t, { userId: caller.userId, action: 'create', entity: 'user', entityId: id, after: user })
      if (user.enabled) {
        await enqueue(t, { kind: 'enabledMail', payload: { userId: id } })
        publish('job')
      }
      return id
    }),
  )
}

/**
 * Changes a user; CUIT and razón social stay. Enabling mails the user. Disabling, deactivating, another
 * type or password end the user's sessions at once (READINGS 12).
 * @throws HttpError 400 with every refused field, 404, 501 when the mail is taken
 */
export async function changeUser(
  { db, sessions }: UserAdminParts,
  caller: Caller,
  form: ChangedUser,
): Promise<void> {
  const problems = await formProblems(db.kysely, form)
  const weak = form.password && passwordProblem(form.password, form.type === 'cliente' ? 'client' : 'staff')
  if (weak) problems.push({ field: 'contra', message: weak })
  refuse(problems)

  const password = form.password ? { password_hash: await hashPassword(form.password) } : {}
  const changes = { ...columnsOf(form), ...password }
  await orTaken(() =>
    db.tx(async (t, publish) => {
      const before = await lockUser(t, form.id)
      if (!before) throw notFound()
      if (await isTaken(t, { cuit: before.cuit, email: changes.email }, form.id)) throw taken()
      await updateUser(t, form.id, changes)
      const address = addressOf(form)
      const stored = await findUserWithAddress(t, form.id)
      if (stored?.address_id) await updateAddress(t, form.id, stored.address_id, address)
      else await insertAddress(t, { user_id: form.id, ...address })
      await audit(t, {
        userId: caller.userId,
        action: 'update',
        entity: 'user',
        entityId: form.id,
        before: { ...before },
        after: { ...before, ...changes },
      })
      const shutOut = (before.enabled && !changes.enabled) || (before.active && !changes.active)
      if (shutOut || before.type !== changes.type || form.password) await sessions.endAllOf(t, form.id)
      if (!before.enabled && changes.enabled) {
        await enqueue(t, { kind: 'enabledMail', payload: { userId: form.id } })
        publish('job')
      }
      publish('session')
    }),
  )
  sessions.forget()
}

/** Two saves at once: the database decides which was first. */
async function orTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION) throw taken()
    throw error
  }
}

function refuse(problems: FieldError[]): void {
  if (problems.length > 0) throw malformed(problems.length === 1 ? problems[0]?.message : undefined, problems)
}

/** Every refused field that creating and editing share (spec 2 section 5). */
async function formProblems(db: Queryable, form: UserForm): Promise<FieldError[]> {
  const problems: FieldError[] = []
  const refuseField = (field: FormField, message: string) =>
    problems.push({ field: wireNameOf(createUserCall.body, field), message })
  const mustHave = (field: FormField, there: boolean) => {
    if (!there) refuseField(field, REQUIRED)
  }
  const known = async (table: 'carrier' | 'zone', id: number | null | undefined) =>
    typeof id === 'number' && (await exists(db, table, id))
  mustHave('email', isEmail(form.email.trim()))
  mustHave('firstName', form.firstName.trim() !== '')
  mustHave('carrierId', await known('carrier', form.carrierId))
  mustHave('zoneId', await known('zone', form.zoneId))
  mustHave('address', form.address.trim() !== '')
  mustHave('provinceId', typeof form.provinceId === 'number' && isProvince(form.provinceId))
  mustHave('city', form.city.trim() !== '')
  if (form.type === 'cliente' && form.clientId && !(await exists(db, 'client', form.clientId))) {
    refuseField('clientId', clientNotFound)
  }
  if (form.type !== 'cliente' && form.sellerId && !(await exists(db, 'seller', form.sellerId))) {
    refuseField('sellerId', 'No se encontro el vendedor')
  }
  return problems
}

/** What is refused of a new ERP client's terms. An unknown VAT condition is left out of it: the default may be one. */
async function legacyProblems(db: Queryable, terms: NonNullable<NewUser['legacy']>): Promise<FieldError[]> {
  const problems = await termsProblems(db, terms)
  return problems
    .filter(({ field }) => field !== 'iva')
    .map(({ field, message }) => ({ field: `bodell.${field}`, message }))
}

/** The columns a form sets. A cliente is tied to a client, staff to a seller; the other link is empty. */
function columnsOf(form: UserForm) {
  const isClient = form.type === 'cliente'
  return {
    email: form.email.trim().toLowerCase(),
    type: form.type,
    first_name: form.firstName.trim(),
    last_name: form.lastName.trim(),
    phone: form.phone.trim(),
    mobile: form.mobile.trim(),
    carrier_id: form.carrierId ?? null,
    zone_id: form.zoneId ?? null,
    notes: form.notes.trim(),
    client_id: isClient ? form.clientId || null : null,
    seller_id: isClient ? null : form.sellerId || null,
    enabled: form.enabled,
    active: form.active,
  }
}

const addressOf = (form: UserForm) => ({
  street: form.address.trim(),
  province_id: form.provinceId ?? null,
  city: form.city.trim(),
})
