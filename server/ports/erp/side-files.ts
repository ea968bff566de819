/** Files beside a feed that another shop's export fills (R411): they are read by hand only, and are no list of the ERP's. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, parse } from 'node:path'
import { readCsv } from '../../spreadsheets/csv.ts'
import type { Sheet } from '../../spreadsheets/sheet.ts'
import { about, code, positive, requiredText } from './columns.ts'
import { FeedError } from './erp.ts'
import { isOtherEnding, isReadEnding } from './feed-endings.ts'
import { format } from './formats.ts'
import { readFormat } from './read-records.ts'

export const sideFormats = {
  /** Where an article's page was in the shop before this one (R414). */
  oldAddresses: format({
    file: 'direcciones_anteriores',
    unique: [],
    columns: {
      path: about(requiredText('DIRECCION_ANTERIOR', 2000), 'an address, or its path'),
      articleCode: about(code('CODIGO_ART'), 'of an article'),
    },
  }),
  /** Pictures by their addresses, for `bulto photos`. */
  photos: format({
    file: 'fotos',
    unique: [],
    columns: {
      articleCode: about(code('CODIGO_ART'), 'of an article'),
      slot: about(positive('LUGAR'), '1 to 5'),
      address: about(requiredText('FOTO', 2000), 'an address that begins with http'),
    },
  }),
} as const

const MAX_BYTES = 50 * 2 ** 20

/** Reads old addresses. @throws FeedError when there is no such file, in Spanish */
export const readOldAddresses = async (path: string) =>
  readFormat(sideFormats.oldAddresses, basename(path), await sheetOf(path))

/**
 * The path of a folder's file of old addresses; undefined: it has none.
 * @throws FeedError in Spanish for two, and for one of another kind: passed over, its corrections would be missed in silence
 */
export async function oldAddressesIn(folder: string): Promise<string | undefined> {
  const { file } = sideFormats.oldAddresses
  const names = (await readdir(folder).catch(() => [])).filter((name) => {
    const { name: base, ext } = parse(name.toLowerCase())
    return base === file && (isReadEnding(ext) || isOtherEnding(ext))
  })
  const [name] = names
  if (name === undefined) return undefined
  if (names.length > 1) throw new FeedError(`En ${folder} debe haber uno solo de ${names.sort().join(', ')}`)
  if (!name.toLowerCase().endsWith('.csv')) throw new FeedError(`${name} no se lee: guárdelo como ${file}.csv`)
  return join(folder, name)
}

/** Reads a list of pictures. @throws FeedError when there is no such file, in Spanish */
export const readPhotoList = async (path: string) => readFormat(sideFormats.photos, basename(path), await sheetOf(path))

async function sheetOf(path: string): Promise<Sheet> {
  const facts = await stat(path).catch(() => null)
  if (!facts?.isFile()) throw new FeedError(`No se puede leer el archivo ${path}`)
  if (facts.size > MAX_BYTES) return { rows: [], problem: 'El archivo supera los 50 MB' }
  return readCsv(await readFile(path))
}
