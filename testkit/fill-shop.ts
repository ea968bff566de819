/** Puts generated toys, and clients who order them, into a migrated and empty database. */
import { sql } from 'kysely'
import type { CatalogueItem } from '../engine/item.ts'
import { raiseCatalogueVersion } from '../server/db/catalogue-version.ts'
import type { Db, Queryable } from '../server/db/open.ts'
import { hashPassword } from '../server/people/people.ts'
import { generateCatalogue } from './generate-catalogue.ts'

/** The database keeps categories and subcategories in one table; generated ones count from 1 each. */
const FIRST_SUBCATEGORY = 1_000
const ROWS_A_STATEMENT = 2_000

/** `size` generated articles, with category ids as a filled database has them. */
export function shopCatalogue(size: number): CatalogueItem[] {
  return generateCatalogue({ size }).map((item) => ({
    ...item,
    subcategoryId: item.subcategoryId === null ? null : item.subcategoryId + FIRST_SUBCATEGORY,
  }))
}

interface FillOptions {
  /** Whether to store the articles' `media`. No file of them exists. */
  withMedia: boolean
}

/** Stores articles, prices and listings, and the brands and categories that they name. */
export async function fillCatalogue(
  db: Db,
  items: readonly CatalogueItem[],
  { withMedia }: FillOptions,
): Promise<void> {
  await db.tx(async (t, publish) => {
    await insertAll(t, 'brand', brandsOf(items))
    await insertAll(t, 'category', categoriesOf(items))
    await insertAll(t, 'article', items.map(articleRow))
    await insertAll(
      t,
      'price',
      items.map((item) => ({ article_id: item.articleId, list_price: item.listPrice })),
    )
    await insertAll(t, 'listing', items.map(listingRow))
    if (withMedia) await insertAll(t, 'media', items.flatMap(mediaRows))
    // What the office adds later comes after the filled ids.
    for (const table of ['brand', 'category'] as const)
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
        t,
      )
    await raiseCatalogueVersion(t, publish)
  })
}

/** A client user of the filled database. */
export interface FilledClient {
  readonly userId: number
  readonly clientId: number
  /** Eleven digits. */
  readonly cuit: string
  readonly email: string
}

/** Adds `count` ERP clients, ids from `firstId`, each with two addresses and a user who signs in with `password`. */
export async function fillClients(
  db: Db,
  { count, password, firstId = 1_001 }: { count: number; password: string; firstId?: number },
): Promise<FilledClient[]> {
  if (count === 0) return []
  const passwordHash = await hashPassword(password)
  const ids = Array.from({ length: count }, (_, at) => firstId + at)
  const cuitOf = (id: number) => `30${String(id).padStart(8, '0')}0`
  const emailOf = (id: number) => `compras${id}@example.com`
  return db.tx(async (t) => {
    await insertAll(
      t,
      'client',
      ids.map((id) => ({ id, code: `C${id}`, business_name: `Juguetería ${id}`, cuit: cuitOf(id) })),
    )
    await insertAll(
      t,
      'client_address',
      ids.flatMap((id) =>
        [1, 2].map((nth) => ({
          id: id * 10 + nth,
          client_id: id,
          street: `Calle ${id} N° ${nth}00`,
          locality: nth === 1 ? 'Rosario' : 'Salta',
        })),
      ),
    )
    const users = await t
      .insertInto('app_user')
      .values(
        ids.map((id) => ({
          email: emailOf(id),
          cuit: cuitOf(id),
          password_hash: passwordHash,
          type: 'cliente' as const,
          first_name: 'Ana',
          business_name: `Juguetería ${id}`,
          enabled: true,
          client_id: id,
        })),
      )
      .returning(['id', 'client_id', 'cuit', 'email'])
      .execute()
    return users.map(({ id, client_id, cuit, email }) => ({
      userId: id,
      clientId: client_id ?? 0,
      cuit,
      email,
    }))
  })
}

const articleRow = (item: CatalogueItem) => ({
  id: item.articleId,
  code: item.code,
  description: item.description,
  alias: item.alias,
  units_per_pack: item.unitsPerPack,
  inner_pack: item.innerPack,
  assortment: item.assortment,
  multiple: item.multiple,
  season: item.season,
})

const YEAR_MS = 365 * 24 * 3600_000
/** One in so many articles is new (R365). */
const NEW_EACH = 20

const listingRow = (item: CatalogueItem) => ({
  article_id: item.articleId,
  brand_id: item.brandId,
  category_id: item.categoryId,
  subcategory_id: item.subcategoryId,
  position: item.position,
  discount: item.discount,
  promo: item.promo,
  future: item.future,
  hint: item.hint,
  created_at: new Date(Date.now() - (item.articleId % NEW_EACH === 0 ? 0 : YEAR_MS)).toISOString(),
})

const mediaRows = (item: CatalogueItem) =>
  item.media.flatMap((file, at) =>
    file === null
      ? []
      : [{ article_id: item.articleId, slot: at + 1, kind: 'image', file, content_type: 'image/webp' }],
  )

function brandsOf(items: readonly CatalogueItem[]) {
  const ids = new Set(items.flatMap(({ brandId }) => (brandId === null ? [] : [brandId])))
  return [...ids].sort((a, b) => a - b).map((id) => ({ id, name: `Marca ${id}`, position: id }))
}

function categoriesOf(items: readonly CatalogueItem[]) {
  const rows = new Map<number, Record<string, unknown>>()
  for (const item of items) {
    const { brandId, categoryId, subcategoryId } = item
    if (brandId === null || categoryId === null) continue
    const common = { brand_id: brandId, parent_id: null }
    rows.set(categoryId, {
      ...common,
      id: categoryId,
      name: `Rubro ${categoryId}`,
      position: item.categoryPosition,
    })
    if (subcategoryId === null) continue
    rows.set(subcategoryId, {
      ...common,
      id: subcategoryId,
      parent_id: categoryId,
      name: `Línea ${subcategoryId}`,
      position: item.subcategoryPosition,
    })
  }
  // A parent before its children.
  return [...rows.values()].sort((a, b) => Number(a.id) - Number(b.id))
}

type Table = 'brand' | 'category' | 'article' | 'price' | 'listing' | 'media' | 'client' | 'client_address'

/** Inserts rows in large statements; ids are stored as given. */
async function insertAll(t: Queryable, table: Table, rows: readonly Record<string, unknown>[]) {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
    const piece = JSON.stringify(rows.slice(at, at + ROWS_A_STATEMENT))
    await sql`insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${piece}::jsonb)`.execute(t)
  }
}
