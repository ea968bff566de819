/** The thread that writes a catalogue or a price list as a workbook: numbers as numbers, days as days, a filter on top. */
import type { Cell, SheetData } from 'write-excel-file/node'
import { formatAmount, formatCount } from '../../../contract/amounts.ts'
import { hasPrice, priceOf } from '../../../contract/price.ts'
import { columnLetters, writeWorkbook } from '../../spreadsheets/printed-workbook.ts'
import { jpegSize } from '../drawing/jpeg-size.rules.ts'
import { makeFileInThread } from '../made-files/file-thread.ts'
import type { CatalogueFileTask, FileItem } from './catalogue-files.types.ts'
import { headings } from './catalogue-sheet.headings.ts'
import { itemsOf } from './file-items.rules.ts'

interface Column {
  heading: keyof typeof headings
  /** In characters. */
  width: number
  /** `place` tells the row and the letters of the columns in the sheet, for formulas. */
  cell: (item: FileItem, place: CellPlace) => Cell
}

/** Columns whose cells stand at the right, and with them their heading. */
const AT_THE_RIGHT: readonly (keyof typeof headings)[] = [
  ...(['unitsPerPack', 'innerPack', 'assortment', 'multiple'] as const),
  ...(['listPrice', 'discount', 'price', 'quantity', 'amount'] as const),
]

interface CellPlace {
  row: number
  letterOf: (heading: keyof typeof headings) => string
}

/** A code that is typed into an empty cell of this kind stays text, too. */
const EMPTY_TEXT = { type: String, format: '@' } as const
const text = (value: string): Cell => (value === '' ? null : { value, ...EMPTY_TEXT })
const plainText = (value: string): Cell => (value === '' ? null : { value, type: String })
const number = (value: number): Cell => (value > 0 ? { value, type: Number, format: '#,##0' } : null)
const money = (cents: number): Cell => ({ value: cents / 100, type: Number, format: '#,##0.00' })
/** An article without a price gets no number that somebody might add up. */
const priced = (item: FileItem, cell: () => Cell): Cell => (hasPrice(item) ? cell() : null)

const COLUMNS: readonly Column[] = [
  { heading: 'code', width: 16, cell: ({ code }) => text(code) },
  { heading: 'description', width: 52, cell: ({ description }) => plainText(description) },
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
      hasPrice(item)
        ? { ...(money(priceOf(item)) as object), fontWeight: 'bold' }
        : { value: 'Consultar', type: String },
  },
]
/** '24 o más: 1.980,00', where any article of the sheet has such a price (R351). */
const STEPS: Column = {
  heading: 'steps',
  width: 30,
  cell: ({ steps }) =>
    plainText(
      (steps ?? []).map(({ units, unitPrice }) => `${formatCount(units)} o más: ${formatAmount(unitPrice)}`).join('; '),
    ),
}
const MARKS: readonly Column[] = [
  {
    heading: 'marks',
    width: 16,
    cell: ({ promo, future }) => text([promo && 'PROMO', future && 'FUTURO'].filter(Boolean).join(', ')),
  },
  { heading: 'hint', width: 30, cell: ({ hint }) => plainText(hint) },
]
/** Columns that a client fills in: empty, on a light ground. */
const TO_ORDER: readonly Column[] = [
  { heading: 'quantity', width: 11, cell: () => ({ backgroundColor: '#FFF8E1' }) },
  { heading: 'note', width: 30, cell: () => ({ backgroundColor: '#FFF8E1' }) },
]
/** What a unit costs in the quantity of a cell, as a formula: the highest step that it reaches, else the price. */
const priceFormula = ({ steps }: FileItem, quantity: string, price: string): string =>
  (steps ?? []).reduce((below, { units, unitPrice }) => `IF(${quantity}>=${units},${unitPrice / 100},${below})`, price)

/** The amount of a row as soon as it has a quantity: a formula. */
const AMOUNT: Column = {
  heading: 'amount',
  width: 16,
  cell: (item, { row, letterOf: letter }) => {
    if (!hasPrice(item)) return null
    const quantity = `${letter('quantity')}${row}`
    const price = priceFormula(item, quantity, `${letter('price')}${row}`)
    return { value: `IF(ISNUMBER(${quantity}),${quantity}*${price},"")`, type: 'Formula', format: '#,##0.00' }
  },
}
/** Beside a photo a text stands in the middle of its height. */
const centred = (cell: Cell): Cell =>
  cell !== null && typeof cell === 'object' && !(cell instanceof Date)
    ? ({ ...cell, alignVertical: 'center' } as Cell)
    : cell
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
/** The height of a row in points; a photo is measured in pixels, of which 96 are an inch. */
const PHOTO_ROW = 66
const PHOTO_PIXELS = 80

