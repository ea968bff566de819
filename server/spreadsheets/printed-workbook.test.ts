/** How a workbook leaves the printer (R313): read in its parts, and printed by LibreOffice where that is installed. */
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { expect, test } from 'vitest'
import type { SheetData } from 'write-excel-file/node'
import { hasOffice, printedByOffice } from '../test/other-programs.ts'
import { columnLetters, type PrintedSheet, writeWorkbook } from './printed-workbook.ts'
import { openParts } from './zip-parts.ts'

const HEADINGS = ['Código', 'Descripción', 'Observación', 'Importe']
const rows = (count: number): SheetData =>
  Array.from({ length: count }, (_, at) => [`A${at}`, `Tren de madera ${at}`, 'Con caja', at * 10])
/** Twice as wide as a page, three pages high. */
const WIDE: PrintedSheet = {
  name: "Listas d'Oeste & Cía",
  data: [['Bazar'], HEADINGS, ...rows(150)],
  widths: [40, 80, 80, 40],
  headingRow: 2,
  filtered: { lastRow: 152, lastColumn: 3 },
}
const PROPERTIES = { title: 'Precios & más <hoy>', author: 'Bazar $& Sol' }

test('a sheet is one page wide, with its headings, its filter, its foot and its properties', async () => {
  const short: PrintedSheet = { name: 'Datos', data: [['Comercio']], widths: [20, 20] }
  const parts = await openParts(await writeWorkbook([WIDE, short], PROPERTIES))
  const sheet = (await parts.text('xl/worksheets/sheet1.xml')) ?? ''
  expect(sheet).toMatch(/<sheetPr><pageSetUpPr fitToPage="1"\/><\/sheetPr><sheetViews>/)
  expect(sheet).toContain('</sheetData><autoFilter ref="A2:C152"/><pageMargins ')
  expect(sheet).toContain('<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>')
  expect(sheet).toContain(
    "<oddFooter>&amp;LBazar $&amp;&amp; Sol · Precios &amp;&amp; más &lt;hoy&gt; · Listas d'Oeste &amp;&amp; Cía&amp;RPágina &amp;P de &amp;N</oddFooter>",
  )
  expect((await parts.text('xl/worksheets/sheet2.xml')) ?? '').toMatch(
    /orientation="portrait" fitToWidth="1"(?!.*autoFilter)/,
  )
  const workbook = (await parts.text('xl/workbook.xml')) ?? ''
  const place = "'Listas d''Oeste &amp; Cía'!"
  expect(
    [...workbook.matchAll(/<definedName name="([^"]+)" localSheetId="0"[^>]*>([^<]+)</g)].map(([, name, ref]) => [
      name,
      ref,
    ]),
  ).toEqual([
    ['_xlnm._FilterDatabase', `${place}$A$2:$C$152`],
    ['_xlnm.Print_Area', `${place}$A$1:$D$152`],
    ['_xlnm.Print_Titles', `${place}$2:$2`],
  ])
  const core = (await parts.text('docProps/core.xml')) ?? ''
  expect(core).toContain('<dc:title>Precios &amp; más &lt;hoy&gt;</dc:title><dc:creator>Bazar $&amp; Sol</dc:creator>')
})

test('a text beside a column of numbers begins a little further in, other texts do not', async () => {
  const heading = (value: string, align?: 'right') => ({ value, type: String, ...(align && { align }) })
  const parts = await openParts(
    await writeWorkbook(
      [
        {
          name: 'Lista',
          data: [
            [heading('Código'), heading('Importe', 'right'), heading('Observación')],
            [{ value: 'A1' }, { value: 1950, type: Number }, { value: 'Surtir colores', type: String }],
          ],
          widths: [10, 10, 20],
          headingRow: 1,
        },
      ],
      PROPERTIES,
    ),
  )
  const [, formats = ''] = /<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec((await parts.text('xl/styles.xml')) ?? '') ?? []
  const isIndented = [...formats.matchAll(/<xf\b[^>]*?(?:\/>|>.*?<\/xf>)/gs)].map(([format]) =>
    format.includes('indent="1"'),
  )
  const sheet = (await parts.text('xl/worksheets/sheet1.xml')) ?? ''
  const formatOf = (cell: string) => Number(new RegExp(`r="${cell}"[^>]*? s="(\\d+)"`).exec(sheet)?.[1] ?? 0)
  expect(['A1', 'A2', 'B1', 'B2', 'C1', 'C2'].map((cell) => isIndented[formatOf(cell)])).toEqual([
    ...[false, false, false, false, true, true],
  ])
})

test('rows that a client may fill in are not printed while they are empty', async () => {
  const list = { ...WIDE, lastPrintedRow: 20 }
  const workbook = await (await openParts(await writeWorkbook([list], PROPERTIES))).text('xl/workbook.xml')
  expect(workbook).toContain("_xlnm.Print_Area\" localSheetId=\"0\">'Listas d''Oeste &amp; Cía'!$A$1:$D$20<")
})

/** Five lines of what a shop wrote for the carrier, 990 signs of them on one. */
const NOTE = [
  'Tocar timbre, no golpear',
  `Entregar ${'de mañana por la calle del fondo, preguntar por Ñata; '.repeat(20)}`.slice(0, 880),
  'Tercera: galpón 12″',
  '=2+2',
  'Quinta y última',
].join('\n')
const LONG_NAME = 'MUÑECA ARTICULADA CON VESTIDO DE FIESTA, ZAPATOS Y CEPILLO '.repeat(4).slice(0, 220)
const ABOVE: SheetData = [['Rayuela · Pedido'], ['Observaciones', NOTE], []]
const LONG: PrintedSheet = {
  name: 'Pedido',
  data: [
    ...ABOVE,
    HEADINGS,
    ['A1', LONG_NAME, 'Solo rosa', 10],
    ['A2', 'Tren', 'primera\nsegunda', 20],
    ['A3', 'Pelota', '', 30],
    [],
    [`Precios al día. ${'Los gastos de envío corren por cuenta de quien compra. '.repeat(5)}`],
  ],
  widths: [14, 40, 20, 12],
  headingRow: 4,
  filtered: { lastRow: 7 },
}

