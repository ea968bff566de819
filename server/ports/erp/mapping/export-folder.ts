/** The files that lie in a folder, and how the shop would read them (R408): for `bulto map` and for the office's screen. */
import { open, readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import type { FeedMapping, MappingProposal, ShownList } from '../../../../contract/erp-mapping.ts'
import { Refusal } from '../../../refusal.ts'
import { separatorOf } from '../../../spreadsheets/separators.ts'
import { decodeAs, decodeText, type TextEncoding, utf16Order } from '../../../spreadsheets/text-encoding.ts'
import { FeedError, type FeedProblem } from '../erp.ts'
import { formats } from '../formats.ts'
import { isFeedFile } from '../watched-folder.ts'
import { type ExportSheet, type ExportTable, tableOfSheet } from './columns-of-export.ts'
import type { FeedKeys } from './feed-keys.ts'
import { fileOfName, openMappedFeed, takesFile, wantedHeadings } from './mapped-feed.ts'
import { headingKey, readSheets } from './mapped-file.ts'
import { mappingFaults, writeMapping } from './mapping.ts'
import { fieldLabels, listTitles } from './propose/field-words.ts'
import { type Proposed, propose } from './propose/propose.ts'

const TEXTS = new Set(['.csv', '.txt', '.tsv', '.asc', '.prn', '.dat'])
const BOOKS = new Set(['.xlsx', '.ods', '.xls', '.xlsm'])
/** More files than an export has. */
const MOST_FILES = 60
/** Bytes by which encoding and separator are recognised. */
const HEAD = 256 * 1024
const MOST_FAULTS = 30

/** What lies in a folder: sheets, and files that cannot be read with the reason. */
export interface ExportFolder {
  readonly directory: string
  readonly sheets: readonly ExportSheet[]
  /** What stands in each sheet; undefined: nothing that is a table. */
  readonly tables: ReadonlyMap<ExportSheet, ExportTable | undefined>
  readonly problems: ReadonlyMap<string, string>
}

/** Letters of the code page 850 that Spanish has: between letters of a text they are nothing else. */
const DOS_LETTERS = new Set([0x82, 0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0x81, 0x90, 0xb5, 0xd6, 0xe0, 0xe9])
const ANSI_LETTERS = new Set([0xe1, 0xe9, 0xed, 0xf3, 0xfa, 0xf1, 0xd1, 0xc1, 0xc9, 0xcd, 0xd3, 0xda, 0xfc])
const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a))

/** The encoding of a text: that of DOS where letters beside other letters are only its own. */
function encodingOf(bytes: Uint8Array): TextEncoding {
  const order = utf16Order(bytes)
  if (order === 'utf-16le') return order
  let [dos, ansi, high] = [0, 0, 0]
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue
    high++
    if (!isLetter(bytes[at - 1]) && !isLetter(bytes[at + 1])) continue
    if (DOS_LETTERS.has(byte)) dos++
    if (ANSI_LETTERS.has(byte)) ansi++
  }
  if (high === 0) return 'utf-8'
  const fatal = new TextDecoder('utf-8', { fatal: true })
  try {
    // The end may cut a letter.
    fatal.decode(bytes.subarray(0, lastLineBreak(bytes)))
    return 'utf-8'
  } catch {
    return dos > ansi ? 'cp850' : 'windows-1252'
  }
}
const lastLineBreak = (bytes: Uint8Array): number => {
  const at = bytes.lastIndexOf(0x0a)
  return at < 0 ? bytes.length : at
}

/** Whether a file may be an export by its name; what a program has open begins with `~`. */
function mayBeExport(name: string): boolean {
  const { ext } = parse(name.toLowerCase())
  return (TEXTS.has(ext) || BOOKS.has(ext)) && !/^[.~]/.test(name) && name !== 'informe.txt'
}

/** Names of the exports in a folder that neither the feed nor a mapping reads; none where there is no such folder. */
export async function unreadIn(directory: string, mapping: FeedMapping | undefined): Promise<string[]> {
  const names = await readdir(directory).catch(() => [])
  const isRead = (name: string) => isFeedFile(name) || (mapping !== undefined && takesFile(mapping, name))
  return names.filter((name) => mayBeExport(name) && !isRead(name)).sort()
}

