/** Taking in a file of records that only the ERP has: articles, prices, clients and all that belongs to them. */
import { beginPrices } from '../../catalogue/catalogue.ts'
import { dueCatalogueVersion } from '../../db/catalogue-version.ts'
import {
  checkRecord,
  type FeedFile,
  type FeedProblem,
  type FeedTable,
  formatOf,
  keyParts,
  type RowKey,
  type RowResult,
} from '../../ports/erp/erp.ts'
import { auditImport } from './audit-import.service.ts'
import {
  countInUse,
  deactivateRows,
  freeCodes,
  handOver,
  insertRows,
  readStored,
  updateRows,
} from './erp-sync.queries.ts'
import { type FileReport, refusedReport } from './erp-sync.report.ts'
import {
  type Changes,
  findSuccessions,
  lackingColumns,
  moveCodes,
  planChanges,
  refuseOwnRows,
  tellLikeCodes,
} from './erp-sync.rules.ts'
import { targets } from './erp-sync.targets.ts'
import type { IncomingRow, OwnedByErp, Scalar, StoredRow } from './erp-sync.types.ts'
import { changeParts, digestOf, lostKeysOf, previewOwned } from './feed-preview.service.ts'
import { EXAMPLES, farMoves, findGuards, type Guard, type Judged, priceMoves } from './guards.rules.ts'
import type { ImportContext, StoppedFile, Tx } from './import-context.ts'
import { isDated } from './list-prices.rules.ts'
import { judgeDated } from './list-prices.service.ts'
import { placeSteps } from './price-steps.service.ts'
import { isPrices, judgeAhead, partsAhead, type SortedPrices, sortPrices, storeAhead } from './prices-ahead.service.ts'
import { noteChanges, noteRows, readLimits, readTaken } from './waiting.queries.ts'

const isSteps = (file: FeedFile<OwnedByErp>): file is FeedFile<'priceSteps'> => file.table === 'priceSteps'

