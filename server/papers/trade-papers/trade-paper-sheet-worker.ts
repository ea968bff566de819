/** The thread that writes a paper as a workbook: real numbers and days, and a total that follows them. */
import type { Cell, SheetData } from 'write-excel-file/node'
import { totalLabelOf } from '../../../contract/order-text.ts'
import { vatRows } from '../../../contract/vat.ts'
import { serveDocuments } from '../../lib/document-thread.ts'
import { columnLetters, writeWorkbook } from '../../spreadsheets/printed-workbook.ts'
import { amountOf, packsAndLoose } from './trade-paper.rules.ts'
import { type Fact, NOT_SOLD, type PaperLine, type TradePaper } from './trade-paper.types.ts'

const MONEY = '#,##0.00'
const COUNT = '#,##0'
const HEADING = { fontWeight: 'bold', backgroundColor: '#E1E5EE', alignVertical: 'center' } as const
const text = (value: string): Cell => (value === '' ? null : { value, type: String })
const topText = (value: string): Cell => (value === '' ? null : { value, type: String, alignVertical: 'top' })
const count = (value: number | null): Cell =>
  value === null || value === 0 ? null : { value, type: Number, format: COUNT, alignVertical: 'top' }
const money = (cents: number | null): Cell =>
  cents === null ? null : { value: cents / 100, type: Number, format: MONEY, alignVertical: 'top' }

interface Column {
  heading: string
  /** In characters. */
  width: number
  /** Whether it holds numbers: its heading then stands at the right, above them. */
  isNumber: boolean
  cell: (line: PaperLine) => Cell
}

const column = (heading: string, width: number, isNumber: boolean, cell: Column['cell']): Column => {
  return { heading, width, isNumber, cell }
}
const SUBTOTAL = 'Subtotal'

function columnsOf({ kind, lines }: TradePaper): Column[] {
  const hasPacks = lines.some(({ unitsPerPack }) => unitsPerPack > 1)
  const columns = [
    column('Código', 18, false, ({ code }) => {
      return { value: code, type: String, format: '@', alignVertical: 'top' }
    }),
    column('Descripción', 46, false, ({ description }) => topText(description)),
  ]
  if (lines.some(({ quantity }) => quantity !== null)) {
    columns.push(column('Cantidad', 10, true, ({ quantity }) => count(quantity)))
    if (hasPacks) {
      columns.push(column('Bultos', 8, true, (line) => count(packsAndLoose(line).packs)))
      columns.push(column('Sueltas', 9, true, (line) => count(packsAndLoose(line).loose)))
    }
  }
  columns.push(column('Se vende de a', 13, true, ({ multiple }) => count(multiple)))
  if (hasPacks) columns.push(column('Bulto de', 9, true, ({ unitsPerPack }) => count(unitsPerPack)))
  if (kind === 'prices') {
    const discount = ({ price }: PaperLine): Cell =>
      price?.discount ? { value: price.discount / 10_000, type: Number, format: '0.##%', alignVertical: 'top' } : null
    columns.push(column('Precio de lista', 15, true, ({ price }) => money(price?.list ?? null)))
    columns.push(column('Descuento', 11, true, discount))
    columns.push(column('Precio unitario', 15, true, ({ price }) => money(price?.unit ?? null)))
    if (lines.some(({ quantity }) => quantity !== null))
      columns.push(column(SUBTOTAL, 16, true, (line) => money(amountOf(line))))
  }
  const noteOf = ({ soldOut, became, note, price }: PaperLine) =>
    [soldOut && NOT_SOLD, became, kind === 'prices' && price?.discount === null && 'Precio acordado', note]
      .filter(Boolean)
      .join('. ')
  return [...columns, column('Observación', 32, false, (line) => topText(noteOf(line)))]
}

/** A day as a day and a number as a number, so that they can be sorted and formatted; other texts stay text. */
function factCell(value: Fact[1]): Cell {
  if (typeof value === 'number') return { value, type: Number, format: '0', align: 'left' }
  const [, dd, mm, yyyy, hours, minutes] = /^(\d{2})\/(\d{2})\/(\d{4})(?: (\d{2}):(\d{2}))?$/.exec(value) ?? []
  if (!yyyy) return text(value)
  const instant = Date.UTC(Number(yyyy), Number(mm) - 1, Number(dd), Number(hours ?? 0), Number(minutes ?? 0))
  return { value: new Date(instant), type: Date, format: hours ? 'dd/mm/yyyy hh:mm' : 'dd/mm/yyyy', align: 'left' }
}

/** Writes the workbook. Without prices it has no amounts and no total. */
function makeSheet(paper: TradePaper): Promise<Buffer> {
  const { shop, lines, total, otherTotals = [], vat } = paper
  const title = [paper.title, paper.number].filter(Boolean).join(' ')
  const facts: Fact[] = [['Cliente', paper.client], ...paper.clientFacts, ...paper.days, ...paper.terms]
  const top: SheetData = [
    [{ value: `${shop.name} · ${title}`, type: String, fontWeight: 'bold', fontSize: 14 }],
    ...[...shop.lines, shop.legend].filter(Boolean).map((line) => [text(line)]),
    [],
    ...facts
      .filter(([, value]) => value !== '')
      .map(([label, value]): Cell[] => [{ value: label, type: String, fontWeight: 'bold' }, factCell(value)]),
    ...(paper.note ? [[{ value: 'Observaciones', type: String, fontWeight: 'bold' } as Cell, text(paper.note)]] : []),
    [],
  ]
  const columns = columnsOf(paper)
  const firstRow = top.length + 2
  const rows: SheetData = [
    ...top,
    columns.map(({ heading, isNumber }): Cell => {
      return { value: heading, type: String, wrap: true, ...HEADING, ...(isNumber && { align: 'right' }) }
    }),
    ...lines.map((line) => columns.map(({ cell }) => cell(line))),
  ]
  const sum = columns.findIndex(({ heading }) => heading === SUBTOTAL)
  if (sum >= 0 && lines.length > 0) {
    const letter = columnLetters(sum + 1)
    const formula = `SUM(${letter}${firstRow}:${letter}${firstRow + lines.length - 1})`
    rows.push(
      columns.map((_, at): Cell => {
        if (at === 0) return { value: totalLabelOf(otherTotals, vat?.pricesWithVat), type: String, ...HEADING }
        if (at === sum) return { value: formula, type: 'Formula', format: MONEY, ...HEADING } as Cell
        return { ...HEADING } as Cell
      }),
      ...[
        ...(vat ? vatRows(vat.sums, vat.pricesWithVat) : []).map(({ label, cents }) => [label, cents] as const),
        ...otherTotals,
      ].map(([label, cents]) =>
        columns.map((_, at): Cell => (at === 0 ? text(label) : at === sum ? money(cents) : null)),
      ),
    )
  }
  rows.push([], ...paper.closing.map((sentence) => [text(sentence)]))
  return writeWorkbook(
    [
      {
        name: paper.title,
        data: rows,
        widths: columns.map(({ width }) => width),
        headingRow: firstRow - 1,
        filtered: { lastRow: firstRow - 1 + lines.length },
        ...(sum >= 0 && { formulaResult: total / 100 }),
      },
    ],
    { title, author: shop.name },
  )
}

serveDocuments(makeSheet)
