/** `bulto from-shop`: another shop's export becomes a feed that the owner can look at and correct (R411). */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { countInWords } from '../../contract/order-text.ts'
import { type FeedTable, formatOf } from '../ports/erp/erp.ts'
import type { PushWire } from '../ports/erp/port.ts'
import { csvRow } from '../spreadsheets/csv.ts'
import { intoNewFolder } from '../whole-shop/export-folder.ts'
import { clientsOf } from './clients.rules.ts'
import { clientRecordsOf, feedOf, type MadeClients, type MadeFeed } from './feed.rules.ts'
import { prestashopProducts, shopifyProducts, tiendanubeProducts, wooProducts } from './products.rules.ts'
import {
  type ForeignProduct,
  type Place,
  ShopExportError,
  type ShopKind,
  type ShopRow,
  type Tell,
} from './shop.types.ts'
import { columnsOf, type FieldOf, NEEDED, shopNames, type TableKind } from './shop-columns.rules.ts'
import { hasColumn, readTable, rowsOf, type ShopTable } from './shop-table.ts'
import {
  descriptionHeadings,
  offerHeadings,
  oldAddressHeadings,
  photoHeadings,
  withoutCuitHeadings,
} from './side-files.headings.ts'

export interface FromShopOptions {
  /** Where the export's files lie. */
  readonly from: string
  /** Is made, or is empty. */
  readonly to: string
  /** Writes the rows of the feed's files. */
  readonly wire: Pick<PushWire, 'write'>
  /** The brand of articles that have none. */
  readonly brand: string
  /** Hundredths of a percent that are taken out of each price; null: prices stay. */
  readonly vat: number | null
  /** Leaves damaged rows out instead of refusing the export. */
  readonly partial: boolean
}

/** The same remark of many rows. */
export interface Remark {
  readonly message: string
  readonly places: readonly Place[]
}

export interface FromShopReport {
  readonly shop: ShopKind
  /** Files of the export that were read, by what they hold, and those that were not. */
  readonly read: readonly { readonly file: string; readonly rows: number }[]
  readonly unread: readonly string[]
  /** Rows by file that was written. */
  readonly written: Readonly<Record<string, number>>
  readonly products: number
  readonly remarks: readonly Remark[]
  /** Damaged rows that were left out. */
  readonly damaged: readonly Remark[]
}

const PRODUCTS: readonly ShopKind[] = ['woocommerce', 'tiendanube', 'shopify', 'prestashop']
const isProducts = (kind: TableKind | null): kind is ShopKind => PRODUCTS.includes(kind as ShopKind)
/** Spreadsheet programs know by it that a file is UTF-8; the import passes over it. */
const MARK = '\ufeff'

/**
 * Reads the files of an export and writes a feed of them.
 *
 * @throws ShopExportError when no shop is recognised, or several, or rows are damaged; WholeShopError for a used folder
 */
export async function convertShop(options: FromShopOptions): Promise<FromShopReport> {
  const tables = await readTables(options.from)
  const shop = shopOf(tables)
  const damaged = damagedOf(tables)
  if (damaged.length > 0 && !options.partial) throw new ShopExportError(damagedText(damaged))
  const remarks = remarkList()
  const { tell } = remarks
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const products = productsOf(shop, tables, tell)
  const feed = feedOf(products, { shop, brand: options.brand, vat: options.vat, hash, tell })
  tellMissingColumns(shop, tables, tell)
  const clients = clientRecordsOf(clientsOf(allRows(tables, 'clients')), { hash, tell })
  const read = tables.filter(({ kind }) => kind !== null)
  return intoNewFolder(options.to, async (folder) => {
    const written = await writeFeed(folder, { feed, clients, wire: options.wire, hasClients: read.some(isClients) })
    const report: FromShopReport = {
      shop,
      read: read.map(({ file, rows }) => ({ file, rows: rows.length })),
      unread: tables.filter(({ kind }) => kind === null).map(({ file }) => file),
      written,
      products: products.length,
      remarks: remarks.all(),
      damaged,
    }
    await writeLines(join(folder, 'informe.txt'), [MARK + fromShopText(report)])
    return report
  })
}

const isClients = ({ kind }: ShopTable) => kind === 'clients'

async function readTables(folder: string): Promise<ShopTable[]> {
  const names = await readdir(folder).catch(() => {
    throw new ShopExportError(`No se puede leer la carpeta ${folder}`)
  })
  const files = names.filter((name) => /\.(csv|txt)$/i.test(name)).sort()
  const sheets = names.filter((name) => /\.(xlsx?|ods|zip)$/i.test(name))
  if (files.length === 0) {
    const why = sheets.length > 0 ? `; ${sheets.join(', ')} no se lee: deje el archivo como lo bajó de la tienda` : ''
    throw new ShopExportError(`En ${folder} no hay ningún archivo .csv${why}`)
  }
  const tables: ShopTable[] = []
  for (const name of files) tables.push(await readTable(join(folder, name)))
  return tables
}

