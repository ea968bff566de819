/** The thread of the page: reads the list, makes the shop's index of it and searches. Nothing leaves it but to the page. */
import { readWorkbook } from '../server/spreadsheets/read-workbook.ts'
import type { SheetBounds, SheetRow } from '../server/spreadsheets/sheet.ts'
import { openCatalogue, type SearchableCatalogue } from '../web/shop/book/device-catalogue/searchable.ts'
import { readList } from './articles.ts'
import { findColumns } from './columns.ts'
import type { FromThread, ToThread } from './messages.ts'
import { openParts } from './unpack.ts'

const BOUNDS: SheetBounds = {
  maxRows: 200_000,
  columns: 60,
  unpackedBytes: 256 * 2 ** 20,
  partBytes: 128 * 2 ** 20,
  csvBytes: 64 * 2 ** 20,
  milliseconds: 60_000,
}
const SHOWN = 5
const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, place) => bytes[place] === byte)
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLE = [0xd0, 0xcf, 0x11, 0xe0]
const PDF = [0x25, 0x50, 0x44, 0x46]

let rows: readonly SheetRow[] = []
let above = 0
let catalogue: SearchableCatalogue | undefined

const tell = (message: FromThread): void => postMessage(message)

async function read(bytes: Uint8Array<ArrayBuffer>): Promise<FromThread> {
  if (startsWith(bytes, OLE))
    return {
      type: 'refused',
      why: 'Las planillas .xls, o con contraseña, no se leen: ábrala en Excel y guárdela como .xlsx',
    }
  if (startsWith(bytes, PDF))
    return { type: 'refused', why: 'Un PDF no se lee aquí: hace falta la planilla, .xlsx o .csv' }
  const kind = startsWith(bytes, ZIP) ? 'zip' : 'text'
  const { sheets, problem } = await readWorkbook({ bytes, kind, bounds: BOUNDS }, openParts)
  if (problem !== undefined) return { type: 'refused', why: problem }
  // The longest sheet that is shown: covers and notes come before it in many lists.
  const [list] = sheets.filter(({ hidden }) => !hidden).toSorted((a, b) => b.rows.length - a.rows.length)
  if (!list || list.rows.length === 0) return { type: 'refused', why: 'La planilla está vacía' }
  const found = findColumns(list.rows)
  rows = list.rows
  above = found.above
  const width = Math.max(...rows.slice(0, 200).map(({ cells }) => cells.length))
  const sample = rows
    .slice(above, above + SHOWN)
    .map(({ cells }) => Array.from({ length: width }, (_, column) => String(cells[column] ?? '')))
  return { type: 'seen', list: { ...found, rows: rows.length - above, width, sample } }
}

async function answer(message: ToThread): Promise<FromThread> {
  if (message.type === 'read') return read(message.bytes)
  if (message.type === 'use') {
    const { catalogue: kept, skipped, withoutPrice } = readList(rows.slice(above), message.columns)
    if (kept.products.length === 0)
      return { type: 'refused', why: 'Ninguna fila tiene código y descripción en esas columnas: elija otras' }
    catalogue = openCatalogue(kept)(undefined)
    const brands = kept.levels.brands.map(({ name }) => name)
    return { type: 'ready', articles: kept.products.length, skipped, withoutPrice, brands }
  }
  const since = performance.now()
  const filter = { text: message.text, order: 'default' as const }
  const found = catalogue?.search({ ...filter, page: message.page }) ?? []
  const took = performance.now() - since
  const mayMeanOther = found.length === 0 || found[0]?.approximate
  const suggestions = (message.page === 0 && mayMeanOther && catalogue?.suggest(filter)) || []
  return { type: 'found', id: message.id, rows: found, suggestions, took }
}

addEventListener('message', ({ data }: MessageEvent<ToThread>) => {
  answer(data).then(tell, () => tell({ type: 'refused', why: 'El archivo no se puede leer: está dañado' }))
})
