/** Reads a file's sheets by found, remembered or chosen columns: rows that ask for something, notices about the rest (R240). */
import type { ReviewText } from '../../../../contract/review.ts'
import { isOfPage, rowName, sheetName } from '../../../../contract/row-place.ts'
import {
  branchOf,
  type ColumnRole,
  type ColumnsFound,
  MOST_COLUMNS,
  type SampledSheet,
  type SheetColumns,
} from '../../../../contract/sheet-columns.ts'
import { cutText } from '../../../lib/cut-text.ts'
import { malformed } from '../../../refusal.ts'
import { isBlank } from '../../../spreadsheets/numbers.rules.ts'
import { type BranchOfSheet, findBranchTable, tableOfBranch, unknownColumns } from './branch-table.rules.ts'
import { textOf } from './cells.rules.ts'
import type { SheetKind } from './column-words.rules.ts'
import {
  columnsKey,
  findTable,
  headingRows,
  headingsKey,
  holdsCodes,
  partingHeading,
  possibleCodes,
  widthOf,
} from './columns.rules.ts'
import { type CodeOfArticle, namesSay } from './names-fit.rules.ts'
import type { FoundTable, SheetOfFile, WrittenRow } from './sheet.types.ts'
import { readRows, type UnreadRow } from './written-rows.rules.ts'

/** Shown to a user who chooses columns: rows of a sheet, sheets, and characters of a cell. */
const SAMPLE_ROWS = 8
const SAMPLE_SHEETS = 12
const SAMPLE_TEXT = 60

/** What a file is read with besides its cells. */
interface ReadingContext {
  readonly kind: SheetKind
  /** The branches that columns of a list are of (R379); absent: its quantities are of one order. */
  readonly branches?: readonly BranchOfSheet[] | undefined
  /** Columns that the user chose for this file; undefined for none. */
  readonly chosen: readonly SheetColumns[] | undefined
  /** Columns that were chosen for earlier files, by their headings. */
  readonly remembered: ReadonlyMap<string, readonly ColumnRole[]>
  /** The article whose code a text is, with or without its leading zeros. */
  readonly articleOf: (text: string) => CodeOfArticle | undefined
}

export interface SheetsRead {
  columns: ColumnsFound
  rows: WrittenRow[]
  /** What a list says beside its rows; of orders it is a notice. */
  texts: ReviewText[]
  /** Names of the file's sheets, where rows of several were read. */
  sheetNames: string[] | null
  /** Notices for the user, each once. */
  said: string[]
  /** Rows of a list that ask for nothing. */
  untouched: number
  /** Rows below the headings, blank ones aside. */
  count: number
  /** The chosen columns, with the headings that they are to be remembered by. */
  toRemember: { headings: string; roles: ColumnRole[] }[]
}

/** The keys under which the columns of a file may have been remembered. */
export const keysOf = (sheets: readonly SheetOfFile[]): string[] =>
  sheets.flatMap(({ rows }) => [...headingRows(rows).map(({ cells }) => headingsKey(cells)), columnsKey(rows)])

/** The texts to look up as codes before the columns are found. */
export const codesToKnow = (sheets: readonly SheetOfFile[]): string[] =>
  sheets.flatMap(({ rows }) => possibleCodes(rows))

/**
 * Reads a file's sheets. Where columns are in doubt nothing is read, and the answer asks for them. Where another sheet
 * has a table, a sheet without one is left out and named in a notice.
 * @throws Refusal 400 for chosen columns that do not fit the file
 */
