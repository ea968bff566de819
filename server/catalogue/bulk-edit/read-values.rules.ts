/** Values as people write them in a text or a file: pure. */
import { bulkTexts } from '../../../contract/bulk-edit.ts'
import { readNumber } from '../../spreadsheets/numbers.rules.ts'
import type { ProblemRow } from './bulk-edit.types.ts'

type Cell = string | number | boolean | null
/** A value that was read, or why it was refused, in words for the user. */
export type Read<T> = { readonly value: T } | { readonly problem: string }

const LARGEST_POSITION = 1_000_000

/** Reads '10', '10,5', '10 %' or the number 10.5 as hundredths of a percent. */
export function readDiscount(cell: Cell): Read<number> {
  const percent = readNumber(typeof cell === 'string' ? cell.trim().replace(/%$/, '') : cell)
  if (percent === null || percent < 0 || percent > 100) return { problem: bulkTexts.discount }
  const hundredths = Math.round(percent * 100)
  return Math.abs(percent * 100 - hundredths) < 1e-6 ? { value: hundredths } : { problem: bulkTexts.discount }
}

/** Reads a whole number from 0 to LARGEST_POSITION. */
export function readPosition(cell: Cell): Read<number> {
  const position = readNumber(cell)
  const fits = position !== null && Number.isInteger(position) && position >= 0 && position <= LARGEST_POSITION
  return fits ? { value: position } : { problem: bulkTexts.position }
}

/**
 * Leaves at most one row for each code. Of rows with equal values the first counts; rows with different values are all
 * dropped. Each dropped row is a problem.
 */
export function dropTwice<Row extends { line: number; code: string; values: unknown }>(
  rows: readonly Row[],
): { rows: Row[]; problems: ProblemRow[] } {
  const byCode = new Map<string, Row[]>()
  for (const row of rows) {
    const same = byCode.get(row.code)
    if (same) same.push(row)
    else byCode.set(row.code, [row])
  }
  const kept: Row[] = []
  const problems: ProblemRow[] = []
  for (const [code, [first, ...repeats]] of byCode) {
    if (!first) continue
    const alike = repeats.every(({ values }) => JSON.stringify(values) === JSON.stringify(first.values))
    if (alike) kept.push(first)
    const dropped = alike ? repeats : [first, ...repeats]
    const lines = [first, ...repeats].map(({ line }) => line)
    const reason = alike
      ? `Repite la fila ${first.line}`
      : `El código está en las filas ${lines.join(', ')} con valores distintos`
    for (const { line } of dropped) problems.push({ line, code, outcome: 'twice', reason })
  }
  return { rows: kept, problems }
}