/** A column is as wide as its longest text, so that the sheet is printed as large as it can be; a wide one wraps. */
function widthOf({ heading, width, cell }: Column, items: readonly FileItem[]): number {
  const place = { row: 2, letterOf: () => 'A' }
  // A word of the heading is never parted.
  let longest = Math.max(8, ...headings[heading].split(' ').map((word) => word.length + 3))
  for (const item of items) {
    const value = cell(item, place)
    const shown = value !== null && typeof value === 'object' && 'value' in value ? value.value : null
    if (typeof shown === 'string' && !shown.startsWith('IF(')) longest = Math.max(longest, shown.length + 2)
    if (typeof shown !== 'string') longest = Math.max(longest, width < 20 ? width : 12)
  }
  return Math.min(width, longest)
}

function columnsOf({ kind, withImages, withPrices }: CatalogueFileTask, items: readonly FileItem[]): Column[] {
  return [
    ...(withImages ? [PHOTO] : []),
    ...COLUMNS,
    ...(withPrices ? PRICES : []),
    ...(items.some(({ steps }) => steps) ? [STEPS] : []),
    ...MARKS,
    ...(kind === 'priceList' ? TO_ORDER : []),
    ...(kind === 'priceList' && withPrices ? [AMOUNT] : []),
  ]
}

function aboutOf({ face, title, date, withPrices }: CatalogueFileTask, articles: number): SheetData {
  const [dd, mm, yyyy] = date.split('/').map(Number)
  const asOf = new Date(Date.UTC(yyyy ?? 0, (mm ?? 1) - 1, dd))
  const label = (value: string): Cell => ({ value, type: String, fontWeight: 'bold' })
  return [
    [label('Comercio'), text(face.name)],
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
    const chunk = items.slice(first, first + 50)
    const photos = await photosOf(chunk.map(({ picture }) => picture).filter((name) => name !== null))
    for (const [place, { picture, description }] of chunk.entries()) {
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
    tell(first + chunk.length)
  }
  return images
}

/** Rows in which a code stays text, with its leading zeros: below a short list, clients add rows of their own. */
const PREPARED_ROWS = 1_000
const TYPED_AS_TEXT: readonly (keyof typeof headings)[] = ['code', 'alias']

const TOTAL_WIDTHS: readonly number[] = [9, 18]
/** The total of all rows, beside the headings, because these stay in view above thousands of rows. */
const totalOf = (amounts: string): Cell[] => [
  { value: 'Total:', ...HEADING, align: 'right' },
  { ...HEADING, value: `SUM(${amounts})`, type: 'Formula', format: '#,##0.00' },
]

await makeFileInThread<CatalogueFileTask>(async (task, { photosOf, writeBytes, tell }) => {
  const items = itemsOf(task)
  tell(0, items.length)
  const columns = columnsOf(task, items)
  const letter = (heading: keyof typeof headings) =>
    columnLetters(columns.findIndex((column) => column.heading === heading) + 1)
  const listed = items.length + 1
  const prepared = task.kind === 'priceList' ? Math.max(0, PREPARED_ROWS - items.length) : 0
  const hasTotal = columns.includes(AMOUNT)
  const data: SheetData = [
    [
      ...columns.map(({ heading }) => ({
        value: headings[heading],
        ...HEADING,
        align: AT_THE_RIGHT.includes(heading) ? ('right' as const) : undefined,
      })),
      ...(hasTotal ? totalOf(`${letter('amount')}2:${letter('amount')}${listed}`) : []),
    ],
    ...items.map((item, place) => {
      const row = columns.map(({ cell }) => cell(item, { row: place + 2, letterOf: letter }))
      // A row is as high as its first cell says.
      return task.withImages ? [{ height: PHOTO_ROW }, ...row.slice(1).map(centred)] : row
    }),
    ...Array.from({ length: prepared }, () =>
      columns.map(({ heading }): Cell => (TYPED_AS_TEXT.includes(heading) ? EMPTY_TEXT : null)),
    ),
  ]
  const images = task.withImages ? await imagesOf(items, photosOf, (done) => tell(done, items.length)) : []
  const name = task.kind === 'priceList' ? 'Lista de precios' : 'Catálogo'
  const bytes = await writeWorkbook(
    [
      {
        name,
        data,
        images,
        headingRow: 1,
        stickyColumns: task.withImages ? 2 : 1,
        widths: [...columns.map((column) => widthOf(column, items)), ...(hasTotal ? TOTAL_WIDTHS : [])],
        filtered: { lastRow: listed, lastColumn: columns.length },
        lastPrintedRow: listed,
      },
      { data: aboutOf(task, items.length), name: 'Datos', widths: [22, 44] },
    ],
    { title: task.title === name ? name : `${name} · ${task.title}`, author: task.face.name },
  )
  writeBytes(bytes)
  tell(items.length, items.length)
})
