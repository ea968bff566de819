/** Taking in a file of where the shop shows articles. */

import type { FeedFile, FeedProblem, RowResult } from '../../ports/erp/erp.ts'
import { type FileReport, refusedReport } from './erp-sync.report.ts'
import { lackingColumns } from './erp-sync.rules.ts'
import { digestOf, previewOf, shownNames } from './feed-preview.service.ts'
import { nameGuard } from './guards.rules.ts'
import type { ImportContext, StoppedFile, Tx } from './import-context.ts'
import { readArticleCodes } from './listings.queries.ts'
import { changeListings, newNamesOf, storeListings } from './listings.service.ts'

/** The codes of the articles that a file lists. */
export const codesOf = (file: FeedFile<'listings'>) => file.rows.map(({ record }) => record.articleCode)

/** Takes a file of where the shop shows articles, or answers what stops it: what the shop has of its own stays. */
export async function importListings(
  t: Tx,
  file: FeedFile<'listings'>,
  unknown: readonly FeedProblem[],
  context: ImportContext,
): Promise<FileReport | StoppedFile> {
  const { options, progress } = context
  const problems = [...file.problems, ...unknown]
  const articles = await readArticleCodes(t, codesOf(file))
  if (file.mayLack) {
    const isListed = ({ articleCode }: { articleCode: string }) => articles.get(articleCode)?.listed === true
    problems.push(...lackingColumns(file, (record) => isListed(record as { articleCode: string })))
  }
  const badRows = new Set(problems.map(({ row }) => row))
  const rows = file.rows.filter(({ row }) => !badRows.has(row))
  if (problems.length > 0 && (!options.partial || rows.length === 0)) return refusedReport(file, problems)
  const found = rows.flatMap(({ row, record }) => {
    const article = articles.get(record.articleCode)
    return article ? [{ row, record, listed: article.listed, articleId: article.id }] : []
  })
  const toInsert = found.filter(({ listed }): boolean => !listed)
  const toChange = found.filter(({ listed }) => listed)
  const named = file.changesListings ? [...toInsert, ...toChange] : toInsert
  const { names, hasNames } = await newNamesOf(t, named, file.mayLack === true)
  const guards = options.force ? [] : nameGuard(names, hasNames)
  if (guards.length > 0 || context.tellAll) {
    const figures = { inserted: toInsert.length, unchanged: rows.length - toInsert.length }
    const preview = previewOf(file, guards, { ...figures, newNames: shownNames(names, context.tellAll !== undefined) })
    context.tellAll?.(preview)
    const digest = await digestOf(named.map(({ articleId, record }) => [articleId, record]))
    return { file: { ...file, rows }, guards, preview, digest, problems }
  }
  progress.advance(rows.length - toInsert.length)
  await storeListings(t, toInsert, progress.advance)
  // A file says the same of listings at each reading; only a batch is answered which of its rows did nothing.
  const differing = file.mayLack ? await changeListings(t, toChange, file.changesListings === true) : new Set()
  const changed = file.changesListings ? differing.size : 0
  const resultOf = ({ row, listed }: { row: number; listed: boolean }): RowResult => {
    if (!listed) return 'inserted'
    if (!differing.has(row)) return 'unchanged'
    return file.changesListings ? 'changed' : 'kept'
  }
  return {
    ...refusedReport(file, problems),
    outcome: problems.length === 0 ? 'imported' : 'partial',
    inserted: toInsert.length,
    changed,
    unchanged: rows.length - toInsert.length - changed,
    refused: file.rowCount - rows.length,
    ...(file.mayLack && { results: new Map(found.map((row) => [row.row, resultOf(row)])) }),
  }
}