export function readSheets(sheets: readonly SheetOfFile[], context: ReadingContext): SheetsRead {
  const tables = context.chosen ? chosenTables(sheets, context.chosen, context.branches) : foundTables(sheets, context)
  const certain = tables.filter(({ roles, doubt }) => doubt === '' && roles.some((role) => role !== ''))
  const doubtful = tables.filter(({ doubt, isLikely }) => doubt !== '' && (isLikely || certain.length === 0))
  const asking = !context.chosen && doubtful.length > 0
  const reason = asking ? (doubtful[0]?.doubt ?? '') : ''
  const read: SheetsRead = {
    columns: { asking, reason, sheets: sampled(sheets, tables, asking ? [...certain, ...doubtful] : certain) },
    rows: [],
    texts: [],
    sheetNames: null,
    said: [],
    untouched: 0,
    count: 0,
    toRemember: [],
  }
  if (asking) return read
  if (certain.length > 1) read.sheetNames = sheets.map(({ name }) => name)
  const texts: string[] = []
  for (const table of certain) {
    const sheet = sheets[table.sheet]
    if (!sheet) continue
    const {
      rows,
      untouched,
      texts: unread,
      count,
      totals,
      said,
    } = context.branches ? readBranches(sheet, table) : { ...readRows(sheet, table, context.kind), said: [] }
    for (const row of rows) read.rows.push(row)
    read.said.push(...said)
    read.untouched += untouched
    if (context.kind === 'list' && !context.branches) read.texts.push(...textRows(unread))
    else texts.push(...unread.flatMap(({ isAbove, text }) => (isAbove ? [] : [text])))
    read.count += count
    read.said.push(...sayTotals(totals, read.sheetNames ? sheet.name : ''))
    if (table.said && !read.said.includes(table.said)) read.said.push(table.said)
    if (context.chosen) read.toRemember.push({ headings: keyOf(sheet, table.headings), roles: table.roles })
  }
  if (texts.length > 0) read.said.push(sayTexts(texts))
  const readSheetsOfFile = new Set(certain.map(({ sheet }) => sheet))
  for (const [at, { name, rows, hidden }] of sheets.entries())
    if (rows.length > 0 && !readSheetsOfFile.has(at))
      read.said.push(`La ${sheetName(name, rows[0]?.row ?? 0, hidden)} no se leyó`)
  return read
}

/** Texts of a notice, or rows of a sheet's texts; and characters of each in a notice. */
const TEXTS_SHOWN = 5
const LONGEST_SHOWN = 60

/**
 * The texts of a list as rows: a person may have written part of the order there. What stands above the headings is one, as the
 * head of a mail; so are more than a few below, which are mostly titles of sections.
 */
function textRows(unread: readonly UnreadRow[]): ReviewText[] {
  const asOne = (kind: ReviewText['kind'], rows: readonly UnreadRow[]): ReviewText[] =>
    rows.length === 0
      ? []
      : [{ kind, lines: rows.map(({ row }) => row), text: rows.map(({ text }) => text).join('\n') }]
  const below = unread.filter(({ isAbove }) => !isAbove)
  return [
    ...asOne(
      'courtesy',
      unread.filter(({ isAbove }) => isAbove),
    ),
    ...(below.length > TEXTS_SHOWN ? asOne('text', below) : below.flatMap((row) => asOne('text', [row]))),
  ]
}

/** Tells the rows of orders that are words alone: a message about them may be among these. */
function sayTexts(texts: readonly string[]): string {
  const shown = texts
    .slice(0, TEXTS_SHOWN)
    .map((text) => `«${text.length > LONGEST_SHOWN ? `${cutText(text, LONGEST_SHOWN)}…` : text}»`)
  const more = texts.length - shown.length
  return `Sin código ni cantidad, no se ${texts.length === 1 ? 'leyó' : 'leyeron'}: ${shown.join(', ')}${more > 0 ? ` y ${more.toLocaleString('es-AR')} más` : ''}`
}

type Table = FoundTable & { said?: string }

