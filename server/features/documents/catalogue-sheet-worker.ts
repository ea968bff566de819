/** The thread that writes a catalogue or a price list as a workbook: numbers as numbers, days as days, a filter on top. */
import writeXlsxFile, { type Cell, type SheetData } from 'write-excel-file/node'
import { hasPrice, unitPrice } from '../../../contract/rules.ts'
import type { CatalogueFileTask, FileItem } from './catalogue-files.types.ts'
import { headings } from './catalogue-sheet.headings.ts'
import { itemsOf } from './file-items.rules.ts'
import { makeFileInThread } from './file-thread.ts'
import { jpegSize } from './jpeg-size.rules.ts'

interface Column {
  heading: keyof typeof headings
  /** In characters. */
  width: number
  cell: (item: FileItem) => Cell
}

const text = (value: string): Cell => (value === '' ? null : { value, type: String, format: '@' })
const wrapped = (value: string): Cell => (value === '' ? null : { value, type: String, wrap: true })
const number = (value: number): Cell => (value > 0 ? { value, type: Number, format: '#,##0' } : null)
const money = (cents: number): Cell => ({ value: cents / 100, type: Number, format: '#,##0.00' })
/** What is not priced has no number that somebody might add up. */
const priced = (item: FileItem, cell: () => Cell): Cell => (hasPrice(item.listPrice) ? cell() : null)

const COLUMNS: readonly Column[] = [
  { heading: 'code', width: 16, cell: ({ code }) => text(code) },
  { heading: 'description', width: 52, cell: ({ description }) => wrapped(description) },
  { heading: 'brand', width: 18, cell: ({ brand }) => text(brand) },
  { heading: 'category', width: 22, cell: ({ category }) => text(category) },
  { heading: 'subcategory', width: 22, cell: ({ subcategory }) => text(subcategory) },
  { heading: 'unitsPerPack', width: 9, cell: ({ unitsPerPack }) => number(unitsPerPack) },
  { heading: 'innerPack', width: 9, cell: ({ innerPack }) => number(innerPack) },
  { heading: 'assortment', width: 9, cell: ({ assortment }) => number(assortment) },
  { heading: 'multiple', width: 10, cell: ({ multiple }) => number(multiple) },
  { heading: 'alias', width: 17, cell: ({ alias }) => text(alias) },
]
const PRICES: readonly Column[] = [
  { heading: 'listPrice', width: 16, cell: (item) => priced(item, () => money(item.listPrice)) },
  {
    heading: 'discount',
    width: 13,
    cell: ({ discount }) => (discount > 0 ? { value: discount / 100, type: Number, format: '0.##' } : null),
  },
  {
    heading: 'price',
    width: 16,
    cell: (item) =>
      hasPrice(item.listPrice)
        ? { ...(money(unitPrice(item.listPrice, item.discount)) as object), fontWeight: 'bold' }
        : { value: 'Consultar', type: String },
  },
]
const MARKS: readonly Column[] = [
  {
    heading: 'marks',
    width: 16,
    cell: ({ promo, future }) => text([promo && 'PROMO', future && 'FUTURO'].filter(Boolean).join(', ')),
  },
  { heading: 'hint', width: 30, cell: ({ hint }) => wrapped(hint) },
]
/** What a client fills in; empty, and lighter than the rest. */
const TO_ORDER: readonly Column[] = [
  { heading: 'quantity', width: 11, cell: () => ({ backgroundColor: '#FFF8E1' }) },
  { heading: 'note', width: 30, cell: () => ({ backgroundColor: '#FFF8E1' }) },
]
const PHOTO: Column = { heading: 'photo', width: 13, cell: () => null }

const HEADING = {
  type: String,
  fontWeight: 'bold',
  textColor: '#FFFFFF',
  backgroundColor: '#142873',
  alignVertical: 'center',
  wrap: true,
  height: 30,
} as const
/** Points; a photo has pixels, of which 96 are an inch. */
const PHOTO_ROW = 66
const PHOTO_PIXELS = 80

