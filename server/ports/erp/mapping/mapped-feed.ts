/** A feed out of the files that another program exports, read by a mapping (R406): in front of the readers of its own files. */
import { join } from 'node:path'
import { fold } from '../../../../contract/codes.ts'
import type { FeedMapping, MappedColumn, MappedJoin, MappedList } from '../../../../contract/erp-mapping.ts'
import { countInWords } from '../../../../contract/order-text.ts'
import { provinceName } from '../../../../contract/provinces.ts'
import { breather } from '../../../lib/turns.ts'
import type { Cell, Sheet, SheetRow } from '../../../spreadsheets/sheet.ts'
import type { Column } from '../columns.ts'
import { CellRefused, type DecimalSign } from '../decimal.ts'
import { FeedError, type FeedFile, type FeedProblem, type FeedTable, feedTables } from '../erp.ts'
import { readRecords } from '../read-records.ts'
import type { FeedKeys } from './feed-keys.ts'
import { type ExportTable, headingKey, placeOf, readExport, type readSheets, repeatsHeadings } from './mapped-file.ts'
import { columnsOf, ownerOf, tableOf } from './mapping.ts'
import { codeText, plainNumber } from './plain-cells.ts'

/** Parts of a key, joined by a sign that no text has. */
const PART = '\u001f'

export interface MappedFeed {
  /** The tables whose file lies in the folder, in the order of their dependence. */
  readonly tables: readonly FeedTable[]
  /** The names of the files that it reads. */
  readonly files: ReadonlySet<string>
  read<T extends FeedTable>(table: T): Promise<FeedFile<T>>
  /** The first rows of a table that was read, as the shop reads them; the feed's headings are its keys. */
  sampleOf(table: FeedTable): readonly ReadonlyMap<string, string>[]
}

/** Rows that are shown of a list. */
const SHOWN = 10

/** Whether a file's name is the one that a mapping names; `*` stands for anything, case does not count. */
export function isNamed(pattern: string, name: string): boolean {
  const [begin = '', end] = pattern.toLowerCase().split('*')
  const given = name.toLowerCase()
  if (end === undefined) return given === begin
  return given.length >= begin.length + end.length && given.startsWith(begin) && given.endsWith(end)
}

/** Whether a mapping reads a file of that name. */
export const takesFile = ({ files }: FeedMapping, name: string): boolean =>
  Object.values(files).some((file) => isNamed(file.name, name))

/** How reports call a list that is made of a file: several lists may come from one. */
export const listName = (file: string, list: string): string => `${file} (${list})`
/** The file that such a name is about. */
export const fileOfName = (name: string): string => name.replace(/ \([a-z_]+\)$/, '')
/** The names under which reports may speak of a file. */
export const namesOfFile = ({ files, lists }: FeedMapping, name: string): string[] =>
  lists
    .filter(({ file }) => isNamed(files[file]?.name ?? '', name))
    .map(({ list }) => listName(name, list))
    .concat(lists.some(({ list }) => list === 'precios_listas') ? [listName(name, 'listas')] : [])

/** The lists of a mapping, with that of the price lists that are columns of a file. */
function listsOf({ lists }: FeedMapping): MappedList[] {
  const prices = lists.find(({ list, priceColumns }) => list === 'precios_listas' && priceColumns)
  if (!prices || lists.some(({ list }) => list === 'listas')) return [...lists]
  return [{ list: 'listas', file: prices.file, columns: {} }, ...lists]
}

/** The headings that a mapping names of a file. */
export function wantedHeadings(mapping: FeedMapping, alias: string): string[] {
  const wanted = new Map<string, string>()
  const want = (heading: string | undefined) => {
    if (heading !== undefined) wanted.set(headingKey(heading), heading)
  }
  for (const list of mapping.lists) {
    for (const given of Object.values(list.columns)) {
      if ((given.file ?? list.file) !== alias) continue
      want(given.column)
      for (const heading of given.key ?? []) want(heading)
    }
    for (const joined of list.joins ?? []) {
      if (joined.file === alias) want(joined.column)
      if (list.file === alias) want(joined.with)
    }
    if (list.file !== alias) continue
    for (const { column } of list.only ?? []) want(column)
    for (const heading of list.needs ?? []) want(heading)
    for (const { column } of list.priceColumns ?? []) want(column)
  }
  return [...wanted.values()]
}

/**
 * Opens the files of a folder that a mapping names.
 * @param sheetsOf answers the sheets of a file by its path, where they were read before
 * @throws FeedError where two files have a name that stands for one
 */
