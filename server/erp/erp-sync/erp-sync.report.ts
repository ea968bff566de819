/** What an import did, file by file. */

import { cutText } from '../../lib/cut-text.ts'
import type { FeedProblem, FeedTable, RowResult } from '../../ports/erp/erp.ts'
import type { Guard } from './guards.rules.ts'

export interface FileReport {
  table: FeedTable
  /** As it is called in the feed. */
  file: string
  /** `partial`: the good rows were taken; `refused` and `waiting`: nothing was. */
  outcome: 'imported' | 'partial' | 'refused' | 'waiting'
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
  /** What is told of rows that lose nothing (R30): no fault, and nobody has to mend it. */
  remarks: readonly FeedProblem[]
  /** By their place, the rows that were taken; only of a batch, which is answered row by row. */
  results?: ReadonlyMap<number, RowResult>
  /** Why a person has to confirm it; forcing it would take it (R297). */
  guards: readonly Guard[]
  /** What taking it would change, of a file that guards stopped; else null. */
  planned: Planned | null
  /** The id of the feed that waits; null: none does. */
  waitingId: number | null
}

/** Numbers of rows that taking a file would change. */
export interface Planned {
  inserted: number
  changed: number
  unchanged: number
  deactivated: number
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
  waiting: 'EN ESPERA de que una persona lo acepte, quedó como estaba',
}

/** A report as text, in Spanish: a line for each file, and one for each reason that is distinct, with all its rows. */
export function reportText({ files }: ImportReport): string {
  return files
    .flatMap((file) => [
      `${file.file}: ${outcomes[file.outcome]}. Leídas ${file.read}, nuevas ${file.inserted}, cambiadas ${file.changed}, ` +
        `sin cambios ${file.unchanged}, dadas de baja ${file.deactivated}, rechazadas ${file.refused}.`,
      ...reasonLines(file),
    ])
    .join('\r\n')
    .concat('\r\n')
}

/** Characters of the rows that one reason names where room is short. */
const SHORT_ROWS = 80

/** A refused file in few lines: its name and the first `most` reasons, each with its rows. */
export function groupedText(file: FileReport, most: number): string {
  const lines = reasonLines(file, SHORT_ROWS)
  const more = lines.length > most ? [`  y ${lines.length - most} motivos más`] : []
  return [`${file.file}: ${outcomes[file.outcome]}.`, ...lines.slice(0, most), ...more].join('\n')
}

/** One line for each distinct reason: '  667 filas (2-501, 503, …), columna X: …'. */
function reasonLines({ problems, remarks, guards }: FileReport, longestRows = Number.POSITIVE_INFINITY): string[] {
  const faults = groupedProblems([...problems, ...remarks]).map(({ column, message, rows }) => {
    const named = rows.length > 0 ? namedRows(rows) : ''
    const short = named.length > longestRows ? `${cutText(named, longestRows)}…` : named
    const where = rows.length > 1 ? `${rows.length} filas (${short.replace(/^filas /, '')})` : short
    const place = [where, column !== null && `columna ${column}`].filter(Boolean).join(', ')
    return `  ${place ? `${place}: ` : ''}${message}`
  })
  return [...guards.map(({ message }) => `  ${message}`), ...faults]
}

/**
 * A report for programs, under the names of docs/erp.md: every fault with its row and column, and what waits for a person.
 * It lies as informe.json beside informe.txt, and is posted to a service.
 */
export function reportJson({ files, complete }: ImportReport) {
  return {
    COMPLETO: complete ? 1 : 0,
    ARCHIVOS: files.map((file) => ({
      ARCHIVO: file.file,
      RESULTADO: jsonOutcomes[file.outcome],
      LEIDAS: file.read,
      NUEVAS: file.inserted,
      CAMBIADAS: file.changed,
      SIN_CAMBIOS: file.unchanged,
      BAJAS: file.deactivated,
      RECHAZADAS: file.refused,
      ESPERA: file.waitingId,
      RESGUARDOS: file.guards.map(({ code, message }) => ({ CODIGO: code, MOTIVO: message })),
      FALTAS: file.problems.map(problemJson),
      AVISOS: file.remarks.map(problemJson),
    })),
  }
}

const problemJson = ({ code, row, column, message }: FeedProblem) => {
  return { FILA: row, COLUMNA: column, CODIGO: code, MOTIVO: message }
}

/** The report of a feed that could not be read at all. */
export const unreadJson = (reason: string) => ({ COMPLETO: 0, MOTIVO: reason, ARCHIVOS: [] })

const jsonOutcomes: Record<FileReport['outcome'], string> = {
  imported: 'importado',
  partial: 'en parte',
  refused: 'rechazado',
  waiting: 'en espera',
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

/** Joins the same fault of many rows: an unknown seller would fill a screen otherwise. Faults stand by their first rows. */
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
  file: { table: FeedTable; name: string; rowCount: number; remarks?: readonly FeedProblem[] },
  problems: FeedProblem[],
  guards: readonly Guard[] = [],
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
    remarks: file.remarks ?? [],
    guards,
    planned: null,
    waitingId: null,
  }
}

/** Faults, and remarks, of a file read in parts that are kept: millions of bad rows would fill the memory. */
const MOST_KEPT = 5000

/** The report of a file that was read in parts: what came to be with all of them. */
export function joinedReport(before: FileReport, part: FileReport): FileReport {
  const isTaken = ({ outcome }: FileReport) => outcome !== 'refused'
  const isWhole = before.outcome === 'imported' && part.outcome === 'imported'
  const sum = (value: (report: FileReport) => number) => value(before) + value(part)
  return {
    ...before,
    outcome: isWhole ? 'imported' : isTaken(before) || isTaken(part) ? 'partial' : 'refused',
    read: sum(({ read }) => read),
    inserted: sum(({ inserted }) => inserted),
    changed: sum(({ changed }) => changed),
    unchanged: sum(({ unchanged }) => unchanged),
    deactivated: sum(({ deactivated }) => deactivated),
    refused: sum(({ refused }) => refused),
    problems: firstOf(before.problems, part.problems),
    remarks: firstOf(before.remarks, part.remarks),
  }
}

function firstOf(before: readonly FeedProblem[], more: readonly FeedProblem[]): FeedProblem[] {
  if (before.length >= MOST_KEPT) return [...before]
  const all = [...before, ...more]
  if (all.length < MOST_KEPT) return all
  const message = `Se nombran ${MOST_KEPT.toLocaleString('es-AR')} filas; puede haber más`
  return [...all.slice(0, MOST_KEPT - 1), { code: 'ARCHIVO', row: null, column: null, message }]
}
