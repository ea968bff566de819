/** The last bulk edits, and taking one back (R34). */

import type { Transaction } from 'kysely'
import { BATCHES_PAGE_SIZE, type BatchRow, MOST_KEPT, type Undone } from '../../../contract/bulk-edit.ts'
import type { Caller } from '../../caller.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { conflict, notFound } from '../../refusal.ts'
import {
  applyUndo,
  insertBatch,
  type Kept,
  listBatches,
  listKept,
  lockBatch,
  lockRows,
  markUndone,
  setBatchCount,
  type UndoScope,
} from './batches.queries.ts'
import { allColumns, type BulkColumn, fieldOf, type Values } from './bulk-edit.types.ts'
import { readTree } from './tree.queries.ts'
import { showChanges } from './tree.rules.ts'

type Tx = Transaction<Tables>

/** A page of bulk edits, counted from 0, the newest first. The first row tells how many there are. */
export async function lastBatches(db: Queryable, page: number, size = BATCHES_PAGE_SIZE): Promise<BatchRow[]> {
  const rows = await listBatches(db, { limit: size, offset: page * size })
  const changesOf = showChanges(await readTree(db))
  return rows.map(({ columns, total, before, after, ...row }, at) => {
    const changed = allColumns.filter((column) => columns.includes(column))
    const gotSame = row.kind === 'choice' || row.kind === 'add'
    const points = Number(after?.discount ?? 0) - Number(before?.discount ?? 0)
    return {
      ...row,
      fields: changed.map((column) => fieldOf[column]),
      // Of pasted columns and sheets each row has values of its own.
      values: gotSame
        ? changesOf(NOTHING, pick(after, changed)).map(({ field, after: value }) => ({
            field,
            value: row.kind === 'add' && field === 'discount' ? points / 100 : value,
          }))
        : [],
      ...(at === 0 && { total }),
    }
  })
}

/** No value at all: every value of a row differs from it. */
const NOTHING = {} as Values
const pick = (values: Partial<Values> | null, columns: readonly BulkColumn[]): Values =>
  Object.fromEntries(
    columns.flatMap((column) => (values && column in values ? [[column, values[column]]] : [])),
  ) as Values

/**
 * Takes a bulk edit back. Without `confirmed`, it restores the articles that still have the values the edit gave them. With
 * `confirmed`, it restores these articles alone, at the versions given, whatever changed since the edit. Answers also which
 * articles stay as they are, each with who changed it last.
 * @throws Refusal 404 when there is no such edit; 409 when it was taken back before
 */
export function undoBatch(
  db: Db,
  { userId }: Caller,
  batchId: number,
  confirmed?: readonly { articleId: number; version: number }[],
): Promise<Undone> {
  return db.tx(async (t, publish) => {
    const batch = await lockBatch(t, batchId)
    if (!batch) throw notFound()
    const standing = confirmed === undefined
    if (standing && batch.undoneAt !== null) throw conflict('Este cambio ya se deshizo')
    const scope = { batchId, standing, confirmed: confirmed ?? [] }
    const restored = standing || scope.confirmed.length > 0 ? await restore(t, scope, userId) : 0
    if (restored > 0) await raiseCatalogueVersion(t, publish)
    if (standing) await markUndone(t, batchId, userId)
    const kept = await listKept(t, scope, MOST_KEPT)
    const changesOf = showChanges(await readTree(t))
    return { restored, keptCount: kept[0]?.count ?? 0, kept: kept.map((row) => shown(row, changesOf)) }
  })
}

/** As a batch of its own, so that the log tells who took it back and when. */
async function restore(t: Tx, scope: UndoScope, userId: number): Promise<number> {
  await lockRows(t, scope.batchId)
  const batchId = await insertBatch(t, { userId, kind: 'undo', count: 0 })
  const restored = await applyUndo(t, scope, { userId, batchId })
  await setBatchCount(t, batchId, restored)
  return restored
}

function shown(
  { articleId, version, code, description, by, outcome, now, before }: Kept,
  changesOf: ReturnType<typeof showChanges>,
): Undone['kept'][number] {
  const changedBy = by ? `Lo cambió después ${by}` : 'Se cambió después'
  const reason =
    outcome === 'lost'
      ? 'Su marca o categoría anterior ya no existe'
      : before === null
        ? `${changedBy}; antes no tenía datos de la tienda`
        : changedBy
  const changes = outcome === 'lost' || before === null ? [] : changesOf(now, before)
  return { articleId, version, code, description, by, possible: outcome === 'kept', changes, reason }
}