export function openMappedFeed(
  directory: string,
  names: readonly string[],
  mapping: FeedMapping,
  keys: FeedKeys,
  sheetsOf?: typeof readSheets,
): MappedFeed {
  const lying = new Map<string, string>()
  for (const [alias, { name }] of Object.entries(mapping.files)) {
    const found = names.filter((other) => isNamed(name, other)).sort()
    if (found.length > 1) throw new FeedError(`En ${directory} debe haber uno solo de ${found.join(', ')}`)
    if (found[0] !== undefined) lying.set(alias, found[0])
  }
  const lists = new Map<FeedTable, MappedList>()
  for (const list of listsOf(mapping)) {
    const table = tableOf(list.list)
    if (table && lying.has(list.file)) lists.set(table, list)
  }
  // A file is read once, for all lists that are made of it.
  const read = new Map<string, Promise<ExportTable>>()
  const tableOfFile = (alias: string): Promise<ExportTable> => {
    const found = read.get(alias)
    if (found) return found
    const name = lying.get(alias)
    const file = mapping.files[alias]
    const reading =
      name === undefined || !file
        ? Promise.resolve<ExportTable>({
            name: file?.name ?? alias,
            headings: [],
            headingRow: 0,
            rows: [],
            writtenAt: '',
            problem: `Falta el archivo ${file?.name ?? alias}`,
          })
        : readExport(join(directory, name), name, file, wantedHeadings(mapping, alias), sheetsOf)
    read.set(alias, reading)
    return reading
  }
  const samples = new Map<FeedTable, readonly ReadonlyMap<string, string>[]>()
  return {
    sampleOf: (table) => samples.get(table) ?? [],
    tables: feedTables.filter((table) => lists.has(table)),
    files: new Set(lying.values()),
    read: async <T extends FeedTable>(table: T) => {
      const list = lists.get(table)
      if (!list) throw new FeedError(`No hay archivo de ${table}`)
      const main = await tableOfFile(list.file)
      const joined = await Promise.all(
        (list.joins ?? []).map(async (one) => [one, await tableOfFile(one.file)] as const),
      )
      const file = await readMapped(table, list, {
        mapping,
        main,
        joined,
        keys,
        show: (rows) => samples.set(table, rows),
      })
      const articles = lists.get('articles')
      if (table !== 'prices' || !articles || articles.file === list.file) return file
      const lacking = await lackingPrices(
        { list: articles, table: await tableOfFile(articles.file) },
        { list, table: main },
      )
      return { ...file, remarks: [...(file.remarks ?? []), ...lacking] }
    },
  }
}

interface ListRows {
  readonly list: MappedList
  readonly table: ExportTable
}

/** The codes of the articles in the rows that a list takes, as they are written, by their folded text. */
async function articlesIn({ list, table }: ListRows): Promise<Map<string, string> | undefined> {
  const { key = [], zeros, file } = list.columns.ID_ART ?? {}
  if (key.length === 0 || (file !== undefined && file !== list.file) || table.problem !== undefined) return undefined
  const places = key.map((heading) => placeOf(table, heading))
  const { lackedBy, isWanted } = takenBy(list, table)
  const found = new Map<string, string>()
  const breathe = breather()
  for (const row of table.rows) {
    await breathe()
    if (repeatsHeadings(table, row) || lackedBy(row) !== undefined || !isWanted(row)) continue
    const text = places.map((place) => String(codeText(row.cells[place] ?? null, zeros) ?? '').trim()).join(' ')
    if (text.trim() !== '') found.set(headingKey(text), text)
  }
  return found
}

/** Which rows of a file a list takes: the heading of what a row lacks that the list needs, and whether it is one of those wanted. */
function takenBy({ needs = [], only = [] }: MappedList, table: ExportTable) {
  const needed = needs.map((heading) => [heading, placeOf(table, heading)] as const)
  const wanted = only.map(
    ({ column, values }) => [placeOf(table, column), new Set(values.map((value) => headingKey(value)))] as const,
  )
  const textAt = ({ cells }: SheetRow, place: number) => String(cells[place] ?? '').trim()
  return {
    lackedBy: (row: SheetRow): string | undefined => needed.find(([, place]) => textAt(row, place) === '')?.[0],
    isWanted: (row: SheetRow): boolean => wanted.every(([place, values]) => values.has(headingKey(textAt(row, place)))),
  }
}

