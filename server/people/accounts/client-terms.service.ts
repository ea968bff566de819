/** The ERP client behind a user: zone, seller, condition, bonus, VAT (R207, usuarios/bodell). */

import type { Selectable, Transaction } from 'kysely'
import { clientNotFound } from '../../../contract/clients.ts'
import type { FieldError } from '../../../contract/errors.ts'
import { SALE_CONDITIONS } from '../../../contract/orders.ts'
import { roles } from '../../../contract/roles.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { audit, auditedUpdate, lockRecord, refuseStale } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import { shownCuit } from '../../db/cuit.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { moveCart, moveNewUserOrders } from '../../ordering/ordering.ts'
import type { ErpClients } from '../../ports/erp-clients/port.ts'
import { notFound, refuseProblems, wrongField } from '../../refusal.ts'
import type { SessionStore } from '../auth/sessions.service.ts'
import { updateUser } from './accounts.queries.ts'
import { clientHasCuit, exists, findUserWithAddress, lockClient } from './user-admin.queries.ts'
import { REQUIRED } from './user-form.service.ts'

export interface TermsForm {
  sellerId?: number | null | undefined
  saleCondition: number
  /** Hundredths of a percent. */
  bonus: number
  vatConditionId: number
  zoneId?: number | null | undefined
  /** The version they were read in; undefined is not checked (R41). */
  version?: number | undefined
}

/** Changes the zone of a user. @throws Refusal 400 for no zone, 404 for no user */
export async function setZone({ db }: { db: Db }, caller: Caller, userId: number, zoneId: number): Promise<void> {
  if (!(await exists(db.kysely, 'zone', zoneId))) throw wrongField('zoneId', 'No existe la zona')
  await db.tx(async (t) => {
    const before = await lockRecord(t, 'user', userId)
    const record = { userId: caller.userId, entity: 'user', entityId: userId, before } as const
    await auditedUpdate(t, { ...record, changes: { zone_id: zoneId } })
  })
}

/**
 * Changes the terms of a user's ERP client, or makes the client of a user who has none.
 * @throws Refusal 400 with the refused fields; 404 for staff, and where a client with the CUIT waits to be linked; 409
 * when somebody else changed the terms meanwhile
 */
export async function updateClientTerms(
  { db, erpClients, sessions }: { db: Db; erpClients: ErpClients; sessions: SessionStore },
  caller: Caller,
  userId: number,
  form: TermsForm,
): Promise<void> {
  refuseProblems(await termsProblems(db.kysely, form))
  await db.tx(async (t, publish) => {
    const user = await lockRecord(t, 'user', userId)
    await writeClientTerms(t, { erpClients, caller, user, form })
    publish('session')
  })
  sessions.forget()
}

interface TermsOfUser {
  erpClients: ErpClients
  caller: Caller
  /** Locked, as it is stored. */
  user: Selectable<Tables['app_user']>
  form: TermsForm
}

/** As `updateClientTerms`, inside the change of the user itself. */
export async function writeClientTerms(
  t: Transaction<Tables>,
  { erpClients, caller, user, form: { version, ...form } }: TermsOfUser,
): Promise<void> {
  if (roles[user.type].isStaff) throw notFound(clientNotFound)
  const terms = { ...form, sellerId: form.sellerId ?? null, zoneId: form.zoneId ?? null }
  const after = {
    seller_id: terms.sellerId,
    sale_condition: terms.saleCondition,
    bonus: terms.bonus,
    vat_condition_id: terms.vatConditionId,
    zone_id: terms.zoneId,
  }
  const change = { userId: caller.userId, entity: 'client', after } as const
  const before = user.client_id ? await lockClient(t, user.client_id) : undefined
  if (before) {
    const { id, version: stored, ...row } = before
    await refuseStale(t, { entity: 'client', entityId: id, stored, given: version })
    await erpClients.update(t, id, terms)
    await audit(t, { ...change, action: 'update', entityId: id, before: row })
    return
  }
  // A prospect who registered has no client yet; one with this CUIT is linked by hand, never made twice.
  if (await clientHasCuit(t, user.cuit)) throw notFound(clientNotFound)
  // A client needs a name: the user's razón social is filled in first, in the user form.
  if (user.business_name.trim() === '') refuseProblems([{ field: 'businessName', message: REQUIRED }])
  const stored = await findUserWithAddress(t, user.id)
  const id = await erpClients.create(t, {
    ...terms,
    businessName: user.business_name,
    name: `${user.first_name} ${user.last_name}`.trim(),
    cuit: shownCuit(user.cuit),
    email: user.email,
    address: {
      street: stored?.street ?? '',
      locality: stored?.city ?? '',
      postalCode: stored?.postal_code ?? '',
      provinceId: stored?.province_id ?? null,
      carrierId: user.carrier_id,
    },
  })
  await updateUser(t, user.id, { client_id: id })
  const move = { userId: user.id, from: NO_CLIENT, to: id, by: caller.userId }
  await moveCart(t, move)
  await moveNewUserOrders(t, move)
  await audit(t, { ...change, action: 'create', entityId: id })
}

/** What is refused of an ERP client's terms. */
export async function termsProblems(db: Queryable, form: TermsForm): Promise<FieldError[]> {
  const problems: FieldError[] = []
  if (!(SALE_CONDITIONS as readonly number[]).includes(form.saleCondition)) {
    problems.push({ field: 'saleCondition', message: 'La condición de venta no es válida' })
  }
  if (form.sellerId && !(await exists(db, 'seller', form.sellerId))) {
    problems.push({ field: 'sellerId', message: 'No se encontro el vendedor' })
  }
  if (form.zoneId && !(await exists(db, 'zone', form.zoneId)))
    problems.push({ field: 'zoneId', message: 'No existe la zona' })
  if (!(await exists(db, 'vat_condition', form.vatConditionId))) {
    problems.push({ field: 'vatConditionId', message: 'No existe la condición de IVA' })
  }
  return problems
}