function shopOf(tables: readonly ShopTable[]): ShopKind {
  const shops = [...new Set(tables.map(({ kind }) => kind).filter(isProducts))]
  const [shop] = shops
  if (shop && shops.length === 1) return shop
  if (shops.length > 1) {
    const names = shops.map((kind) => shopNames[kind]).join(' y de ')
    throw new ShopExportError(`La carpeta tiene productos de ${names}: deje los de una sola tienda`)
  }
  const seen = tables.map(({ file, headings, problems }) => {
    const titles = headings.slice(0, 8).join(', ')
    return `  ${file}: ${problems.find(({ row }) => row === null)?.message ?? `tiene ${titles || 'nada'}`}`
  })
  throw new ShopExportError(
    `No se reconoce de qué tienda es. Un archivo debe tener estos títulos en su primera fila. ${NEEDED}.\n${seen.join('\n')}`,
  )
}

function damagedOf(tables: readonly ShopTable[]): Remark[] {
  const found = remarkList()
  for (const { file, kind, problems } of tables)
    if (kind !== null) for (const { row, message } of problems) found.tell(message, { file, row: row ?? 1 })
  return found.all()
}

const damagedText = (damaged: readonly Remark[]): string =>
  [
    'La exportación tiene filas dañadas, y no se escribió nada. Bájela otra vez, o repita con --partial para dejarlas afuera.',
    ...damaged.map(remarkText),
  ].join('\n')

/** Collects what is told, the same words once. */
function remarkList() {
  const found = new Map<string, Place[]>()
  const tell: Tell = (message, at) => {
    const places = found.get(message)
    if (places) places.push(at)
    else found.set(message, [at])
  }
  return { tell, all: (): Remark[] => [...found].map(([message, places]) => ({ message, places })) }
}

/** How many rows are named; a report is read by a person. */
const MOST_ROWS = 12

/** A remark with its files and rows: '3 filas (productos.csv: 2, 4, 7): No tiene precio'. */
export function remarkText({ message, places }: Remark): string {
  const byFile = new Map<string, Set<number>>()
  for (const { file, row } of places) byFile.set(file, (byFile.get(file) ?? new Set()).add(row))
  const named = [...byFile].map(([file, rows]) => {
    const shown = [...rows].slice(0, MOST_ROWS).join(', ')
    return `${file}: ${shown}${rows.size > MOST_ROWS ? ', …' : ''}`
  })
  const count = [...byFile.values()].reduce((sum, rows) => sum + rows.size, 0)
  return `  ${countInWords(count, 'fila', 'filas')} (${named.join('; ')}): ${message}`
}

function* allRows<K extends TableKind>(tables: readonly ShopTable[], kind: K): Generator<ShopRow<FieldOf<K>>> {
  for (const table of tables) if (table.kind === kind) yield* rowsOf(table, kind)
}

function productsOf(shop: ShopKind, tables: readonly ShopTable[], tell: Tell): ForeignProduct[] {
  const rows = <K extends TableKind>(kind: K) => [...allRows(tables, kind)]
  if (shop === 'woocommerce') return wooProducts(rows('woocommerce'), tell)
  if (shop === 'tiendanube') return tiendanubeProducts(rows('tiendanube'), tell)
  if (shop === 'shopify') return shopifyProducts(rows('shopify'), tell)
  return prestashopProducts(
    {
      products: rows('prestashop'),
      combinations: rows('combinations'),
      categoryNames: rows('categoryNames'),
    },
    tell,
  )
}

/** What the owner should have exported, too. */
const TOLD_COLUMNS: Readonly<Record<string, string>> = {
  sku: 'código',
  categories: 'categorías',
  pictures: 'fotos',
  picture: 'fotos',
  stock: 'stock',
  brand: 'marca',
  description: 'descripción',
}

function tellMissingColumns(shop: ShopKind, tables: readonly ShopTable[], tell: Tell): void {
  for (const table of tables) {
    if (table.kind !== shop) continue
    for (const [field, word] of Object.entries(TOLD_COLUMNS))
      if (field in columnsOf[shop] && !hasColumn(table, shop, field as FieldOf<typeof shop>))
        tell(`El archivo no tiene la columna de ${word}`, { file: table.file, row: 1 })
  }
}

type Cell = string | number | null

interface Writing {
  feed: MadeFeed
  clients: MadeClients
  wire: Pick<PushWire, 'write'>
  hasClients: boolean
}