/** The rows of a sheet of branches: each branch's column is read as a list of its own. */
function readBranches(sheet: SheetOfFile, table: FoundTable): ReturnType<typeof readRows> & { said: string[] } {
  const noteAt = table.roles.indexOf('note')
  const noteOf = new Map(sheet.rows.map(({ row, cells }) => [row, textOf(cells[noteAt])]))
  const lists = table.roles.flatMap((role, column) => {
    const addressId = branchOf(role)
    return addressId === undefined ? [] : [{ addressId, list: readRows(sheet, tableOfBranch(table, column), 'list') }]
  })
  const [first] = lists
  if (!first) return { rows: [], untouched: 0, texts: [], count: 0, totals: [], said: [] }
  const totals = [...new Set(lists.flatMap(({ list }) => list.totals))].sort((a, b) => a - b)
  const damaged = new Set<number>()
  const rows = lists.flatMap(({ addressId, list }) =>
    list.rows.flatMap((row): WrittenRow[] => {
      // A row that cannot be trusted is asked about once, not once for each branch.
      if (row.problem !== '' && isBlank(row.quantity)) {
        const isTold = damaged.has(row.row)
        damaged.add(row.row)
        if (isTold) return []
      }
      return totals.includes(row.row) ? [] : [{ ...row, addressId, note: noteOf.get(row.row) ?? '' }]
    }),
  )
  const asked = new Set([...rows.map(({ row }) => row), ...totals])
  const texts = first.list.texts.filter(({ row }) => !asked.has(row))
  const named = sheet.rows.filter(
    ({ row, cells }) =>
      row > table.headings &&
      !asked.has(row) &&
      table.roles.some((role, column) => (role === 'code' || role === 'ean') && !isBlank(cells[column] ?? null)),
  )
  const headings = sheet.rows.find(({ row }) => row === table.headings)?.cells.map(textOf) ?? []
  const below = sheet.rows.filter(({ row }) => row > table.headings)
  const unread = unknownColumns(table.roles, headings, below).map((column) => headings[column] || `${column + 1}`)
  const said = [
    ...(unread.length > 0 ? [`No se leyó la columna ${unread.map((name) => `«${name}»`).join(', ')}`] : []),
    ...(named.length > 0
      ? [
          named.length === 1
            ? '1 fila sin cantidades no pide nada'
            : `${named.length} filas sin cantidades no piden nada`,
        ]
      : []),
  ]
  return { rows, untouched: 0, texts, count: first.list.count, totals, said }
}

/** The tables of the visible sheets. Hidden sheets are not meant to be read, and one column is no table. */
function foundTables(
  sheets: readonly SheetOfFile[],
  { kind, branches, remembered, articleOf }: ReadingContext,
): Table[] {
  return sheets.flatMap((file, sheet) => {
    if (file.hidden || widthOf(file.rows) < 2) return []
    const found: Table = branches
      ? findBranchTable(file, sheet, branches, articleOf)
      : findTable(file, sheet, kind, articleOf)
    const below = file.rows.filter(({ row }) => row > found.headings)
    // Headings alone: a form that nobody has filled in.
    if (below.length === 0) return []
    if (found.doubt === '' && namesSay(below, found.roles, articleOf) === 'differ') {
      found.doubt = ownNumbers
      found.roles = found.roles.map((role) => (role === 'code' ? '' : role))
    }
    const parting = kind === 'orders' && found.doubt === '' ? partingHeading(file, found) : ''
    if (parting) found.doubt = `«${parting}» separa filas de un mismo cliente: elija si es el número de pedido`
    const table = rememberedTable(file, found, remembered, articleOf) ?? found
    if (table.headings === 0 && table.doubt === '')
      table.said ??=
        kind === 'orders'
          ? 'Sin títulos: las columnas se leyeron en el orden de la planilla de ejemplo'
          : 'Sin títulos: se leyeron el código, el nombre y la cantidad por lo que dicen las celdas'
    return [table]
  })
}

const ownNumbers =
  'Los números de la columna de códigos son de artículos con otro nombre: elija qué columna tiene los de esta tienda'

