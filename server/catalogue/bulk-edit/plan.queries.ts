/** SQL of a bulk edit: what it would change, and the change itself, in a handful of statements for any number of articles. */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import { priceSql } from '../../db/price.ts'
import type { Tables } from '../../db/tables.ts'
import { allColumns, BULK_COLUMNS, type BulkColumn, type Values, type WantedRow } from './bulk-edit.types.ts'

type Tx = Transaction<Tables>

/** A bulk edit as SQL takes it. */
export interface Wanted {
  /** The columns it gives values for; all others stay. */
  readonly columns: readonly BulkColumn[]
  /** A select of line, code, article_id, read_version and the columns. */
  readonly rows: RawBuilder<unknown>
  /** Whether it also changes listings that are newer than the version that was read. */
  readonly withStale: boolean
}

const typed = (column: BulkColumn) => sql.raw(`${column} ${BULK_COLUMNS[column]}`)

/**
 * An edit that gives all articles of a list of ids the same values. `addDiscount`, in hundredths of a percent, is added
 * to the discount that each has.
 */
export function sameForAll(ids: readonly number[], values: Values, addDiscount?: number): Wanted {
  const isGiven = (column: BulkColumn) =>
    values[column] !== undefined || (column === 'discount' && addDiscount !== undefined)
  const columns = allColumns.filter(isGiven)
  const given = columns.map((column) => {
    const value = sql`cast(${values[column] ?? addDiscount ?? null} as ${sql.raw(BULK_COLUMNS[column])})`
    return column === 'discount' && addDiscount !== undefined
      ? sql`coalesce((select discount from listing where article_id = article.id), 0) + ${value} as discount`
      : sql`${value} as ${sql.ref(column)}`
  })
  return {
    columns,
    rows: sql`select null::integer as line, article.code, article.id as article_id, null::integer as read_version,
      ${sql.join(given)} from article where id = any(${ids}::integer[])`,
    withStale: false,
  }
}

/** An edit that gives each row its own values; the rows name their articles by code. */
export function byCode(columns: readonly BulkColumn[], rows: readonly WantedRow[], { withStale = false } = {}): Wanted {
  const json = JSON.stringify(rows.map(({ values, ...row }) => ({ ...row, ...values })))
  return {
    columns,
    rows: sql`select given.line, given.code, article.id as article_id, given.read_version,
        ${sql.join(columns.map((column) => sql.ref(`given.${column}`)))}
      from json_to_recordset(${json}::json)
        as given(line integer, code text, read_version integer, ${sql.join(columns.map(typed))})
      left join article on article.code = given.code`,
    withStale,
  }
}

const PLACE = ['brand_id', 'category_id', 'subcategory_id'] as const
/** The values, as SQL, that an article without a listing counts as having. */
const UNLISTED: Partial<Record<BulkColumn, string>> = {
  position: '0',
  discount: '0',
  promo: 'false',
  future: 'false',
  hint: "''",
  active: 'false',
}
/** Columns in which an empty cell leaves the stored value. */
const KEPT_WHEN_EMPTY: readonly BulkColumn[] = ['position']

const before = (column: BulkColumn) => sql.ref(`was.b_${column}`)

/** A column's new value, from the stored one and the wanted one. */
function after(column: BulkColumn, columns: readonly BulkColumn[]): RawBuilder<unknown> {
  const wanted = sql.ref(`was.w_${column}`)
  if (columns.includes(column))
    return KEPT_WHEN_EMPTY.includes(column) ? sql`coalesce(${wanted}, ${before(column)})` : wanted
  const parentColumn = column === 'category_id' ? 'brand_id' : column === 'subcategory_id' ? 'category_id' : null
  if (parentColumn === null || !movesPlace(columns)) return before(column)
  // Another brand does not have the old category, nor another category the old subcategory (R202).
  return sql`case when ${after(parentColumn, columns)} is distinct from ${before(parentColumn)} then null
    else ${before(column)} end`
}

const movesPlace = (columns: readonly BulkColumn[]) => PLACE.some((column) => columns.includes(column))

/** Columns that may become different. The three of the place in the tree go together, so that an undo restores them together. */
const touched = (columns: readonly BulkColumn[]) =>
  allColumns.filter(
    (column) => columns.includes(column) || ((PLACE as readonly string[]).includes(column) && movesPlace(columns)),
  )

