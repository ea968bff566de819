/** SQL of the ERP's short lists: active rows by name, VAT conditions by id. */
import type { Queryable } from '../../db/open.ts'

export function listCarriers(db: Queryable) {
  return db
    .selectFrom('carrier')
    .select(['id', 'name'])
    .where('active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export function listZones(db: Queryable) {
  return db.selectFrom('zone').select(['id', 'name']).where('active', '=', true).orderBy('name').orderBy('id').execute()
}

export function listSellers(db: Queryable) {
  return db
    .selectFrom('seller')
    .select(['id', 'name'])
    .where('active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export function listVatConditions(db: Queryable) {
  return db.selectFrom('vat_condition').select(['id', 'name']).where('active', '=', true).orderBy('id').execute()
}
