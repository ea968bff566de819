/** Workbooks made part by part, for tests with files that no honest program writes. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipPart {
  name: string
  data: Buffer | string
  /** Marked as encrypted. */
  encrypted?: boolean
}

/** A ZIP archive of deflated parts. */
export function zip(parts: readonly ZipPart[]): Buffer<ArrayBuffer> {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, encrypted = false } of parts) {
    const content = Buffer.from(data)
    const packed = deflateRawSync(content)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(encrypted ? 1 : 0, 2)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(Buffer.byteLength(name), 22)
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name)])
    const more = Buffer.alloc(14)
    more.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), facts, more, Buffer.from(name)]))
    bodies.push(head, packed)
    offset += head.length + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, central, Buffer.from('PK\x05\x06'), end])
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

interface SheetXml {
  name?: string
  hidden?: boolean
  /** Its rows. */
  rows: string
  /** What stands behind them: merged cells. */
  after?: string
}

/** A workbook of one sheet with the given rows as XML, and whatever other parts. */
export const workbook = (rowsXml: string, more: readonly ZipPart[] = []): Buffer<ArrayBuffer> =>
  workbookOf([{ rows: rowsXml }], [], more)

/**
 * A workbook of sheets; style 1 shows numbers in the first of the formats, and so on. `since1904`: its days are counted as
 * old programs for the Mac do.
 */
export function workbookOf(
  sheets: readonly SheetXml[],
  formats: readonly string[] = [],
  more: readonly ZipPart[] = [],
  { since1904 = false } = {},
): Buffer<ArrayBuffer> {
  const written = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return zip([
    {
      name: '[Content_Types].xml',
      data: `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      data: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${since1904 ? ' date1904="1"' : ''}/><sheets>${sheets
        .map(
          ({ name = 'a', hidden }, at) =>
            `<sheet name="${written(name)}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships xmlns="${PACKAGE}/relationships">${sheets
        .map(
          (_, at) =>
            `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
        )
        .join(
          '',
        )}<Relationship Id="texts" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="styles" Type="${OFFICE}/styles" Target="/xl/styles.xml"/></Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      data: `<styleSheet xmlns="${MAIN}"><numFmts>${formats
        .map((format, at) => `<numFmt numFmtId="${200 + at}" formatCode="${written(format)}"/>`)
        .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
        .map((_, at) => `<xf numFmtId="${200 + at}"/>`)
        .join('')}</cellXfs></styleSheet>`,
    },
    ...sheets.map(({ rows, after = '' }, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      data: `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${after}</worksheet>`,
    })),
    ...more,
  ])
}

/** A row of text cells as XML. */
export const rowXml = (...cells: readonly string[]): string =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`

/** An OpenDocument spreadsheet of tables as XML. */
export const ods = (tables: string, styles = ''): Buffer<ArrayBuffer> =>
  zip([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet' },
    {
      name: 'content.xml',
      data: `<?xml version="1.0" encoding="UTF-8"?><office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    },
  ])