const keyOf = (file: SheetOfFile, headings: number): string =>
  headings === 0 ? columnsKey(file.rows) : headingsKey(file.rows.find(({ row }) => row === headings)?.cells ?? [])

/** The table with the columns that were chosen for the same headings, or for as many columns without headings. */
function rememberedTable(
  file: SheetOfFile,
  found: FoundTable,
  remembered: ReadingContext['remembered'],
  articleOf: ReadingContext['articleOf'],
): Table | undefined {
  const headingRow = headingRows(file.rows).find(({ cells }) => remembered.has(headingsKey(cells)))
  const key = headingRow ? headingsKey(headingRow.cells) : columnsKey(file.rows)
  const roles = headingRow || found.headings === 0 ? remembered.get(key) : undefined
  const headings = headingRow?.row ?? 0
  // Other files may have as many columns: the remembered column of codes must hold codes here, too.
  const codes = roles?.indexOf('code') ?? -1
  const isOther =
    codes >= 0 &&
    !holdsCodes(
      file.rows.filter(({ row }) => row > headings),
      codes,
      (text) => articleOf(text) !== undefined,
    )
  if (!roles || isOther) return undefined
  return {
    sheet: found.sheet,
    name: file.name,
    headings,
    roles: [...roles],
    doubt: '',
    isLikely: true,
    said: 'Las columnas se leyeron como se eligieron la última vez',
  }
}

const notOfFile = 'Las columnas elegidas no son de esta planilla. Elíjalas de nuevo'

function chosenTables(
  sheets: readonly SheetOfFile[],
  chosen: readonly SheetColumns[],
  branches: readonly BranchOfSheet[] = [],
): Table[] {
  const known = new Set(branches.map(({ addressId }) => addressId))
  return chosen.flatMap(({ sheet, headings, roles }) => {
    const file = sheets[sheet]
    if (!file || roles.map(branchOf).some((id) => id !== undefined && !known.has(id))) throw malformed(notOfFile)
    if (roles.every((role) => role === '')) return []
    return [{ sheet, name: file.name, headings, roles: [...roles], doubt: '', isLikely: true }]
  })
}

/** The first rows of every sheet with the roles of its columns, for the user to choose them. */
function sampled(
  sheets: readonly SheetOfFile[],
  tables: readonly FoundTable[],
  shown: readonly FoundTable[],
): SampledSheet[] {
  const known = new Map(tables.map((table) => [table.sheet, table]))
  const taken = new Set(shown.map(({ sheet }) => sheet))
  return sheets
    .map((file, sheet): SampledSheet => {
      const width = Math.min(widthOf(file.rows), MOST_COLUMNS)
      const table = known.get(sheet)
      const roles = taken.has(sheet) ? (table?.roles ?? []) : []
      const first = Math.max(
        0,
        file.rows.findIndex(({ row }) => row === table?.headings),
      )
      return {
        sheet,
        name: file.name,
        headings: table?.headings ?? 0,
        roles: Array.from({ length: width }, (_, column) => roles[column] ?? ''),
        rows: file.rows.slice(first, first + SAMPLE_ROWS).map(({ row, cells }) => ({
          row,
          cells: Array.from({ length: width }, (_, column) => textOf(cells[column]).slice(0, SAMPLE_TEXT)),
        })),
      }
    })
    .filter(({ rows }) => rows.length > 0)
    .slice(0, SAMPLE_SHEETS)
}

function sayTotals(rows: readonly number[], sheet: string): string[] {
  if (rows.length === 0) return []
  const where = sheet === '' ? '' : ` de «${sheet}»`
  const [first = 0] = rows
  if (rows.length === 1) return [`La ${rowName(first)}${where} es un total: no se leyó`]
  if (isOfPage(first)) return [`No se leyeron los totales${where}: ${rows.map(rowName).join('; ')}`]
  return [`Las filas ${rows.slice(0, -1).join(', ')} y ${rows.at(-1)}${where} son totales: no se leyeron`]
}