function columnsOf({ kind, withImages, withPrices }: CatalogueFileTask): Column[] {
  return [
    ...(withImages ? [PHOTO] : []),
    ...COLUMNS,
    ...(withPrices ? PRICES : []),
    ...(kind === 'priceList' ? TO_ORDER : []),
    ...MARKS,
  ]
}

function aboutOf({ shopName, title, date, withPrices }: CatalogueFileTask, articles: number): SheetData {
  const [dd, mm, yyyy] = date.split('/').map(Number)
  const asOf = new Date(Date.UTC(yyyy ?? 0, (mm ?? 1) - 1, dd))
  const label = (value: string): Cell => ({ value, type: String, fontWeight: 'bold' })
  return [
    [label('Comercio'), text(shopName)],
    [label('Contenido'), text(title)],
    [label('Artículos'), { value: articles, type: Number, format: '#,##0' }],
    [label(withPrices ? 'Precios al' : 'Fecha'), { value: asOf, type: Date, format: 'dd/mm/yyyy' }],
  ]
}

type PhotosOf = (names: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array | null>>

/** Photos in the first column, fifty at a time. */
async function imagesOf(items: readonly FileItem[], photosOf: PhotosOf, tell: (done: number) => void) {
  const images = []
  for (let first = 0; first < items.length; first += 50) {
    const some = items.slice(first, first + 50)
    const photos = await photosOf(some.map(({ picture }) => picture).filter((name) => name !== null))
    for (const [place, { picture, description }] of some.entries()) {
      const photo = picture === null ? null : photos.get(picture)
      const size = photo ? jpegSize(photo) : null
      if (!photo || !size) continue
      const scale = PHOTO_PIXELS / Math.max(size.width, size.height)
      images.push({
        content: Buffer.from(photo.buffer, photo.byteOffset, photo.byteLength),
        contentType: 'image/jpeg',
        width: Math.round(size.width * scale),
        height: Math.round(size.height * scale),
        dpi: 96,
        anchor: { row: first + place + 2, column: 1 },
        offsetX: 4,
        offsetY: 4,
        description,
      })
    }
    tell(first + some.length)
  }
  return images
}

/** The arrows over the columns of the first sheet, which the library has no word for. */
const withFilter = (columns: number, rows: number) => ({
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (xml: string) =>
          xml.includes(`r="${letterOf(columns)}1"`)
            ? xml.replace('</sheetData>', `</sheetData><autoFilter ref="A1:${letterOf(columns)}${rows}"/>`)
            : xml,
      },
    },
  },
})

/** 1 is A; no workbook of ours has more than 26 columns. */
const letterOf = (column: number) => String.fromCharCode(64 + column)

await makeFileInThread<CatalogueFileTask>(async (task, { photosOf, writeBytes, tell }) => {
  const items = itemsOf(task)
  tell(0, items.length)
  const columns = columnsOf(task)
  const data: SheetData = [
    columns.map(({ heading }) => ({ value: headings[heading], ...HEADING })),
    ...items.map((item) => {
      const row = columns.map(({ cell }) => cell(item))
      // A row is as high as its first cell says.
      return task.withImages ? [{ height: PHOTO_ROW }, ...row.slice(1)] : row
    }),
  ]
  const images = task.withImages ? await imagesOf(items, photosOf, (done) => tell(done, items.length)) : []
  const bytes = await writeXlsxFile(
    [
      {
        data,
        sheet: task.kind === 'priceList' ? 'Lista de precios' : 'Catálogo',
        columns: columns.map(({ width }) => ({ width })),
        stickyRowsCount: 1,
        stickyColumnsCount: task.withImages ? 2 : 1,
        orientation: 'landscape',
        images,
      },
      { data: aboutOf(task, items.length), sheet: 'Datos', columns: [{ width: 22 }, { width: 44 }] },
    ],
    { fontFamily: 'Arial', fontSize: 10, features: [withFilter(columns.length, data.length)] },
  ).toBuffer()
  writeBytes(bytes)
  tell(items.length, items.length)
})
