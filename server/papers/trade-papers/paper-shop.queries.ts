/** SQL of whose paper it is: the shop's settings, and a client with what papers say of one. */
import { sql } from 'kysely'
import { unsetValue } from '../../../contract/setting-keys.ts'
import { cuitColumn } from '../../db/cuit.ts'
import type { Queryable } from '../../db/open.ts'
import { type PaperClient, type PaperSettings, paperSettingKeys } from './trade-paper.types.ts'

/** The settings that papers show, each with what counts while nobody has set it. */
export async function readPaperSettings(db: Queryable): Promise<PaperSettings> {
  const rows = await db.selectFrom('setting').select(['key', 'value']).where('key', 'in', paperSettingKeys).execute()
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  return Object.fromEntries(paperSettingKeys.map((key) => [key, stored.get(key) ?? unsetValue(key)])) as PaperSettings
}

const seller = {
  name: sql<string>`coalesce(seller.name, '')`,
  user: (what: 'phone' | 'mail') => sql<string>`coalesce((
    select ${what === 'phone' ? sql`coalesce(nullif(trim(u.mobile), ''), trim(u.phone))` : sql`u.email`}
    from app_user u where u.type = 'vendedor' and u.seller_id = seller.id and u.active and u.enabled
    order by u.id limit 1), '')`,
}

/** An ERP client with its seller; the seller's telephone is that of the user who signs in as the seller. */
export function findPaperClient(db: Queryable, clientId: number): Promise<PaperClient | undefined> {
  return db
    .selectFrom('client as c')
    .leftJoin('vat_condition as vat', 'vat.id', 'c.vat_condition_id')
    .leftJoin('seller', 'seller.id', 'c.seller_id')
    .select([
      'c.business_name as name',
      'c.code',
      'c.cuit',
      sql<string>`coalesce(vat.name, '')`.as('vatCondition'),
      'c.sale_condition as saleCondition',
      seller.name.as('seller'),
      seller.user('phone').as('sellerPhone'),
      seller.user('mail').as('sellerMail'),
    ])
    .where('c.id', '=', clientId)
    .executeTakeFirst()
}

/** A user who has no ERP client yet, who then has no seller of the ERP's either. */
export function findPaperUser(db: Queryable, userId: number): Promise<PaperClient | undefined> {
  return db
    .selectFrom('app_user as u')
    .select([
      sql<string>`coalesce(nullif(u.business_name, ''), trim(u.first_name || ' ' || u.last_name))`.as('name'),
      cuitColumn('u.cuit').as('cuit'),
      sql<string>`''`.as('code'),
      sql<string>`''`.as('vatCondition'),
      sql<number | null>`null`.as('saleCondition'),
      sql<string>`''`.as('seller'),
      sql<string>`''`.as('sellerPhone'),
      sql<string>`''`.as('sellerMail'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirst()
}

/** Somebody of the staff who quotes, as the seller of a quotation whose client has none. */
export function findPaperStaff(db: Queryable, userId: number) {
  return db
    .selectFrom('app_user as u')
    .select([
      sql<string>`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.business_name)`.as('seller'),
      sql<string>`coalesce(nullif(trim(u.mobile), ''), trim(u.phone))`.as('sellerPhone'),
      'u.email as sellerMail',
    ])
    .where('u.id', '=', userId)
    .executeTakeFirst()
}