/** Takes a file of records that only the ERP has, or answers what stops it. */
export async function importOwned(
  t: Tx,
  file: FeedFile<OwnedByErp>,
  unknown: readonly FeedProblem[],
  context: ImportContext,
): Promise<FileReport | StoppedFile> {
  const { options, progress } = context
  const target = targets[file.table]
  const { headings } = file
  // Prices whose beginning has come take effect first: the file is compared with these.
  if (isPrices(file) && (await beginPrices(t))) await dueCatalogueVersion(t)
  const prices = isPrices(file) ? sortPrices(file.rows, Date.now()) : undefined
  const rows: readonly { row: number; record: object }[] = prices?.holding ?? file.rows
  const keyOf = (record: object) => (record as Record<string, RowKey>)[target.keyField] as RowKey
  const records = file.rows.map(({ record }) => record as Record<string, Scalar>)
  // A price that begins later has a text as its key, and stands in another table.
  const gone = new Set(prices ? file.gone.filter((key) => typeof key === 'number') : file.gone)
  const touched = {
    keys: [...records.map(keyOf), ...gone],
    codes: target.uniqueField
      ? records.flatMap((record) => (typeof record.code === 'string' ? [record.code] : []))
      : [],
    // The other prices of an article tell what a changed one comes to.
    articles: isDated(file)
      ? [...file.rows.map(({ record }) => record.articleId), ...file.gone.map((key) => keyParts(key)[1])]
      : [],
  }
  const stored = await readStored(t, target, file.complete ? undefined : touched)
  const problems = [...file.problems, ...unknown]
  const aheadRecords = new Set<object>(prices?.ahead.map(({ record }) => record))
  const isKnown = (record: object) => stored.has(keyOf(record)) && !aheadRecords.has(record)
  if (file.mayLack) problems.push(...lackingColumns(file, isKnown))
  /** The record whole: what its row lacks is as stored. */
  const whole = (record: object): Record<string, unknown> => {
    const before = file.mayLack ? stored.get(keyOf(record)) : undefined
    return before ? { ...target.toRecord(before.columns), ...record } : { ...record }
  }
  // Completed by what is stored, the record must keep the format's rule, too.
  if (file.mayLack)
    problems.push(
      ...file.rows.flatMap(({ row, record }) => checkRecord(formatOf(file.table), headings, row, whole(record))),
    )
  const take = <R extends { row: number }>(rows: readonly R[]): R[] => {
    const badRows = new Set(problems.map(({ row }) => row))
    return rows.filter(({ row }) => !badRows.has(row))
  }
  let incoming: IncomingRow[] = take(rows).map(({ row, record }) => {
    return { row, ...target.toRow(whole(record)) }
  })
  problems.push(...refuseOwnRows(stored, incoming, headings[target.keyField] ?? null))
  incoming = take(incoming)

  const codeHeading = target.uniqueField && headings[target.uniqueField]
  const moves = codeHeading
    ? moveCodes(stored, incoming, {
        full: problems.length === 0 && file.complete,
        gone,
        isActive: target.isActive,
        heading: codeHeading,
      })
    : { problems: [], released: [], ended: new Map<RowKey, string>() }
  problems.push(...moves.problems)
  incoming = take(incoming).map((row) => {
    const code = moves.ended.get(row.key)
    return code === undefined ? row : { ...row, columns: { ...row.columns, code } }
  })
  const [ahead, past] = [take(prices?.ahead ?? []), take(prices?.past ?? [])]
  const isNothing = incoming.length + ahead.length + file.gone.length === 0
  if (problems.length > 0 && (!options.partial || isNothing)) return refusedReport(file, problems)

  // A file of which only a part is taken can't tell what is gone.
  const isWhole = problems.length === 0
  const full = isWhole && file.complete
  const planned = { full, gone, isActive: target.isActive }
  const changes = planChanges(stored, incoming, planned)
  if (!file.complete) changes.activeBefore = await countInUse(t, target)
  const successions = file.table === 'articles' ? findSuccessions(stored, incoming, planned) : []
  const told: FeedProblem[] = [
    ...successions.map(({ row }) => ({
      code: 'OTRO_ID' as const,
      row,
      column: headings[target.keyField] ?? null,
      message: 'El código cambió de ID: el artículo conserva su lugar, descuento, fotos y renglones de carritos',
    })),
    ...(file.table === 'articles' ? tellLikeCodes(stored, incoming, { ...planned, heading: codeHeading ?? '' }) : []),
  ]
  const limits = await readLimits(t)
  const judged: readonly Judged[] = isDated(file)
    ? await judgeDated(t, file, { changes, stored, full })
    : [await judgeWhole(t, file, { changes, stored, full, ahead })]
  const priced = judged.flatMap((group) => group.moves)
  if (!options.force) {
    const guards: Guard[] = []
    for (const group of judged) {
      const today = full ? { lost: 0, moved: 0 } : await readTaken(t, group.kind)
      guards.push(...findGuards({ ...group, plural: target.plural, limits, today }))
    }
    if (guards.length > 0 || context.tellAll) {
      const kept = { ...file, rows: take(file.rows), complete: full }
      const most = context.tellAll ? Number.POSITIVE_INFINITY : EXAMPLES
      const lostKeys = judged.flatMap((group) => group.lostKeys)
      const preview = await previewOwned(t, { file: kept, guards, changes, stored, moves: priced, lostKeys, most })
      context.tellAll?.(preview)
      const digest = await digestOf([...changeParts(changes), ...partsAhead(ahead)])
      return { file: kept, guards, preview, digest, problems }
    }
  }
  if (full) await noteRows(t, file.table, file.rowCount)
  else if (!file.complete)
    for (const group of judged) await noteChanges(t, group.kind, group.changes.lost, farMoves(group.moves, limits))

  progress.advance(changes.unchanged)
  await deactivateRows(t, target, changes.deactivated)
  if (codeHeading) {
    const moving = changes.changed.filter(({ key, columns }) => stored.get(key)?.columns.code !== columns.code)
    await freeCodes(
      t,
      target.table,
      [...moving, ...moves.released].map(({ key }) => key),
    )
    await updateRows(t, target, moves.released, () => {})
  }
  await updateRows(t, target, changes.changed, progress.advance)
  await insertRows(t, target, changes.inserted, progress.advance)
  if (successions.length > 0) await handOver(t, successions)
  if (isSteps(file)) {
    const { changed, remarks } = await placeSteps(t, file)
    told.push(...remarks)
    // A step whose row did not change may count from now on: the shop has its branch now.
    if (changed) await dueCatalogueVersion(t)
  }
  const laid = isPrices(file) ? await storeAhead(t, file, { rows: ahead, full }) : undefined
  // The instances look up the next beginning with each new version.
  if (laid && laid.inserted + laid.changed + laid.removed > 0) await dueCatalogueVersion(t)
  const { inCatalogue } = target
  if (
    typeof inCatalogue === 'object' &&
    changes.changed.some(({ key, columns }) => {
      const before = stored.get(key)?.columns ?? {}
      return inCatalogue.some((column) => column in columns && columns[column] !== before[column])
    })
  )
    await dueCatalogueVersion(t)
  await auditImport(t, { ...target, ...changes, stored, successions })
  const pastResults = past.map(({ row }): [number, RowResult] => [row, 'unchanged'])
  return {
    ...refusedReport({ ...file, remarks: [...(file.remarks ?? []), ...told] }, problems),
    outcome: isWhole ? 'imported' : 'partial',
    inserted: changes.inserted.length + (laid?.inserted ?? 0),
    changed: changes.changed.length + (laid?.changed ?? 0),
    unchanged: changes.unchanged + (laid?.unchanged ?? 0) + past.length,
    deactivated: changes.deactivated.length + (laid?.removed ?? 0),
    refused: file.rowCount - incoming.length - ahead.length - past.length - (file.goneRows?.size ?? 0),
    ...(file.mayLack && {
      results: new Map([...resultsOf(file, incoming, changes), ...pastResults, ...(laid?.results ?? [])]),
    }),
  }
}