async function writeFeed(
  folder: string,
  { feed, clients, wire, hasClients }: Writing,
): Promise<Record<string, number>> {
  const written: Record<string, number> = {}
  const write = async (name: string, headings: readonly string[], rows: Iterable<readonly Cell[]>, count: number) => {
    await writeLines(join(folder, name), csvLines(headings, rows))
    written[name] = count
  }
  const headingsOf = (table: FeedTable, records: readonly Readonly<Record<string, unknown>>[]) => {
    const { columns } = formatOf(table)
    // A column that no record has would empty what the shop knows already.
    return Object.entries(columns)
      .filter(([field, column]) => !column.optional || records.some((record) => record[field] !== undefined))
      .map(([, { heading }]) => heading)
  }
  const writeTable = async (table: FeedTable, records: readonly Readonly<Record<string, unknown>>[]) => {
    const headings = headingsOf(table, records)
    const rows = mapped(records, (record) => cellsOf(wire, table, headings, record))
    await write(`${formatOf(table).file}.csv`, headings, rows, records.length)
  }
  await writeTable('articles', feed.articles)
  await writeTable('prices', feed.prices)
  await writeTable('listings', feed.listings)
  if (clients.clients.length > 0) {
    await writeTable('clients', clients.clients)
    await writeTable('addresses', clients.addresses)
  }
  const addresses = mapped(feed.oldAddresses, ({ path, articleCode }) => [path, articleCode])
  await write('direcciones_anteriores.csv', oldAddressHeadings, addresses, feed.oldAddresses.length)
  const photos = mapped(feed.photos, ({ articleCode, slot, address }) => [articleCode, slot, address])
  await write('fotos.csv', photoHeadings, photos, feed.photos.length)
  const texts = mapped(feed.descriptions, ({ articleCode, text }) => [articleCode, text])
  if (feed.descriptions.length > 0)
    await write('descripciones.csv', descriptionHeadings, texts, feed.descriptions.length)
  const offers = mapped(feed.offers, ({ articleCode, price, sale, reason }) => {
    return [articleCode, price / 100, sale / 100, reason]
  })
  if (feed.offers.length > 0) await write('ofertas-fuera.csv', offerHeadings, offers, feed.offers.length)
  if (hasClients && clients.withoutCuit.length > 0) {
    const headings = headingsOf('clients', [])
    const rows = mapped(clients.withoutCuit, ({ client, record, reason }) => {
      const { street = '', locality = '', province = '', postalCode = '' } = client.addresses[0] ?? {}
      const more = [reason, client.phone, street, locality, province, postalCode]
      return [...cellsOf(wire, 'clients', headings, record), ...more]
    })
    await write('clientes-sin-cuit.csv', [...headings, ...withoutCuitHeadings], rows, clients.withoutCuit.length)
  }
  return written
}

function* mapped<T>(items: readonly T[], toRow: (item: T) => readonly Cell[]): Generator<readonly Cell[]> {
  for (const item of items) yield toRow(item)
}

function cellsOf(
  wire: Pick<PushWire, 'write'>,
  table: FeedTable,
  headings: readonly string[],
  record: Readonly<Record<string, unknown>>,
): Cell[] {
  const row = wire.write(table, record)
  return headings.map((heading) => (row[heading] ?? null) as Cell)
}

function* csvLines(headings: readonly string[], rows: Iterable<readonly Cell[]>): Generator<string> {
  yield MARK + csvRow(headings)
  for (const row of rows) yield csvRow(row)
}

const writeLines = (path: string, lines: Iterable<string>): Promise<void> =>
  pipeline(Readable.from(lines), createWriteStream(path, { flags: 'wx', mode: 0o600 }))

/**
 * What was taken, what was left out and why; the same words on the screen and in informe.txt.
 *
 * @param most so many remarks, and how many more there are
 */
export function fromShopText(report: FromShopReport, most = Number.POSITIVE_INFINITY): string {
  const { shop, read, unread, written, products, remarks, damaged } = report
  const articles = written['articulos.csv'] ?? 0
  return [
    `Tienda: ${shopNames[shop]}. ${products} productos son ${articles} artículos.`,
    'Se leyó:',
    ...read.map(({ file, rows }) => `  ${file}: ${countInWords(rows, 'fila', 'filas')}`),
    ...(unread.length > 0 ? [`No se leyó, porque no es de productos ni de clientes: ${unread.join(', ')}.`] : []),
    'Se escribió:',
    ...Object.entries(written).map(([file, rows]) => `  ${file}: ${countInWords(rows, 'fila', 'filas')}`),
    ...(damaged.length > 0 ? ['Filas dañadas, que quedaron afuera:', ...damaged.map(remarkText)] : []),
    ...(remarks.length > 0 ? ['Para mirar:', ...remarks.slice(0, most).map(remarkText)] : []),
    ...(remarks.length > most ? [`  y ${remarks.length - most} avisos más: están en informe.txt`] : []),
    ...(written['descripciones.csv'] ? ['Las descripciones largas no se importan: están en descripciones.csv.'] : []),
    '',
  ].join('\r\n')
}
