/** The values of merged cells in the rows that they cover. A column keeps one of them at a time, however many there are. */
import { type Cell, isEmptyCell } from './sheet.ts'

export interface MergedCells {
  /** Notes a cell that covers the rows below it up to `last`; `said` is its value. */
  begin(column: number, merge: { last: number; said: Cell }): void
  /** By column: the values of the merged cells that cover a row's empty cells. Must be called from the top row down. */
  over(row: number, cells: readonly Cell[]): ReadonlyMap<number, Cell> | undefined
}

/** Follows the merged cells of one sheet from its first row to its last: a row costs at most its columns. */
export function mergedCells(): MergedCells {
  const open = new Map<number, { last: number; said: Cell }>()
  return {
    begin(column, merge) {
      if (!isEmptyCell(merge.said)) open.set(column, merge)
    },
    over(row, cells) {
      if (open.size === 0) return undefined
      const merged = new Map<number, Cell>()
      for (const [column, { last, said }] of open) {
        if (last < row) open.delete(column)
        else if (isEmptyCell(cells[column])) merged.set(column, said)
      }
      return merged.size > 0 ? merged : undefined
    },
  }
}