/** Texts that a remark names: a few of many. */
const NAMED = 5
const someOf = (texts: readonly (string | number)[]): string =>
  `${texts.length > NAMED ? 'por ejemplo ' : ''}${texts.slice(0, NAMED).join(', ')}`

/** Told where the prices are another file than the articles: how many articles have none. */
async function lackingPrices(articles: ListRows, prices: ListRows): Promise<FeedProblem[]> {
  const sold = await articlesIn(articles)
  const priced = await articlesIn(prices)
  if (!sold || !priced) return []
  const lacking = [...sold].filter(([key]) => !priced.has(key)).map(([, text]) => text)
  if (lacking.length === 0) return []
  const how = countInWords(lacking.length, 'artículo', 'artículos')
  const message = `${how} de ${articles.table.name} sin precio en ${prices.table.name}: ${someOf(lacking)}`
  return [{ code: 'FILA', row: null, column: null, message }]
}

interface Sources {
  readonly mapping: FeedMapping
  readonly main: ExportTable
  readonly joined: readonly (readonly [MappedJoin, ExportTable])[]
  readonly keys: FeedKeys
  /** Told the first rows, for whoever looks at them. */
  readonly show: (rows: readonly ReadonlyMap<string, string>[]) => void
}

/** A number that the shop keeps for a key; it is known once all rows were read. */
class KeyedNumber {
  constructor(readonly key: string) {}
}
type Evaluated = Cell | KeyedNumber
interface MadeRow {
  row: number
  cells: Evaluated[]
}

async function readMapped<T extends FeedTable>(table: T, list: MappedList, sources: Sources): Promise<FeedFile<T>> {
  const { main, joined } = sources
  const name = listName(main.name, list.list)
  const broken = [main, ...joined.map(([, file]) => file)].find(({ problem }) => problem !== undefined)
  if (broken) {
    const message = broken === main ? broken.problem : `${broken.name}: ${broken.problem}`
    return readRecords(table, name, { rows: [], problem: message ?? '' })
  }
  if (table === 'priceLists' && Object.keys(list.columns).length === 0) return namedLists(table, name, sources)
  const made = await makeRows(table, list, sources)
  const sheet: Sheet = {
    rows: [
      { row: main.headingRow || 1, cells: [...made.headings] },
      ...made.rows.map(({ row, cells }) => ({ row, cells: cells as Cell[] })),
    ],
  }
  const file = await readRecords(table, name, sheet)
  const shown = (heading: string | null) => (heading === null ? null : (made.named.get(heading) ?? heading))
  const told = (problem: FeedProblem): FeedProblem => ({ ...problem, column: shown(problem.column) })
  return {
    ...file,
    headings: Object.fromEntries(
      Object.entries(file.headings).map(([field, heading]) => [field, shown(heading) ?? heading]),
    ),
    rowCount: file.rowCount + made.refusedRows,
    problems: [...made.problems, ...file.problems.map(told)].sort((a, b) => (a.row ?? 0) - (b.row ?? 0)),
    remarks: [...made.remarks, ...(file.remarks ?? []).map(told)],
  }
}

/** The price lists that are columns of a file. */
async function namedLists<T extends FeedTable>(
  table: T,
  name: string,
  { mapping, keys }: Sources,
): Promise<FeedFile<T>> {
  const lists = mapping.lists.flatMap(({ priceColumns = [] }) => priceColumns.map((column) => column.name))
  const ids = await keys.idsOf('priceLists', lists, true)
  const headings = [...columnsOf(table).keys()]
  return readRecords(table, name, {
    rows: [
      { row: 1, cells: headings },
      ...lists.map((list, at) => ({ row: at + 2, cells: [ids.get(list) ?? null, list] })),
    ],
  })
}

interface Made {
  headings: readonly string[]
  rows: MadeRow[]
  problems: FeedProblem[]
  remarks: FeedProblem[]
  /** Rows that are not in `rows` because of their problems. */
  refusedRows: number
  /** The file's heading of each of the feed's. */
  named: ReadonlyMap<string, string>
}

