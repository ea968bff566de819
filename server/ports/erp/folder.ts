/** A feed that is a folder of files: `articulos.csv`, `precios.xlsx`, … */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { readCsv } from '../../spreadsheets/csv.ts'
import type { Sheet } from '../../spreadsheets/sheet.ts'
import { readXlsx } from '../../spreadsheets/xlsx.ts'
import { type ErpFeed, FeedError, type FeedTable, feedTables } from './erp.ts'
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
    const candidates = names.filter((name) => isFileOf(file, name)).sort()
    if (candidates.length > 1) throw new FeedError(`En ${directory} debe haber uno solo de ${candidates.join(', ')}`)
    if (candidates[0]) found.set(table, candidates[0])
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
      return readRecords(table, name, await readSheet(join(directory, name)))
    },
  }
}

function isFileOf(file: string, name: string): boolean {
  const { name: base, ext } = parse(name.toLowerCase())
  return base === file && (ext === '.csv' || ext === '.xlsx')
}

async function readSheet(path: string): Promise<Sheet> {
  try {
    const { size } = await stat(path)
    if (size > MAX_BYTES) return { rows: [], problem: 'El archivo es demasiado grande' }
    const bytes = await readFile(path)
    return path.toLowerCase().endsWith('.xlsx') ? await readXlsx(bytes) : readCsv(bytes)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    return { rows: [], problem: `No se pudo leer el archivo (${reason})` }
  }
}
