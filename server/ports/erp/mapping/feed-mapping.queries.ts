/** SQL of the mapping in use, and of the numbers that the shop gives records known by a code or a name (R406, R407). */
import { type Kysely, sql } from 'kysely'
import type { Queryable } from '../../../db/open.ts'
import type { Tables } from '../../../db/tables.ts'

/** The mapping as it was kept; undefined: none. */
export async function findMapping(db: Queryable): Promise<unknown> {
  const row = await db.selectFrom('feed_mapping').select('mapping').executeTakeFirst()
  return row?.mapping
}

export async function storeMapping(db: Queryable, mapping: unknown): Promise<void> {
  const values = { mapping: JSON.stringify(mapping), kept_at: sql<string>`now()` }
  await db
    .insertInto('feed_mapping')
    .values(values)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(values))
    .execute()
}

/** @returns whether there was one */
export async function deleteMapping(db: Queryable): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('feed_mapping').executeTakeFirst()
  return numDeletedRows > 0n
}

/** Where the records of a kind stand, and which of their columns another program may know them by. */
const tables = {
  articles: ['article', 'code'],
  clients: ['client', 'code'],
  sellers: ['seller', 'name'],
  zones: ['zone', 'name'],
  carriers: ['carrier', 'name'],
  vatConditions: ['vat_condition', 'name'],
  priceLists: ['price_list', 'name'],
} as const satisfies Record<string, readonly [keyof Tables, string]>
type KnownKind = keyof typeof tables
const isKnown = (kind: string): kind is KnownKind => Object.hasOwn(tables, kind)

/** Records of the shop's own begin here; the ERP's numbers stay below. */
const FIRST_OWN_ID = 1_000_000_000
/** Keys that one statement names. */
const AT_ONCE = 5_000

/** A record's number by its key; a record of the feed that has this code or name keeps its own (R407). */
export async function findIds(db: Queryable, kind: string, keys: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (let first = 0; first < keys.length; first += AT_ONCE) {
    const some = keys.slice(first, first + AT_ONCE)
    if (isKnown(kind)) {
      const [table, column] = tables[kind]
      const { rows } = await sql<{ key: string; id: number }>`
        select ${sql.ref(column)} as key, min(id)::integer as id from ${sql.table(table)}
        where ${sql.ref(column)} = any(${some}) and id < ${FIRST_OWN_ID} and from_erp
        group by 1`.execute(db)
      for (const { key, id } of rows) found.set(key, id)
    }
    const kept = await db
      .selectFrom('feed_key')
      .select(['key', 'id'])
      .where('kind', '=', kind)
      .where((is) => is('key', '=', is.fn.any(is.val(some))))
      .execute()
    // What was kept first stays: a code may pass to another record of the feed.
    for (const { key, id } of kept) found.set(key, id)
  }
  return found
}

/** Records that have no code of their own: those of an earlier feed keep their numbers, and no other record gets them. */
const withoutNames: Readonly<Record<string, keyof Tables>> = {
  addresses: 'client_address',
  pastOrders: 'past_order',
}

/** The largest number that a kind uses. */
async function largestId(db: Queryable, kind: string): Promise<number> {
  const ofKeys = await db
    .selectFrom('feed_key')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('kind', '=', kind)
    .executeTakeFirst()
  const table = isKnown(kind) ? tables[kind][0] : withoutNames[kind]
  if (!table) return ofKeys?.id ?? 0
  const { rows } = await sql<{ id: number | null }>`
    select max(id)::integer as id from ${sql.table(table)} where id < ${FIRST_OWN_ID}`.execute(db)
  return Math.max(ofKeys?.id ?? 0, rows[0]?.id ?? 0)
}

/** Numbers for keys that have none, of which nothing is kept: for a trial. */
export async function freeIds(db: Queryable, kind: string, keys: readonly string[]): Promise<Map<string, number>> {
  const last = await largestId(db, kind)
  return new Map(keys.map((key, at) => [key, last + 1 + at]))
}

/** Keeps a number for each key that has none. Two instances that do so at once get the same ones. */
export async function keepIds(db: Kysely<Tables>, kind: string, keys: readonly string[]): Promise<Map<string, number>> {
  return db.transaction().execute(async (t) => {
    await sql`lock table feed_key in exclusive mode`.execute(t)
    const kept = await findIds(t, kind, keys)
    const ids = await freeIds(
      t,
      kind,
      keys.filter((key) => !kept.has(key)),
    )
    const rows = [...ids].map(([key, id]) => ({ kind, key, id }))
    for (let first = 0; first < rows.length; first += AT_ONCE)
      await t
        .insertInto('feed_key')
        .values(rows.slice(first, first + AT_ONCE))
        .execute()
    return new Map([...kept, ...ids])
  })
}