async function makeRows(table: FeedTable, list: MappedList, sources: Sources): Promise<Made> {
  const { main } = sources
  const columns = columnsOf(table)
  const plan = [...columns].flatMap(([heading, column]) => {
    const given = list.columns[heading]
    if (given) return [{ heading, column, given }]
    const isOfPrice = list.priceColumns && (heading === 'ID_LIS' || heading === 'PRECIO_LPI')
    // What the export does not tell, and may be empty, is empty; what a file may lack stays as it is (R39).
    return column.optional || isOfPrice ? [] : [{ heading, column, given: { constant: '' } satisfies MappedColumn }]
  })
  const evaluate = evaluator(list, sources)
  const widest = lastNamed(main)
  const problems: FeedProblem[] = []
  const remarks: FeedProblem[] = []
  const rows: MadeRow[] = []
  let refusedRows = 0
  let filtered = 0
  const { lackedBy, isWanted } = takenBy(list, main)
  const left = new Map<string, number[]>()
  const seen = new Map<string, string>()
  const isText = /\.(csv|txt|tsv|asc|prn|dat)$/i.test(main.name)
  const breathe = breather()
  for (const row of main.rows) {
    await breathe()
    if (repeatsHeadings(main, row)) continue
    const lacked = lackedBy(row)
    if (lacked !== undefined) {
      const without = left.get(lacked)
      if (without) without.push(row.row)
      else left.set(lacked, [row.row])
      continue
    }
    const short =
      isText && row.cells.length < widest
        ? `La fila tiene ${row.cells.length} columnas y debe tener ${widest}`
        : undefined
    const damage = row.damage ?? short
    if (damage) {
      problems.push({ code: 'FILA', row: row.row, column: null, message: damage })
      refusedRows++
      continue
    }
    if (!isWanted(row)) {
      filtered++
      continue
    }
    const refusals: FeedProblem[] = []
    const told: FeedProblem[] = []
    const cellOf = (heading: string, column: Column<unknown>, given: MappedColumn): Evaluated => {
      try {
        return evaluate(row, column, given)
      } catch (error) {
        if (!(error instanceof CellRefused)) throw error
        const fault = {
          code: 'CELDA' as const,
          row: row.row,
          column: shownSource(given) ?? heading,
          message: error.message,
        }
        if (given.leavesOut) told.push({ ...fault, message: `${error.message}: se deja vacío` })
        else refusals.push(fault)
        return null
      }
    }
    const cells = plan.map(({ heading, column, given }) => cellOf(heading, column, given))
    const prices = (list.priceColumns ?? []).map(({ name, column: heading }) => {
      const price = columns.get('PRECIO_LPI')
      const blank = { column: heading, blank: '0', ...pick(list.columns.PRECIO_LPI) }
      return price ? [new KeyedNumber(name), cellOf('PRECIO_LPI', price, blank)] : []
    })
    remarks.push(...told)
    if (refusals.length > 0) {
      problems.push(...refusals)
      refusedRows++
      continue
    }
    if (list.once) {
      const [first] = cells
      const key = first instanceof KeyedNumber ? `k${first.key}` : `v${String(first)}`
      const whole = JSON.stringify(cells.map((cell) => (cell instanceof KeyedNumber ? `k${cell.key}` : cell)))
      const earlier = seen.get(key)
      if (earlier === whole) continue
      // Another writing of the same record stays: the reader tells that it is there twice.
      if (earlier === undefined) seen.set(key, whole)
    }
    if (list.priceColumns) for (const price of prices) rows.push({ row: row.row, cells: [...cells, ...price] })
    else rows.push({ row: row.row, cells })
  }
  for (const [heading, gone] of left) {
    const message =
      gone.length === 1
        ? `Queda afuera 1 fila que no tiene «${heading}»: ${someOf(gone)}`
        : `Quedan afuera ${gone.length} filas que no tienen «${heading}»: ${someOf(gone)}`
    remarks.push({ code: 'FILA', row: null, column: null, message })
  }
  if (filtered > 0) {
    const what = (list.only ?? []).map(({ column, values }) => `${column} es ${values.join(' o ')}`).join(' y ')
    remarks.push({
      code: 'FILA',
      row: null,
      column: null,
      message: `Se toman las filas en que ${what}: quedan afuera ${filtered}`,
    })
  }
  if (table === 'articles') remarks.push(...joinedBeside(list, sources))
  const headings = [...plan.map(({ heading }) => heading), ...(list.priceColumns ? ['ID_LIS', 'PRECIO_LPI'] : [])]
  const named = new Map(plan.map(({ heading, given }) => [heading, shownSource(given) ?? heading]))
  sources.show(rows.slice(0, SHOWN).map(({ cells }) => shownRow(headings, columns, cells)))
  const kept = await fillNumbers(table, headings, rows, named, sources)
  problems.push(...kept.problems)
  return { headings, rows: kept.rows, problems, remarks, refusedRows: refusedRows + kept.refusedRows, named }
}

