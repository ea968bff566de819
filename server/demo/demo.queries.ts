/** SQL that fills an empty shop, many rows in each statement. */

import { type InsertObject, sql, type Transaction } from 'kysely'
import type { SettingKey } from '../../contract/setting-keys.ts'
import type { Tables } from '../db/tables.ts'

const ROWS_AT_ONCE = 1_000

/** Inserts any number of rows. */
export async function insertAll<T extends keyof Tables>(
  t: Transaction<Tables>,
  table: T,
  rows: readonly InsertObject<Tables, T>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await t
      .insertInto(table)
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute()
  }
}

/** The end of the day in so many days, as of a HASTA without an hour (R353). */
export const endOfDayIn = (days: number) => sql<string>`
  (date_trunc('day', now() at time zone 'America/Argentina/Buenos_Aires') + ${days + 1} * interval '1 day')
    at time zone 'America/Argentina/Buenos_Aires'`

/** Inserts brands in their order; answers their ids by name. */
export async function insertBrands(t: Transaction<Tables>, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await t
    .insertInto('brand')
    .values(names.map((name, index) => ({ name, position: index + 1 })))
    .returning(['id', 'name'])
    .execute()
  return new Map(rows.map(({ name, id }) => [name, id]))
}

/** Inserts promotions; answers their ids by name. */
export async function insertPromotions(
  t: Transaction<Tables>,
  promotions: readonly InsertObject<Tables, 'promotion'>[],
): Promise<Map<string, number>> {
  const rows = await t.insertInto('promotion').values(promotions).returning(['id', 'name']).execute()
  return new Map(rows.map(({ name, id }) => [name, id]))
}

/** A category to insert; its id is answered under `key`. */
export interface NewCategory {
  readonly key: string
  readonly brandId: number
  readonly parentId: number | null
  readonly name: string
  readonly position: number
}

/** Inserts categories of one level; answers their ids by key. */
export async function insertCategories(
  t: Transaction<Tables>,
  categories: readonly NewCategory[],
): Promise<Map<string, number>> {
  if (categories.length === 0) return new Map()
  const rows = await t
    .insertInto('category')
    .values(
      categories.map(({ brandId, parentId, name, position }) => ({
        brand_id: brandId,
        parent_id: parentId,
        name,
        position,
      })),
    )
    .returning(['id', 'brand_id', 'parent_id', 'name'])
    .execute()
  const ids = new Map(rows.map((row) => [`${row.brand_id}/${row.parent_id}/${row.name}`, row.id]))
  return new Map(
    categories.map(({ key, brandId, parentId, name }) => [key, ids.get(`${brandId}/${parentId}/${name}`) ?? 0]),
  )
}

/** Inserts users; answers their ids by CUIT. */
export async function insertUsers(
  t: Transaction<Tables>,
  users: readonly InsertObject<Tables, 'app_user'>[],
): Promise<Map<string, number>> {
  const rows = await t.insertInto('app_user').values(users).returning(['id', 'cuit']).execute()
  return new Map(rows.map(({ cuit, id }) => [cuit, id]))
}

/** Inserts orders that have a number of the ERP; answers their ids by that number. */
export async function insertOrders(
  t: Transaction<Tables>,
  orders: readonly InsertObject<Tables, 'sales_order'>[],
): Promise<Map<number, number>> {
  const rows = await t.insertInto('sales_order').values(orders).returning(['id', 'erp_number']).execute()
  return new Map(rows.map(({ erp_number, id }) => [erp_number ?? 0, id]))
}

/** The next order that the shop numbers itself comes after `last`. */
export async function continueOrderNumbersAfter(t: Transaction<Tables>, last: number): Promise<void> {
  await sql`select setval('own_order_number', ${last})`.execute(t)
}

/** Sets settings; those in `keep` stay as they are when they are set already. */
export async function storeSettings(
  t: Transaction<Tables>,
  settings: readonly { key: SettingKey; value: string; aux: string }[],
  keep: readonly SettingKey[],
): Promise<void> {
  await t
    .insertInto('setting')
    .values([...settings])
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((row) => ({ value: row.ref('excluded.value'), aux: row.ref('excluded.aux') }))
        .where('setting.key', 'not in', [...keep]),
    )
    .execute()
}

/** Fills slides from the first slot on. */
export async function storeSlides(
  t: Transaction<Tables>,
  slides: readonly { caption: string; file: string; contentType: string }[],
): Promise<void> {
  for (const [index, { caption, file, contentType }] of slides.entries()) {
    await t
      .updateTable('slide')
      .set({ caption, active: true, kind: 'image', file, content_type: contentType })
      .where('slot', '=', index + 1)
      .execute()
  }
}
