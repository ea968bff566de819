/** The user form's rules and columns, for every call that writes a user (R205). */

import { clientNotFound } from '../../../contract/clients.ts'
import { isEmail } from '../../../contract/email.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { FieldError } from '../../../contract/errors.ts'
import { isProvince } from '../../../contract/provinces.ts'
import { roles } from '../../../contract/roles.ts'
import type * as calls from '../../../contract/user-admin.ts'
import { shownCuit } from '../../db/cuit.ts'
import type { Queryable } from '../../db/open.ts'
import { mayHave } from './accounts.queries.ts'
import { exists, findUserWithAddress } from './user-admin.queries.ts'

export type UserForm = Omit<BodyOf<typeof calls.updateUser>, 'id' | 'password' | 'ownPassword' | 'version' | 'legacy'>
type FormField = keyof UserForm

export const REQUIRED = 'Complete este campo'

/** A user as the form edits it; undefined when there is none. */
export async function findUserForm(db: Queryable, id: number): Promise<calls.User | undefined> {
  const row = await findUserWithAddress(db, id)
  return (
    row && {
      id: row.id,
      email: row.email,
      cuit: shownCuit(row.cuit),
      orderRight: row.order_right,
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
      postalCode: row.postal_code ?? '',
      notes: row.notes,
      type: row.type,
      sellerId: row.seller_id,
      clientId: row.client_id,
      enabled: row.enabled,
      active: row.active,
      verified: row.verified,
      verifiedAt: row.verified_at,
      verifiedBy: row.verifier ?? '',
      secondFactor: row.second_factor,
      createdAt: row.created_at,
      version: row.version,
    }
  )
}

/**
 * Every refused field that creating and editing share (R205). A zone may be missing (R252), not be unknown. A buyer who was invited has
 * the client's address and carrier (R370).
 */
export async function formProblems(db: Queryable, form: UserForm, isInvited = false): Promise<FieldError[]> {
  const problems: FieldError[] = []
  const refuseField = (field: FormField, message: string) => problems.push({ field, message })
  const mustHave = (field: FormField, isFilled: boolean) => {
    if (!isFilled) refuseField(field, REQUIRED)
  }
  mustHave('email', isEmail(form.email.trim()))
  mustHave('firstName', form.firstName.trim() !== '')
  mustHave('businessName', form.businessName.trim() !== '' || roles[form.type].isStaff)
  mustHave('carrierId', (isInvited && !form.carrierId) || (await mayHave(db, 'carrier', form.carrierId)))
  mustHave('zoneId', !form.zoneId || (await mayHave(db, 'zone', form.zoneId)))
  if (!isInvited || form.address.trim() !== '') {
    mustHave('address', form.address.trim() !== '')
    mustHave('provinceId', typeof form.provinceId === 'number' && isProvince(form.provinceId))
    mustHave('city', form.city.trim() !== '')
  }
  if (!roles[form.type].isStaff && form.clientId && !(await exists(db, 'client', form.clientId))) {
    refuseField('clientId', clientNotFound)
  }
  if (roles[form.type].isStaff && form.sellerId && !(await exists(db, 'seller', form.sellerId))) {
    refuseField('sellerId', 'No se encontro el vendedor')
  }
  return problems
}

/** The columns a form sets. A cliente is tied to a client, staff to a seller; the other link is empty. */
export function columnsOf(form: UserForm) {
  const isClient = !roles[form.type].isStaff
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
    // Staff orders by its role.
    ...(isClient ? form.orderRight && { order_right: form.orderRight } : { order_right: 'confirm' as const }),
  }
}

export const addressOf = (form: UserForm) => ({
  street: form.address.trim(),
  province_id: form.provinceId ?? null,
  city: form.city.trim(),
})

/** The razón social to store: the stored one stays, an empty one is filled from the form. */
export const businessNameOf = (form: UserForm, stored: string): string => stored || form.businessName.trim()