test('a text that is longer than its place wraps, its row is as high, and nothing is printed beside the columns', async () => {
  const parts = await openParts(await writeWorkbook([LONG], PROPERTIES))
  const sheet = (await parts.text('xl/worksheets/sheet1.xml')) ?? ''
  const formats = [
    ...(/<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec((await parts.text('xl/styles.xml')) ?? '')?.[1] ?? '').matchAll(
      /<xf\b[^>]*?(?:\/>|>.*?<\/xf>)/gs,
    ),
  ].map(([format]) => format)
  const wraps = (cell: string) =>
    formats[Number(new RegExp(`r="${cell}"[^>]*? s="(\\d+)"`).exec(sheet)?.[1] ?? 0)]?.includes('wrapText="1"')
  const heightOf = (row: number) => Number(new RegExp(`<row r="${row}"[^>]* ht="([\\d.]+)"`).exec(sheet)?.[1] ?? 0)
  expect(['A1', 'B2', 'B5', 'C6', 'B7', 'A9'].map(wraps)).toEqual([false, true, true, true, false, true])
  // Letters of 10 points: some 48 capitals a line in 60 signs of width, 13 points a line.
  expect(heightOf(2)).toBeGreaterThan(13 * (4 + 880 / 90))
  expect(heightOf(2)).toBeLessThan(13 * (4 + 880 / 50))
  expect(heightOf(5)).toBeGreaterThan(13 * 6)
  expect(heightOf(5)).toBeLessThan(13 * 11)
  expect([heightOf(6), heightOf(7)]).toEqual([27, 0])
  expect([...sheet.matchAll(/<mergeCell ref="([^"]+)"/g)].map(([, ref]) => ref)).toEqual(['B2:D2', 'A9:D9'])
  expect(await parts.text('xl/workbook.xml')).toContain('Print_Area" localSheetId="0">\'Pedido\'!$A$1:$D$9<')
})

test('headings stay in view only where what stands above them leaves room for the list', async () => {
  const frozen = async (headingRow: number) => {
    const data = [...Array.from({ length: headingRow - 1 }, () => ['Bazar']), HEADINGS, ...rows(30)]
    const parts = await openParts(
      await writeWorkbook([{ ...WIDE, data, headingRow, filtered: { lastRow: 30 } }], PROPERTIES),
    )
    return /<pane [^>]*ySplit="(\d+)"/.exec((await parts.text('xl/worksheets/sheet1.xml')) ?? '')?.[1]
  }
  expect([await frozen(1), await frozen(2), await frozen(15)]).toEqual(['1', '2', undefined])
})

test.skipIf(!hasOffice)(
  'LibreOffice prints a long observation whole, in letters as large as without it, and no name over another',
  async () => {
    const printed = async (sheet: PrintedSheet) => {
      const pdf = await getDocumentProxy(printedByOffice(await writeWorkbook([sheet], PROPERTIES)))
      const { items } = await (await pdf.getPage(1)).getTextContent()
      return items.flatMap((item) => ('str' in item && item.str.trim() ? [item] : []))
    }
    const items = await printed(LONG)
    const text = items
      .map(({ str }) => str)
      .join(' ')
      .replace(/\s+/g, ' ')
    for (const line of NOTE.split('\n')) expect(text).toContain(line.trim())
    expect(text).toContain(LONG_NAME.trim())
    const short = { ...LONG, data: [['Rayuela'], ['Observaciones', 'No'], [], ...LONG.data.slice(3)] }
    const sizes = (of: typeof items) => Math.max(...of.map(({ height }) => height))
    expect(sizes(items)).toBeCloseTo(sizes(await printed(short)), 1)
    // No two texts of the list stand on the same place.
    const overlaps = items.filter((one, at) =>
      items.some(
        (other, place) =>
          place > at &&
          Math.abs(one.transform[5] - other.transform[5]) < one.height * 0.7 &&
          one.transform[4] < other.transform[4] + other.width - 1 &&
          other.transform[4] < one.transform[4] + one.width - 1,
      ),
    )
    expect(overlaps.map(({ str }) => str)).toEqual([])
  },
  60_000,
)

test('the columns of a sheet are named as spreadsheets do', () => {
  expect([1, 26, 27, 52, 53, 703].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'AAA'])
})

test.skipIf(!hasOffice)(
  'LibreOffice prints each page with all columns, headings and page number',
  async () => {
    const printed = await getDocumentProxy(printedByOffice(await writeWorkbook([WIDE], PROPERTIES)))
    const { text: pages } = await extractText(printed)
    const seen = pages.flatMap((page) => page.match(/A\d+ /g) ?? [])
    expect(seen).toHaveLength(150)
    expect(pages.length).toBeGreaterThan(1)
    for (const [at, page] of pages.entries()) {
      for (const heading of HEADINGS) expect(page).toContain(heading)
      expect(page).toContain(`Página ${at + 1} de ${pages.length}`)
      expect(page).toContain('Bazar $& Sol · Precios & más <hoy>')
    }
    const { info } = await getMeta(printed)
    expect(info).toMatchObject({ Title: PROPERTIES.title, Author: PROPERTIES.author })
  },
  60_000,
)
