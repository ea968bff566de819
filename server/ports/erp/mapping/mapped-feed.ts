/** A feed out of the files that another program exports, read by a mapping (R406): in front of the readers of its own files. */
import { join } from 'node:path'
import type { FeedMapping, MappedList } from '../../../../contract/erp-mapping.ts'
import { countInWords } from '../../../../contract/order-text.ts'
import { breather } from '../../../lib/turns.ts'
import type { Cell, Sheet } from '../../../spreadsheets/sheet.ts'
import { FeedError, type FeedFile, type FeedProblem, type FeedTable, feedTables } from '../erp.ts'
import { readRecords } from '../read-records.ts'
import type { FeedKeys } from './feed-keys.ts'
import { makeRows, type Sources, someOf, takenBy } from './make-rows.ts'
import { type ExportTable, headingKey, placeOf, readExport, type readSheets, repeatsHeadings } from './mapped-file.ts'
import { columnsOf, tableOf } from './mapping.ts'
import { codeText } from './plain-cells.ts'

export interface MappedFeed {
  /** The tables whose file lies in the folder, in the order of their dependence. */
  readonly tables: readonly FeedTable[]
  /** The names of the files that it reads. */
  readonly files: ReadonlySet<string>
  read<T extends FeedTable>(table: T): Promise<FeedFile<T>>
  /** The first rows of a table that was read, as the shop reads them; the feed's headings are its keys. */
  sampleOf(table: FeedTable): readonly ReadonlyMap<string, string>[]
}

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
