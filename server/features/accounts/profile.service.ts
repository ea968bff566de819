/** The own profile and addresses (R202, R205, /perfil). */
import type { FieldError } from '../../../contract/errors.ts'
import { isProvince } from '../../../contract/provinces.ts'
import type { Caller } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { notFound, refuseProblems } from '../../refusal.ts'
import { audit } from '../audit/audit.service.ts'
import { carrierExists, insertAddress, lockUser, updateAddress, updateUser } from './accounts.queries.ts'

const REQUIRED = 'Complete este campo'

export interface ContactData {
  firstName: string
  lastName: string
  phone: string
  mobile: string
  carrierId: number
}

/** Changes contact data; all five must be there. @throws Refusal 400 with the missing fields */
export async function saveProfile(db: Db, caller: Caller, userId: number, data: ContactData): Promise<void> {
  const texts = {
    nombre: data.firstName,
    apellido: data.lastName,
    telefono: data.phone,
    celular: data.mobile,
  }
  const problems = Object.entries(texts)
    .filter(([, value]) => value.trim() === '')
    .map(([field]) => ({ field, message: REQUIRED }))
  if (!(await carrierExists(db.kysely, data.carrierId))) problems.push({ field: 'idexp', message: REQUIRED })
  refuseProblems(problems)
  const after = {
    first_name: data.firstName.trim(),
    last_name: data.lastName.trim(),
    phone: data.phone.trim(),
    mobile: data.mobile.trim(),
    carrier_id: data.carrierId,
  }
  await db.tx(async (t, publish) => {
    const user = await lockUser(t, userId)
    if (!user) throw notFound()
    await updateUser(t, userId, after)
    const { first_name, last_name, phone, mobile, carrier_id } = user
    const before = { first_name, last_name, phone, mobile, carrier_id }
    await audit(t, {
      userId: caller.userId,
      action: 'profile',
      entity: 'user',
      entityId: userId,
      before,
      after,
    })
    // The greeting is part of what a session remembers.
    publish('session')
  })
}

export interface AddressToSave {
  /** null adds one. */
  id: number | null
  street: string
  provinceId: number | null
  city: string
  notes: string
}

/** Adds or changes an address of a user; answers its id. @throws Refusal 400 with the missing fields, 404 */
export async function saveUserAddress(
  db: Db,
  caller: Caller,
  userId: number,
  address: AddressToSave,
): Promise<number> {
  const problems: FieldError[] = []
  if (address.street.trim() === '') problems.push({ field: 'direccion', message: REQUIRED })
  if (address.provinceId === null || !isProvince(address.provinceId))
    problems.push({ field: 'provincia', message: REQUIRED })
  if (address.city.trim() === '') problems.push({ field: 'ciudad', message: REQUIRED })
  refuseProblems(problems)
  const row = {
    street: address.street.trim(),
    province_id: address.provinceId,
    city: address.city.trim(),
    notes: address.notes.trim(),
  }
  return db.tx(async (t) => {
    const id = address.id ?? (await insertAddress(t, { user_id: userId, ...row }))
    if (address.id !== null && !(await updateAddress(t, userId, address.id, row))) throw notFound()
    const action = address.id === null ? 'create' : 'update'
    await audit(t, { userId: caller.userId, action, entity: 'user-address', entityId: id, after: row })
    return id
  })
}