/** The old (b) or new (a) values of a plan's row, in the columns that become different, as the audit keeps them. */
function difference(side: 'b' | 'a', columns: readonly BulkColumn[]): RawBuilder<unknown> {
  const keyAndValue = (column: BulkColumn) => sql`${sql.lit(column)}, ${sql.ref(`${side}_${column}`)}`
  const parts = touched(columns)
    .filter((column) => !(PLACE as readonly string[]).includes(column))
    .map(
      (column) => sql`case when ${sql.ref(`b_${column}`)} is distinct from ${sql.ref(`a_${column}`)}
        then jsonb_build_object(${keyAndValue(column)}) else '{}'::jsonb end`,
    )
  if (movesPlace(columns)) {
    const placeOn = (which: 'b' | 'a') => sql.join(PLACE.map((column) => sql.ref(`${which}_${column}`)))
    parts.push(sql`case when (${placeOn('b')}) is distinct from (${placeOn('a')})
      then jsonb_build_object(${sql.join(PLACE.map(keyAndValue))}) else '{}'::jsonb end`)
  }
  return sql.join(parts, sql` || `)
}

/** Why a row is refused: the tree has no such place, or the discount is not within 0 to 10,000. Null when it is not refused. */
function refusal(columns: readonly BulkColumn[]): RawBuilder<unknown> {
  const place = sql`when a_brand_id is not null and not exists (select from brand where id = a_brand_id) then 'brand'
    when a_category_id is not null and not exists (select from category
      where id = a_category_id and parent_id is null and brand_id = a_brand_id) then 'category'
    when a_subcategory_id is not null and not exists (select from category
      where id = a_subcategory_id and parent_id = a_category_id) then 'subcategory'`
  const discount = sql`when a_discount not between 0 and 10000 then 'discount'`
  const reasons = [...(movesPlace(columns) ? [place] : []), ...(columns.includes('discount') ? [discount] : [])]
  return reasons.length > 0 ? sql`case ${sql.join(reasons, sql` `)} end` : sql`null::text`
}

/**
 * A row's price in cents with its old (b) or new (a) discount; null where the discount stays or there is no list price.
 */
const price = (side: 'b' | 'a', columns: readonly BulkColumn[]): RawBuilder<unknown> =>
  columns.includes('discount')
    ? sql`case when p.list_price > 0 and b_discount <> a_discount
        then ${priceSql(sql`p.list_price`, sql.ref(`${side}_discount`))} end`
    : sql`null::bigint`

/** The clauses after `with`, up to the relation `plan`: one row for each wanted row, with its outcome. */
function plan({ columns, rows, withStale }: Wanted): RawBuilder<unknown> {
  const all = touched(columns)
  const oldValues = all.map((column) => {
    const unlisted = UNLISTED[column]
    const stored = sql.ref(`l.${column}`)
    return sql`${unlisted ? sql`coalesce(${stored}, ${sql.raw(unlisted)})` : stored} as ${sql.ref(`b_${column}`)}`
  })
  const wanted = columns.map((column) => sql`w.${sql.ref(column)} as ${sql.ref(`w_${column}`)}`)
  return sql`wanted as (${rows}),
    was as (
      select w.line, w.code, w.article_id, w.read_version, l.id as listing_id, coalesce(l.version, 0) as version,
        ${sql.join([...oldValues, ...wanted])}
      from wanted w left join listing l on l.article_id = w.article_id),
    becomes as (
      select was.*, ${sql.join(all.map((column) => sql`${after(column, columns)} as ${sql.ref(`a_${column}`)}`))}
      from was),
    compared as (
      select becomes.*, ${difference('b', columns)} as before, ${difference('a', columns)} as after,
        ${refusal(columns)} as refusal,
        ${price('b', columns)} as price_before, ${price('a', columns)} as price_after
      from becomes left join price p on p.article_id = becomes.article_id),
    plan as materialized (
      select compared.*, case
        when article_id is null then 'unknown'
        when refusal is not null then 'refused'
        when before = '{}'::jsonb then 'same'
        when read_version <> version and not ${sql.lit(withStale)} then 'stale'
        else 'changes' end as outcome
      from compared)`
}

/** How many rows of a plan have which outcome; `dearer` and `cheaper` count those that change their price, `unpriced` those that are left without one (R6). */
export interface PlanSummary {
  total: number
  changed: number
  same: number
  stale: number
  problems: number
  dearer: number
  cheaper: number
  unpriced: number
  fingerprint: string
}

/** Counts a plan's rows by outcome. The fingerprint becomes another one when a listing, an outcome or a value asked for changes. */
export async function summarise(db: Queryable, wanted: Wanted): Promise<PlanSummary> {
  const { rows } = await sql<PlanSummary>`with ${plan(wanted)}
    select count(*)::integer as total,
      (count(*) filter (where outcome = 'changes'))::integer as changed,
      (count(*) filter (where outcome = 'same'))::integer as same,
      (count(*) filter (where outcome = 'stale'))::integer as stale,
      (count(*) filter (where outcome in ('refused', 'unknown')))::integer as problems,
      (count(*) filter (where outcome = 'changes' and price_after > price_before))::integer as dearer,
      (count(*) filter (where outcome = 'changes' and price_after < price_before))::integer as cheaper,
      (count(*) filter (where outcome = 'changes' and price_before > 0 and price_after = 0))::integer as unpriced,
      md5(coalesce(string_agg(coalesce(article_id, 0) || ':' || version || ':' || outcome || ':' || coalesce(after::text, ''), ','
        order by article_id, line), '')) as fingerprint
    from plan`.execute(db)
  const [summary] = rows
  if (!summary) throw new Error('A summary is one row')
  return summary
}

