/** Values as people write them in a text or a file: pure. */
import { bulkTexts } from '../../../contract/bulk-edit.ts'
import { readNumber } from '../../spreadsheets/numbers.rules.ts'
import type { ProblemRow, WantedRow } from './bulk-edit.types.ts'

type Cell = string | number | boolean | null
/** A value, or why it is none. */
export type Read<T> = { readonly value: T } | { readonly problem: string }

const LARGEST_POSITION = 1_000_000

/** '10', '10,5', '10 %' and the number 10.5: hundredths of a percent. */
export function readDiscount(cell: Cell): Read<number> {
  const percent = readNumber(typeof cell === 'string' ? cell.trim().replace(/\s*%$/, '') : cell)
  if (percent === null || percent < 0 || percent > 100) return { problem: bulkTexts.discount }
  const hundredths = Math.round(percent * 100)
  return Math.abs(percent * 100 - hundredths) < 1e-6 ? { value: hundredths } : { problem: bulkTexts.discount }
}

/** A whole number from 0. */
export function readPosition(cell: Cell): Read<number> {
  const position = readNumber(cell)
  const fits =
    position !== null && Number.isInteger(position) && position >= 0 && position <= LARGEST_POSITION
  return fits ? { value: position } : { problem: bulkTexts.position }
}

/** What rows of the same code are told; all alike they are one, and it counts. */
export function dropTwice(rows: readonly WantedRow[]): { rows: WantedRow[]; problems: ProblemRow[] } {
  const byCode = new Map<string, WantedRow[]>()
  for (const row of rows) {
    const same = byCode.get(row.code)
    if (same) same.push(row)
    else byCode.set(row.code, [row])
  }
  const kept: WantedRow[] = []
  const problems: ProblemRow[] = []
  for (const [code, [first, ...more]] of byCode) {
    if (!first) continue
    const alike = more.every(({ values }) => JSON.stringify(values) === JSON.stringify(first.values))
    if (alike) kept.push(first)
    const others = alike ? more : [first, ...more]
    const lines = [first, ...more].map(({ line }) => line)
    const reason = alike
      ? `Repite la fila ${first.line}`
      : `El código está en las filas ${lines.join(', ')} con valores distintos`
    for (const { line } of others) problems.push({ line, code, outcome: 'twice', reason })
  }
  return { rows: kept, problems }
}
