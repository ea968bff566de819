/** What an import did, file by file. */
import type { FeedProblem, FeedTable } from '../../ports/erp/erp.ts'

export interface FileReport {
  table: FeedTable
  /** As it is called in the feed. */
  file: string
  /** `partial`: the good rows were taken; `refused`: nothing was. */
  outcome: 'imported' | 'partial' | 'refused'
  /** Rows with data in the file. */
  read: number
  inserted: number
  changed: number
  unchanged: number
  /** Stored rows that a full file no longer has. */
  deactivated: number
  /** Rows of the file that were not taken. */
  refused: number
  problems: FeedProblem[]
  /** Refused because it would put too much out of use; forcing it would take it. */
  tooMuchLost: boolean
}

export interface ImportReport {
  files: FileReport[]
  /** Whether every file was taken whole. */
  complete: boolean
}

const outcomes: Record<FileReport['outcome'], string> = {
  imported: 'importado',
  partial: 'importado en parte',
  refused: 'RECHAZADO, quedó como estaba',
}

/** A report as text, in Spanish: a line for each file, and one for each thing that is wrong with it. */
export function reportText({ files }: ImportReport): string {
  return files
    .flatMap((file) => [
      `${file.file}: ${outcomes[file.outcome]}. Leídas ${file.read}, nuevas ${file.inserted}, cambiadas ${file.changed}, ` +
        `sin cambios ${file.unchanged}, dadas de baja ${file.deactivated}, rechazadas ${file.refused}.`,
      ...file.problems.map(({ row, column, message }) => {
        const place = [row !== null && `fila ${row}`, column !== null && `columna ${column}`]
          .filter(Boolean)
          .join(', ')
        return `  ${place ? `${place}: ` : ''}${message}`
      }),
    ])
    .join('\r\n')
    .concat('\r\n')
}

/** Row numbers in rising order as text: 'fila 4' or 'filas 4, 7-9, 12'. */
export function namedRows(rows: readonly number[]): string {
  const ranges: [from: number, to: number][] = []
  for (const row of rows) {
    const last = ranges.at(-1)
    if (last && row <= last[1] + 1) last[1] = row
    else ranges.push([row, row])
  }
  const text = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
  return `${rows.length === 1 ? 'fila' : 'filas'} ${text}`
}

/** The same fault in many rows as one: an unknown seller would fill a screen otherwise. In the order of their first rows. */
export function groupedProblems(
  problems: readonly FeedProblem[],
): { column: string | null; message: string; rows: number[] }[] {
  const faults = new Map<string, { column: string | null; message: string; rows: number[] }>()
  for (const { row, column, message } of problems) {
    const fault = faults.get(`${column} ${message}`) ?? { column, message, rows: [] }
    faults.set(`${column} ${message}`, fault)
    if (row !== null) fault.rows.push(row)
  }
  return [...faults.values()]
}

/** A report of a file of which nothing was taken. */
export function refusedReport(
  file: { table: FeedTable; name: string; rowCount: number },
  problems: FeedProblem[],
  tooMuchLost = false,
): FileReport {
  return {
    table: file.table,
    file: file.name,
    outcome: 'refused',
    read: file.rowCount,
    inserted: 0,
    changed: 0,
    unchanged: 0,
    deactivated: 0,
    refused: file.rowCount,
    // As a reader walks through the file; what is about the whole file comes first.
    problems: problems.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0)),
    tooMuchLost,
  }
}