/** One row of a plan: an article, what changes of it, and why it does not. */
export interface PlannedRow {
  line: number | null
  code: string
  description: string | null
  outcome: 'changes' | 'same' | 'stale' | 'refused' | 'unknown'
  refusal: 'brand' | 'category' | 'subcategory' | 'discount' | null
  before: Values
  after: Values
  /** Cents. */
  priceBefore: number | null
  priceAfter: number | null
}

/**
 * The rows of a plan. With `sample`, at most so many of those that change, the dearer ones first, and as many of those that
 * are refused.
 */
export async function listPlan(db: Queryable, wanted: Wanted, sample?: number): Promise<PlannedRow[]> {
  const shown = sql`line, code, article_id, outcome, refusal, before, after, price_before, price_after`
  const dearerFirst = sql`(price_after > price_before) is not true`
  const some = (outcome: PlannedRow['outcome']) =>
    sql`(select ${shown} from plan where outcome = ${sql.lit(outcome)} order by ${dearerFirst}, article_id limit ${sql.lit(sample)})`
  const chosen =
    sample === undefined ? sql`select ${shown} from plan` : sql`${some('changes')} union all ${some('refused')}`
  const { rows } = await sql<PlannedRow>`with ${plan(wanted)}
    select c.line, c.code, a.description, c.outcome, c.refusal, c.before, c.after,
      c.price_before as "priceBefore", c.price_after as "priceAfter"
    from (${chosen}) c left join article a on a.id = c.article_id
    order by c.line, c.outcome, ${dearerFirst}, c.code collate "C"`.execute(db)
  return rows
}

/** Locks the listings of an edit, and its articles that have no listing yet, until the transaction ends. */
export async function lockWanted(t: Tx, { rows }: Wanted): Promise<void> {
  await sql`with wanted as (${rows})
    select count(*) from (
      select from article a where a.id in (select article_id from wanted)
        and not exists (select from listing l where l.article_id = a.id)
      order by a.id for update) locked`.execute(t)
  await sql`with wanted as (${rows})
    select count(*) from (
      select from listing where article_id in (select article_id from wanted) order by id for update) locked`.execute(t)
}

/**
 * Changes every row of the plan with the outcome 'changes' and writes an audit entry for each. An article without a listing
 * gets one, last in its place in the tree unless the edit gives its position. Answers how many rows changed.
 */
export async function applyPlan(
  t: Tx,
  wanted: Wanted,
  { userId, batchId }: { userId: number; batchId: number },
): Promise<number> {
  const columns = touched(wanted.columns)
  const place = movesPlace(wanted.columns)
    ? PLACE.map((column) => sql.ref(`p.a_${column}`))
    : PLACE.map(() => sql`null::integer`)
  const [brand, category, subcategory] = place
  const others = columns.filter((column) => !(PLACE as readonly string[]).includes(column) && column !== 'position')
  const lastPosition = sql`(select coalesce(max(position), 0) from listing where brand_id is not distinct from ${brand}
      and category_id is not distinct from ${category} and subcategory_id is not distinct from ${subcategory})
    + row_number() over (partition by ${sql.join(place)} order by p.article_id)`
  const position = wanted.columns.includes('position') ? sql`coalesce(p.w_position, ${lastPosition})` : lastPosition
  // The table's default is true, but a discount alone must not put an article on sale.
  const active = columns.includes('active') ? [] : ['active']
  const result = await sql`with ${plan(wanted)},
    changed as (
      update listing l set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`p.a_${column}`)}`))}
      from plan p where p.outcome = 'changes' and l.id = p.listing_id),
    listed as (
      insert into listing (${sql.join(
        ['article_id', 'position', ...PLACE, ...others, ...active].map((column) => sql.ref(column)),
      )})
      select p.article_id, ${position}, ${sql.join([
        ...place,
        ...others.map((column) => sql.ref(`p.a_${column}`)),
        ...active.map(() => sql`false`),
      ])}
      from plan p where p.outcome = 'changes' and p.listing_id is null
      returning *)
    insert into audit (user_id, action, entity, entity_id, before, after, batch_id)
    select ${userId}::integer, 'update', 'product', article_id::text, before, after, ${batchId}::integer
    from plan where outcome = 'changes' and listing_id is not null
    union all
    select ${userId}::integer, 'create', 'product', article_id::text, null, to_jsonb(listed), ${batchId}::integer
    from listed`.execute(t)
  return Number(result.numAffectedRows ?? 0)
}