/** Told of files that are joined by the article's code: how many codes the list's own file lacks. They are no articles. */
function joinedBeside(list: MappedList, { main, joined }: Sources): FeedProblem[] {
  const byCode = joined.filter(([join]) => list.columns.ID_ART?.key?.some((heading) => heading === join.with))
  return byCode.flatMap(([join, file]) => {
    const textOf = (cell: Cell | undefined) => String(codeText(cell ?? null, join.zeros) ?? '').trim()
    const [own, theirs] = [placeOf(main, join.with), placeOf(file, join.column)]
    const known = new Set(main.rows.map(({ cells }) => fold(textOf(cells[own]))))
    const beside = new Set(
      file.rows.map(({ cells }) => textOf(cells[theirs])).filter((text) => text !== '' && !known.has(fold(text))),
    )
    if (beside.size === 0) return []
    const how = countInWords(beside.size, 'código', 'códigos')
    const message = `${how} de ${file.name} sin artículo en ${main.name}: ${someOf([...beside])}`
    return [{ code: 'FILA' as const, row: null, column: null, message }]
  })
}

/** A row as the shop reads it, in words; what it refuses is shown as it is written. */
function shownRow(
  headings: readonly string[],
  columns: ReadonlyMap<string, Column<unknown>>,
  cells: readonly Evaluated[],
): Map<string, string> {
  return new Map(
    headings.map((heading, place) => {
      const cell = cells[place] ?? null
      const column = columns.get(heading)
      if (cell instanceof KeyedNumber) return [heading, cell.key.replaceAll(PART, ' ')]
      try {
        const read = column?.read(cell, '.')
        if (heading === 'IDPRV_DIR' && typeof read === 'number') return [heading, provinceName(read)]
        if (typeof read === 'boolean') return [heading, read ? 'sí' : 'no']
        if (typeof read !== 'number') return [heading, String(read ?? '')]
        const shown = column?.decimals
          ? (read / 100).toLocaleString('es-AR', { minimumFractionDigits: 2 })
          : String(read)
        return [heading, shown]
      } catch (error) {
        if (!(error instanceof CellRefused)) throw error
        return [heading, String(cell ?? '')]
      }
    }),
  )
}

/** The settings of a price that hold for each of its columns. */
const pick = (given: MappedColumn | undefined): MappedColumn => {
  const { column: _, ...rest } = given ?? {}
  return rest
}

const shownSource = ({ column, key }: MappedColumn): string | undefined => column ?? key?.join(' + ')

/** Cells that a row must have: up to the last heading that has a name. */
const lastNamed = ({ headings }: ExportTable): number => {
  let width = headings.length
  while (width > 0 && headings[width - 1] === `Columna ${width}`) width--
  return width
}

const isNumeric = ({ json }: Column<unknown>): boolean => {
  const type = json.type
  return [type].flat().some((one) => one === 'number' || one === 'integer')
}
/** A code, which stands as text whatever its digits are. */
const isCode = ({ says }: Column<unknown>): boolean => says.startsWith('text 40, unique')

type Evaluate = (row: SheetRow, column: Column<unknown>, given: MappedColumn) => Evaluated

