/** SQL of stored bulk edits, each a batch: their list, and taking one back. */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { allColumns, type BulkColumn, type Values } from './bulk-edit.types.ts'

type Tx = Transaction<Tables>
/** `add`: a choice that adds to the discounts. */
export type BatchKind = 'choice' | 'add' | 'paste' | 'sheet'
const KINDS: readonly BatchKind[] = ['choice', 'add', 'paste', 'sheet']

/** Stores a batch of `count` rows. Answers its id. */
export async function insertBatch(
  t: Tx,
  batch: { userId: number; kind: BatchKind | 'undo'; count: number },
): Promise<number> {
  const { id } = await t
    .insertInto('change_batch')
    .values({ user_id: batch.userId, kind: batch.kind, row_count: batch.count })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A batch in the list of all; `changed` is its number of rows, `total` the number of batches. */
export interface BatchOverview {
  id: number
  at: string
  by: string
  kind: BatchKind
  changed: number
  columns: BulkColumn[]
  /** Its first row, before and after. */
  before: Partial<Values> | null
  after: Partial<Values>
  undoneAt: string | null
  undoneBy: string
  total: number
}

const nameOf = (user: string) => sql<string>`coalesce(trim(${sql.ref(`${user}.first_name`)} || ' ' ||
  ${sql.ref(`${user}.last_name`)}), '')`

/** Rows of a batch that are read to tell which columns it changed. */
const LOOKED_AT = 100

/** A page of all batches, the newest first. */
export async function listBatches(
  db: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<BatchOverview[]> {
  const { rows } = await sql<BatchOverview>`
    select b.id, b.at, ${nameOf('who')} as by, b.kind, b.row_count as changed,
      b.undone_at as "undoneAt", ${nameOf('undoer')} as "undoneBy", b.total, first.before, first.after,
      (select coalesce(json_agg(distinct column_name), '[]') from
        (select after, before from audit where batch_id = b.id order by id limit ${sql.lit(LOOKED_AT)}) looked,
        lateral jsonb_object_keys(after) column_name
        where column_name = any(${allColumns}::text[])
          and (before is null or before->column_name is distinct from after->column_name)) as columns
    from (select *, (count(*) over ())::integer as total from change_batch where kind = any(${KINDS}::text[])
      order by id desc limit ${limit} offset ${offset}) b
    join app_user who on who.id = b.user_id
    left join app_user undoer on undoer.id = b.undone_by
    left join lateral (select before, after from audit where batch_id = b.id order by id limit 1) first on true
    order by b.id desc`.execute(db)
  return rows
}

/** A batch of articles, locked; undefined when there is none. */
export function lockBatch(t: Tx, id: number) {
  return t
    .selectFrom('change_batch')
    .select(['id', 'undone_at as undoneAt'])
    .where('id', '=', id)
    .where('kind', 'in', KINDS)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the listings of a batch until the transaction ends. */
export async function lockRows(t: Tx, batchId: number): Promise<void> {
  await sql`select count(*) from (
    select from listing where article_id in (select entity_id::integer from audit where batch_id = ${batchId})
    order by id for update) locked`.execute(t)
}

/** Which articles of a batch may be taken back: those still as the batch left them, and confirmed ones at the version given. */
export interface UndoScope {
  batchId: number
  /** Whether articles that are still as the batch left them may be taken back; false: the confirmed ones alone. */
  standing: boolean
  confirmed: readonly { articleId: number; version: number }[]
}

/**
 * The clauses after `with`, up to the relation `undoing`: one row for each article of the batch that does not have its old
 * values again. `outcome` is `back` when the scope has it, `lost` when its old place in the tree is gone, else `kept`.
 */
function undoing({ batchId, standing, confirmed }: UndoScope): RawBuilder<unknown> {
  return sql`confirmed as (
      select * from json_to_recordset(${JSON.stringify(confirmed)}::json) as c("articleId" integer, version integer)),
    looked as (
      select u.entity_id::integer as article_id, u.action, u.before, u.after, l.id as listing_id, l.version,
        to_jsonb(l) as now, old.*
      from audit u
      left join listing l on l.article_id = u.entity_id::integer
      left join lateral (select ${sql.join(allColumns.map((column) => sql`r.${sql.ref(column)} as ${sql.ref(`o_${column}`)}`))}
        from jsonb_populate_record(l, u.before) r) old on u.before is not null
      where u.batch_id = ${batchId} and u.entity = 'product' and l.id is not null),
    undoing as materialized (
      select looked.*, case
        when before ? 'brand_id' and (
          (o_brand_id is not null and not exists (select from brand where id = o_brand_id))
          or (o_category_id is not null and not exists (select from category
            where id = o_category_id and parent_id is null and brand_id = o_brand_id))
          or (o_subcategory_id is not null and not exists (select from category
            where id = o_subcategory_id and parent_id = o_category_id))) then 'lost'
        when ${sql.lit(standing)} and now @> (after - 'version') then 'back'
        when exists (select from confirmed c where c."articleId" = article_id and c.version = looked.version) then 'back'
        else 'kept' end as outcome
      from looked
      where before is null or not now @> before)`
}

/** Takes back every article with the outcome `back` and writes an audit entry for each. Answers how many. */
export async function applyUndo(
  t: Tx,
  scope: UndoScope,
  { userId, batchId }: { userId: number; batchId: number },
): Promise<number> {
  const assignments = allColumns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`u.o_${column}`)}`)
  const result = await sql`with ${undoing(scope)},
    restored as (
      update listing l set ${sql.join(assignments)} from undoing u
      where u.outcome = 'back' and u.before is not null and l.id = u.listing_id),
    unlisted as (
      delete from listing l using undoing u
      where u.outcome = 'back' and u.before is null and l.id = u.listing_id)
    insert into audit (user_id, action, entity, entity_id, before, after, batch_id)
    select ${userId}::integer, case when before is null then 'delete' else 'update' end, 'product', article_id::text,
      case when before is null then now
        when now @> after then after
        else (select jsonb_object_agg(name, now->name) from jsonb_object_keys(before) name) end,
      before, ${batchId}::integer
    from undoing where outcome = 'back'`.execute(t)
  return Number(result.numAffectedRows ?? 0)
}

/** An article that an undo leaves as it is: its values now, those before the batch, and who changed it last. */
export interface Kept {
  articleId: number
  version: number
  code: string
  description: string
  by: string
  outcome: 'kept' | 'lost'
  now: Values
  before: Values | null
  /** How many articles the undo leaves in all. */
  count: number
}

/** The articles that an undo leaves as they are, by code, at most `limit`. */
export async function listKept(t: Tx, scope: UndoScope, limit: number): Promise<Kept[]> {
  const { rows } = await sql<Kept>`with ${undoing({ ...scope, standing: false, confirmed: [] })}
    select u.article_id as "articleId", u.version, a.code, a.description, u.outcome, u.now, u.before,
      (count(*) over ())::integer as count,
      coalesce((select ${nameOf('who')} from audit last left join app_user who on who.id = last.user_id
        where last.entity = 'product' and last.entity_id = u.article_id::text order by last.id desc limit 1), '') as by
    from undoing u join article a on a.id = u.article_id
    order by a.code collate "C" limit ${limit}`.execute(t)
  return rows
}

export async function markUndone(t: Tx, id: number, userId: number): Promise<void> {
  await t
    .updateTable('change_batch')
    .set({ undone_at: sql<string>`now()`, undone_by: userId })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .execute()
}

export const setBatchCount = (t: Tx, id: number, count: number) =>
  t.updateTable('change_batch').set({ row_count: count }).where('id', '=', id).execute()
