/** The own profile and addresses (R202, R205, /perfil). */

import type { Insertable } from 'kysely'
import type { FieldError } from '../../../contract/errors.ts'
import { isProvince } from '../../../contract/provinces.ts'
import { splitStreet } from '../../../contract/street.ts'
import { audit, auditedUpdate, lockRecord } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { notFound, refuseProblems } from '../../refusal.ts'
import { insertAddress, mayHave } from './accounts.queries.ts'

const REQUIRED = 'Complete este campo'

export interface ContactData {
  firstName: string
  lastName: string
  phone: string
  mobile: string
  carrierId?: number | null | undefined
}

/** Changes contact data; all five must be there. @throws Refusal 400 with the missing fields */
export async function saveProfile(db: Db, caller: Caller, userId: number, data: ContactData): Promise<void> {
  const problems: FieldError[] = (['firstName', 'lastName', 'phone', 'mobile'] as const)
    .filter((field) => data[field].trim() === '')
    .map((field) => ({ field, message: REQUIRED }))
  if (!(await mayHave(db.kysely, 'carrier', data.carrierId))) problems.push({ field: 'carrierId', message: REQUIRED })
  refuseProblems(problems)
  const changes = {
    first_name: data.firstName.trim(),
    last_name: data.lastName.trim(),
    phone: data.phone.trim(),
    mobile: data.mobile.trim(),
    carrier_id: data.carrierId ?? null,
  }
  await db.tx(async (t, publish) => {
    const before = await lockRecord(t, 'user', userId)
    const record = { userId: caller.userId, entity: 'user', entityId: userId, before } as const
    await auditedUpdate(t, { ...record, action: 'profile', changes })
    // The greeting is part of what a session remembers.
    publish('session')
  })
}

export interface AddressToSave {
  /** Null adds an address. */
  id: number | null
  street: string
  provinceId: number | null
  city: string
  /** Absent: it stays while the address does, and is forgotten with it. */
  postalCode?: string | undefined
  notes: string
}

/** Adds or changes an address of a user; answers its id. @throws Refusal 400 with the missing fields, 404 */
export async function saveUserAddress(db: Db, caller: Caller, userId: number, address: AddressToSave): Promise<number> {
  const problems: FieldError[] = []
  if (address.street.trim() === '') problems.push({ field: 'street', message: REQUIRED })
  if (address.provinceId === null || !isProvince(address.provinceId))
    problems.push({ field: 'provinceId', message: REQUIRED })
  if (address.city.trim() === '') problems.push({ field: 'city', message: REQUIRED })
  refuseProblems(problems)
  const row = {
    street: address.street.trim(),
    province_id: address.provinceId,
    city: address.city.trim(),
    notes: address.notes.trim(),
    ...(address.postalCode !== undefined && { postal_code: address.postalCode.trim() }),
  }
  return db.tx(async (t) => {
    // An admin may name a user that there is not, or that is erased at this moment.
    await lockRecord(t, 'user', userId)
    return writeAddress(t, caller.userId, userId, address.id, row)
  })
}

/**
 * Adds an address of a user (`id` null) or changes it, audited; answers its id.
 * @throws Refusal 404 when the user has none with that id
 */
export async function writeAddress(
  t: Queryable,
  by: number,
  userId: number,
  id: number | null,
  row: Pick<Insertable<Tables['user_address']>, 'street' | 'province_id' | 'city' | 'notes' | 'postal_code'>,
): Promise<number> {
  const entity = 'user-address'
  if (id === null) {
    const entityId = await insertAddress(t, {
      user_id: userId,
      number: splitStreet(row.street).number,
      ...row,
    })
    await audit(t, { userId: by, action: 'create', entity, entityId, after: row })
    return entityId
  }
  const before = await lockRecord(t, entity, id)
  if (before.user_id !== userId) throw notFound()
  const isSamePlace = before.street === row.street && before.city === row.city && before.province_id === row.province_id
  // The parts of another line would send a parcel astray (R248).
  const forgotten = { number: splitStreet(row.street).number, crossing: '', postal_code: '' }
  const changes = isSamePlace ? row : { ...forgotten, ...row }
  await auditedUpdate(t, { userId: by, entity, entityId: id, before, changes })
  return id
}