/** What a mapped column makes of a row. It throws CellRefused where the file says what the mapping does not know. */
function evaluator(list: MappedList, { mapping, main, joined }: Sources): Evaluate {
  const indexes = new Map(joined.map(([join, file]) => [join.file, indexOf(join, file, main)] as const))
  const tables = new Map<MappedColumn, ReadonlyMap<string, string>>()
  const valuesOf = (given: MappedColumn) => {
    const found = tables.get(given)
    if (found || !given.values) return found
    const table = new Map(Object.entries(given.values).map(([from, to]) => [headingKey(from), to]))
    tables.set(given, table)
    return table
  }
  const places = new Map<string, number>()
  const placeIn = (file: ExportTable, heading: string) => {
    const id = `${file.name}${PART}${heading}`
    const place = places.get(id) ?? placeOf(file, heading)
    places.set(id, place)
    return place
  }
  const signOf = (alias: string): DecimalSign | undefined => mapping.files[alias]?.decimal

  const rawOf = (row: SheetRow, heading: string, given: MappedColumn, numeric: boolean): Cell => {
    if (given.file === undefined || given.file === list.file) return row.cells[placeIn(main, heading)] ?? null
    const index = indexes.get(given.file)
    const rows = index?.rowsFor(row) ?? []
    const file = index?.file
    if (!file || rows.length === 0) return null
    const cells = rows.map((one) => one.cells[placeIn(file, heading)] ?? null)
    if (rows.length === 1 || index.join.several === 'primera') return cells[0] ?? null
    if (index.join.several === 'suma' && numeric) {
      const sign = signOf(given.file) ?? ','
      const sum = cells.reduce<number>((all, cell) => all + Number(plainNumber(cell, sign) ?? 0), 0)
      return Math.round(sum * 100) / 100
    }
    throw new CellRefused(`${file.name} tiene ${rows.length} filas para el mismo «${index.join.column}»`)
  }

  return (row, column, given) => {
    if (given.constant !== undefined) return given.constant
    if (given.moment) return main.writtenAt
    const numeric = isNumeric(column)
    if (given.key) {
      const parts = given.key.map((heading) => {
        const cell = codeText(rawOf(row, heading, given, false), given.zeros)
        const text = String(cell ?? '').trim()
        return text === '' ? (given.blank ?? '') : translated(text, given, valuesOf(given))
      })
      // A record without a key is none; the column says whether it may be.
      return parts.every((part) => part === '') ? null : new KeyedNumber(parts.join(PART))
    }
    let cell = rawOf(row, given.column ?? '', given, numeric)
    if (typeof cell === 'string') cell = cell.trim()
    if (cell === null || cell === '') return given.blank ?? null
    if (given.values) cell = translated(String(cell), given, valuesOf(given))
    else if (isCode(column) || given.zeros !== undefined) cell = codeText(cell, given.zeros)
    else if (numeric) {
      const sign = signOf(given.file ?? list.file)
      if (sign !== undefined || typeof cell === 'number') cell = plainNumber(cell, sign ?? ',', given.rounds)
    }
    if (given.leavesOut) column.read(cell, '.')
    return cell
  }
}

/** The meaning of a text by its table of values. @throws CellRefused for one that is not in it */
function translated(text: string, given: MappedColumn, values: ReadonlyMap<string, string> | undefined): string {
  if (!values) return text
  const found = values.get(headingKey(text)) ?? given.otherwise
  if (found === undefined) throw new CellRefused(`«${text}» no está entre los valores que dice el mapeo`)
  return found
}

interface Index {
  join: MappedJoin
  file: ExportTable
  rowsFor(row: SheetRow): readonly SheetRow[]
}

function indexOf(join: MappedJoin, file: ExportTable, main: ExportTable): Index {
  const own = placeOf(file, join.column)
  const theirs = placeOf(main, join.with)
  const keyOf = (cell: Cell | undefined) => fold(String(codeText(cell ?? null, join.zeros) ?? '')).trim()
  const byKey = new Map<string, SheetRow[]>()
  for (const row of file.rows) {
    const key = keyOf(row.cells[own])
    if (key === '') continue
    const rows = byKey.get(key)
    if (rows) rows.push(row)
    else byKey.set(key, [row])
  }
  return { join, file, rowsFor: (row) => byKey.get(keyOf(row.cells[theirs])) ?? [] }
}

/** Gives each key its number; a row that names a record nobody brought is a fault, told by what the file says. */
async function fillNumbers(
  table: FeedTable,
  headings: readonly string[],
  rows: readonly MadeRow[],
  named: ReadonlyMap<string, string>,
  { keys, mapping }: Sources,
): Promise<{ rows: MadeRow[]; problems: FeedProblem[]; refusedRows: number }> {
  const problems: FeedProblem[] = []
  const refused = new Set<number>()
  for (const [place, heading] of headings.entries()) {
    const owner = ownerOf(heading)
    const wanted = new Set<string>()
    for (const { cells } of rows) {
      const cell = cells[place]
      if (cell instanceof KeyedNumber) wanted.add(cell.key)
    }
    if (wanted.size === 0) continue
    const kind = owner ?? heading
    const isOwn = owner === undefined || owner === table
    const ids = await keys.idsOf(kind, [...wanted], isOwn)
    for (const { row, cells } of rows) {
      const cell = cells[place]
      if (!(cell instanceof KeyedNumber)) continue
      const id = ids.get(cell.key)
      cells[place] = id ?? null
      if (id !== undefined) continue
      const list = mapping.lists.find((one) => tableOf(one.list) === owner)
      const message = `«${cell.key.replaceAll(PART, ' ')}» no está en ${list?.list ?? 'la tienda'}`
      problems.push({ code: 'NO_EXISTE', row, column: named.get(heading) ?? heading, message })
      refused.add(row)
    }
  }
  const kept = rows.filter(({ row }) => !refused.has(row))
  return { rows: kept, problems, refusedRows: rows.length - kept.length }
}