/** Reads what lies in a folder. @throws FeedError when it cannot be read, or holds nothing that may be an export */
export async function readExportFolder(directory: string): Promise<ExportFolder> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => {
    throw new FeedError(`No se puede leer la carpeta ${directory}`)
  })
  const names = entries
    .filter((entry) => entry.isFile() && mayBeExport(entry.name))
    .map(({ name }) => name)
    .sort()
  if (names.length > MOST_FILES)
    throw new FeedError(`En ${directory} hay ${names.length} archivos: deje los del programa, ${MOST_FILES} a lo sumo`)
  const sheets: ExportSheet[] = []
  const problems = new Map<string, string>()
  for (const name of names) {
    try {
      sheets.push(...(await sheetsOf(directory, name)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.set(name, error.message)
    }
  }
  const tables = new Map<ExportSheet, ExportTable | undefined>()
  for (const sheet of sheets) tables.set(sheet, await tableOfSheet(sheet))
  return { directory, sheets, tables, problems }
}

async function sheetsOf(directory: string, name: string): Promise<ExportSheet[]> {
  const path = join(directory, name)
  const isText = TEXTS.has(parse(name.toLowerCase()).ext)
  if (!isText) {
    const filled = (await readSheets(path)).filter(({ rows, hidden }) => rows.length > 0 && !hidden)
    return filled.map((sheet) => ({ file: name, sheet: filled.length > 1 ? sheet.name : '', rows: sheet.rows }))
  }
  const { head, tail } = await endsOf(path)
  const encoding = encodingOf(head)
  const { separator } = separatorOf((encoding === 'utf-16le' ? decodeText(head) : decodeAs(head, encoding)).text)
  const openEnd = tail.length > 0 && !/[\r\n]/.test(String.fromCharCode(...tail))
  const read = await readSheets(path, { encoding, separator, openEnd: true })
  return read.map(({ rows }) => ({ file: name, sheet: '', rows, text: { encoding, separator, openEnd } }))
}

/** The bytes with which a text begins, and its last two: the file itself is read once its size is judged. */
async function endsOf(path: string): Promise<{ head: Uint8Array; tail: Uint8Array }> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (position: number, length: number) =>
      (await file.read(new Uint8Array(length), 0, length, position)).buffer
    return { head: await read(0, Math.min(size, HEAD)), tail: await read(Math.max(0, size - 2), Math.min(size, 2)) }
  } finally {
    await file.close()
  }
}

/** A proposal with what the files would bring by it. */
export interface MappedProposal {
  readonly proposed: Proposed
  /** What is wrong with the mapping as long as questions are open; empty: it can be kept. */
  readonly faults: readonly string[]
  readonly lists: readonly ShownList[]
}

/**
 * The proposal for a folder with the answers given so far, tried on all its rows.
 * @param keys of which nothing should be kept
 */
export async function proposeFor(
  folder: ExportFolder,
  answers: Readonly<Record<string, string>>,
  keys: FeedKeys,
): Promise<MappedProposal> {
  const proposed = propose(folder.tables, answers)
  const faults = mappingFaults(proposed.mapping)
  if (faults.length > 0 || proposed.mapping.lists.length === 0) return { proposed, faults, lists: [] }
  // The proposal names files, encodings and sheets as they were just read.
  const read = async (path: string) =>
    folder.sheets
      .filter(({ file }) => path === join(folder.directory, file))
      .map(({ sheet, rows }) => ({ name: sheet, rows: [...rows] }))
  const lists = await tryMapping(folder.directory, proposed.mapping, keys, { fields: proposed.fields, sheetsOf: read })
  return { proposed, faults, lists }
}