interface Planned {
  changes: Changes
  stored: ReadonlyMap<RowKey, StoredRow>
  full: boolean
}

/** What guards judge of any file but prices of lists or of clients: all its rows together. */
async function judgeWhole(
  t: Tx,
  file: FeedFile<OwnedByErp>,
  { changes, stored, full, ahead }: Planned & { ahead: SortedPrices['ahead'] },
): Promise<Judged> {
  const { rowCount: last } = await readTaken(t, file.table)
  const keys = lostKeysOf(changes, stored, targets[file.table].isActive)
  const later = judgeAhead(ahead, stored)
  const lostLater = [...later.lost].filter((key) => !keys.includes(key))
  return {
    kind: file.table,
    of: '',
    changes: { ...changes, lost: changes.lost + lostLater.length },
    lostKeys: [...keys, ...lostLater],
    moves: file.table === 'prices' ? [...priceMoves(changes, stored), ...later.moves] : [],
    rows: full && last !== null ? { now: file.rowCount, last } : null,
  }
}

/** What became of each row of a batch. */
function resultsOf(
  { goneRows }: FeedFile<FeedTable>,
  incoming: readonly IncomingRow[],
  { inserted, changed, deactivated }: Changes,
): ReadonlyMap<number, RowResult> {
  const keys = (rows: readonly { key: RowKey }[]) => new Set(rows.map(({ key }) => key))
  const [insertedKeys, changedKeys, deactivatedKeys] = [keys(inserted), keys(changed), new Set(deactivated)]
  const results = new Map<number, RowResult>()
  for (const { row, key } of incoming)
    results.set(row, insertedKeys.has(key) ? 'inserted' : changedKeys.has(key) ? 'changed' : 'unchanged')
  for (const [row, key] of goneRows ?? []) results.set(row, deactivatedKeys.has(key) ? 'deactivated' : 'unchanged')
  return results
}
