/** A feed that is a folder of files: `articulos.csv`, `precios.xlsx`, … */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { readCsv } from '../../spreadsheets/csv.ts'
import { declaredSeparator } from '../../spreadsheets/separators.ts'
import type { Sheet } from '../../spreadsheets/sheet.ts'
import { decodeText } from '../../spreadsheets/text-encoding.ts'
import { readXlsx } from '../../spreadsheets/xlsx.ts'
import { type ErpFeed, FeedError, type FeedTable, feedTables } from './erp.ts'
import { isOtherEnding, isReadEnding } from './feed-endings.ts'
import { formats } from './formats.ts'
import { readRecords } from './read-records.ts'

/** Ten times what 100,000 articles take. */
const MAX_BYTES = 200 * 2 ** 20

/**
 * Looks which files of a feed a folder holds; file names may be in any case, other files are ignored.
 *
 * @throws FeedError when there is no such folder, nothing of a feed in it, or a file both as .csv and .xlsx
 */
export async function openFolderFeed(directory: string): Promise<ErpFeed> {
  const names = await readdir(directory).catch(() => {
    throw new FeedError(`No se puede leer la carpeta ${directory}`)
  })
  const found = new Map<FeedTable, string>()
  for (const table of feedTables) {
    const { file } = formats[table]
    const candidates = names.filter((name) => isFileOf(file, name, isReadEnding)).sort()
    if (candidates.length > 1) throw new FeedError(`En ${directory} debe haber uno solo de ${candidates.join(', ')}`)
    // A list in another format is refused by name: passed over, its news would be missed in silence.
    const name = candidates[0] ?? names.find((other) => isFileOf(file, other, isOtherEnding))
    if (name) found.set(table, name)
  }
  if (found.size === 0) {
    const known = feedTables.map((table) => formats[table].file).join(', ')
    throw new FeedError(`En ${directory} no hay ningún archivo del ERP (.csv o .xlsx): ${known}`)
  }
  return {
    tables: [...found.keys()],
    read: async (table) => {
      const name = found.get(table)
      if (!name) throw new FeedError(`En ${directory} no hay ${formats[table].file}`)
      const file = await readRecords(table, name, await readSheet(join(directory, name)))
      const unread = names
        .filter((other) => other !== name && isFileOf(formats[table].file, other, isOtherEnding))
        .sort()
      const remarks = unread.map((other) => {
        return { code: 'ARCHIVO' as const, row: null, column: null, message: `${other} no se leyó: está ${name}` }
      })
      return { ...file, remarks: [...remarks, ...(file.remarks ?? [])] }
    },
  }
}

function isFileOf(file: string, name: string, isEnding: (ending: string) => boolean): boolean {
  const { name: base, ext } = parse(name.toLowerCase())
  return base === file && isEnding(ext)
}

async function readSheet(path: string): Promise<Sheet> {
  const { ext } = parse(path.toLowerCase())
  if (isOtherEnding(ext)) return { rows: [], problem: `Los archivos ${ext} no se leen: guárdelo como .csv o .xlsx` }
  try {
    const { size } = await stat(path)
    if (size > MAX_BYTES) return { rows: [], problem: 'El archivo es demasiado grande' }
    const bytes = await readFile(path)
    return ext === '.xlsx' ? await readXlsx(bytes) : readDeclared(bytes)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    return { rows: [], problem: `No se pudo leer el archivo (${reason})` }
  }
}

/** A text file whose first line may declare its separator, for Excel. */
function readDeclared(bytes: Uint8Array): Sheet {
  const separator = declaredSeparator(decodeText(bytes.subarray(0, 128)).text)
  if (separator === undefined) return readCsv(bytes)
  const { rows, ...rest } = readCsv(bytes, { separator })
  return { ...rest, rows: rows.filter(({ row }) => row > 1) }
}