/** What the files of a folder bring by a mapping: ten rows of each list, and what is refused with the reasons. */
export async function tryMapping(
  directory: string,
  mapping: FeedMapping,
  keys: FeedKeys,
  { fields = new Map(), sheetsOf }: { fields?: Proposed['fields']; sheetsOf?: typeof readSheets } = {},
): Promise<ShownList[]> {
  const feed = openMappedFeed(directory, await readdir(directory), mapping, keys, sheetsOf)
  const shown: ShownList[] = []
  for (const table of feed.tables) {
    const file = await feed.read(table)
    const list = formats[table].file
    const refusedRows = new Set(file.problems.map(({ row }) => row)).size
    const sample = feed.sampleOf(table)
    const mapped = mapping.lists.find((one) => one.list === list)
    const said = [...(sample[0]?.keys() ?? [])].filter(
      (heading) =>
        fieldLabels[heading] !== undefined &&
        (!mapped || heading in mapped.columns || mapped.priceColumns) &&
        sample.some((row) => row.get(heading) !== ''),
    )
    // A key that stands beside as the code or the name says nothing more.
    const headings = said.filter(
      (heading, at) => !said.slice(at + 1).some((other) => sample.every((row) => row.get(other) === row.get(heading))),
    )
    shown.push({
      list,
      title: listTitles[list] ?? list,
      file: fileOfName(file.name),
      fields: [...(fields.get(list) ?? [])],
      rows: file.rows.length,
      refused: refusedRows,
      faults: grouped(file.problems).slice(0, MOST_FAULTS),
      remarks: grouped(file.remarks ?? [])
        .slice(0, MOST_FAULTS)
        .map(({ place, message }) => (place ? `${message} (${place})` : message)),
      headings: headings.map((heading) => fieldLabels[heading] ?? heading),
      sample: sample.map((row) => headings.map((heading) => row.get(heading) ?? '')),
    })
  }
  return shown
}

/** Rows that a line names. */
const NAMED_ROWS = 5

/** One line for each distinct reason, with its column and its first rows. */
function grouped(problems: readonly FeedProblem[]): { place: string; message: string }[] {
  const groups = new Map<string, { column: string | null; message: string; rows: number[] }>()
  for (const { column, message, row } of problems) {
    // A reason that names its cell is the same one for other cells.
    const key = `${column} ${message.replace(/«[^«»]*»/g, '«»')}`
    const group = groups.get(key) ?? { column, message, rows: [] }
    groups.set(key, group)
    if (row !== null) group.rows.push(row)
  }
  return [...groups.values()].map(({ column, message, rows }) => {
    const named = rows.slice(0, NAMED_ROWS).join(', ')
    const more = rows.length > NAMED_ROWS ? ` y ${rows.length - NAMED_ROWS} más` : ''
    const where = [
      column && `columna ${column}`,
      rows.length > 0 && `${rows.length === 1 ? 'fila' : 'filas'} ${named}${more}`,
    ]
    return { place: where.filter(Boolean).join(', '), message }
  })
}

/** The headings of a sheet's columns that a mapping takes for nothing; none for a sheet that it does not read at all. */
export function unreadColumns(
  { tables }: Pick<ExportFolder, 'tables'>,
  { mapping }: Pick<Proposed, 'mapping'>,
  sheet: ExportSheet,
): string[] {
  const named = Object.entries(mapping.files).find(
    ([, file]) => file.name === sheet.file && (file.sheet ?? sheet.sheet) === sheet.sheet,
  )
  const table = tables.get(sheet)
  if (!named || !table) return []
  const read = new Set(wantedHeadings(mapping, named[0]).map(headingKey))
  // Until its questions are answered no list is made of it.
  if (read.size === 0) return []
  return table.columns.map(({ heading }) => heading).filter((heading) => !read.has(headingKey(heading)))
}

/** What the screen is told of a folder. */
export function shownProposal(
  folder: ExportFolder,
  { proposed, faults, lists }: MappedProposal,
  kept: FeedMapping | undefined,
): MappingProposal {
  return {
    problem: faults.join('; '),
    files: [
      ...folder.sheets.map((sheet) => ({
        name: sheet.sheet ? `${sheet.file}, hoja ${sheet.sheet}` : sheet.file,
        what: proposed.contents.get(sheet) ?? '',
        rows: sheet.rows.length,
        problem: '',
        unread: unreadColumns(folder, proposed, sheet),
      })),
      ...[...folder.problems].map(([name, problem]) => ({ name, what: '', rows: 0, problem, unread: [] })),
    ],
    questions: [...proposed.questions],
    lists: [...lists],
    kept: kept ? writeMapping(kept) : null,
    mapping: writeMapping(proposed.mapping),
  }
}
