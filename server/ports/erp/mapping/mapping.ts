/** The mapping file (R406): reading and writing it, and what is wrong with it before any file is read. */
import * as z from 'zod/mini'
import { type FeedMapping, feedMapping, LONGEST_MAPPING, type MappedList } from '../../../../contract/erp-mapping.ts'
import type { Column } from '../columns.ts'
import { CellRefused } from '../decimal.ts'
import { FeedError, type FeedTable, feedTables } from '../erp.ts'
import { type FileFormat, formatOf, formats } from '../formats.ts'

/** The table of a list by the name of its file; undefined: there is no such list. */
export const tableOf = (list: string): FeedTable | undefined => feedTables.find((table) => formats[table].file === list)

/** The columns of a table's file, by heading. */
export const columnsOf = (table: FeedTable): ReadonlyMap<string, Column<unknown>> =>
  new Map(
    Object.values((formatOf(table) as unknown as FileFormat).columns).map(
      (column) => [column.heading, column] as const,
    ),
  )

/** Whether a column takes an empty cell. */
export function takesBlank(column: Column<unknown>): boolean {
  try {
    column.read(null, ',')
    return true
  } catch (error) {
    if (error instanceof CellRefused) return false
    throw error
  }
}

/** Whose number a heading is: the first list that has it as its own. */
export function ownerOf(heading: string): FeedTable | undefined {
  return feedTables.find((table) => {
    const { columns } = formatOf(table) as unknown as FileFormat
    return columns.id?.heading === heading
  })
}

/** What is wrong with a mapping, in Spanish; empty: nothing. */
export function mappingFaults({ files, lists }: FeedMapping): string[] {
  const faults: string[] = []
  const known = (alias: string, place: string) => {
    if (!Object.hasOwn(files, alias)) faults.push(`${place}: no dice qué archivo es «${alias}»`)
  }
  for (const [alias, { name }] of Object.entries(files))
    if (name.split('*').length > 2 || /[/\\]/.test(name) || name.trim() === '')
      faults.push(`archivos.${alias}: «${name}» no es un nombre de archivo, con un solo *`)
  const seen = new Set<string>()
  for (const list of lists) {
    const table = tableOf(list.list)
    if (!table) {
      faults.push(`«${list.list}» no es una lista de la tienda`)
      continue
    }
    if (seen.has(list.list)) faults.push(`${list.list}: está dos veces`)
    seen.add(list.list)
    known(list.file, list.list)
    for (const join of list.joins ?? []) known(join.file, list.list)
    faults.push(...listFaults(list, table))
  }
  return faults
}

function listFaults(list: MappedList, table: FeedTable): string[] {
  const faults: string[] = []
  const columns = columnsOf(table)
  const own = new Set([list.file, ...(list.joins ?? []).map(({ file }) => file)])
  for (const [heading, given] of Object.entries(list.columns)) {
    const place = `${list.list}.${heading}`
    if (!columns.has(heading)) faults.push(`${place}: la lista no tiene esa columna`)
    const ways = [given.column, given.constant, given.key, given.moment].filter((way) => way !== undefined)
    if (ways.length !== 1) faults.push(`${place}: debe tener columna, constante, clave o fecha, y una sola`)
    if (given.key && !ownerOf(heading)) faults.push(`${place}: no es un número de la tienda, y no lleva clave`)
    if (given.file !== undefined && !own.has(given.file)) faults.push(`${place}: «${given.file}» no está en unir`)
  }
  for (const [heading, column] of columns) {
    if (Object.hasOwn(list.columns, heading) || column.optional || takesBlank(column)) continue
    const isUnpivoted = list.priceColumns && (heading === 'ID_LIS' || heading === 'PRECIO_LPI')
    if (!isUnpivoted) faults.push(`${list.list}: falta decir de dónde sale ${heading}`)
  }
  if (list.priceColumns && table !== 'listPrices') faults.push(`${list.list}: solo precios_listas lleva precios`)
  return faults
}

/**
 * Reads a mapping file.
 * @param where what it is called, for the message
 * @throws FeedError with all its faults, in Spanish
 */
export function readMapping(text: string, where: string): FeedMapping {
  if (Buffer.byteLength(text) > LONGEST_MAPPING) throw new FeedError(`${where}: es demasiado grande`)
  let given: unknown
  try {
    given = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw new FeedError(`${where}: no es un archivo JSON`)
  }
  return decodeMapping(given, where)
}

/** A mapping out of what JSON it was kept as. @throws FeedError */
export function decodeMapping(given: unknown, where: string): FeedMapping {
  const read = z.safeDecode(feedMapping, given as z.input<typeof feedMapping>)
  if (!read.success) {
    const faults = read.error.issues.map(({ path, message }) => `${path.join('.') || 'todo'}: ${message}`)
    throw new FeedError(`${where}: ${faults.join('; ')}`)
  }
  const faults = mappingFaults(read.data)
  if (faults.length > 0) throw new FeedError(`${where}: ${faults.join('; ')}`)
  return read.data
}

/** A mapping as its file has it, with a line break at the end. */
export const writeMapping = (mapping: FeedMapping): string =>
  `${JSON.stringify(z.encode(feedMapping, mapping), null, 2)}\n`
