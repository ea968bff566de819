/** Refuses workbooks that are not what they say before the spreadsheet reader opens them. */
import { fromBufferPromise } from 'yauzl'

export interface XlsxLimits {
  /** Files inside the workbook. */
  entries: number
  /** Bytes, unpacked, of all of them. */
  bytes: number
  /** Bytes, unpacked, of a part that is no sheet and no picture: a reader takes these into memory whole. */
  partBytes?: number
  /** Refuses workbooks with formulas, whose results are whatever the file's author wrote beside them. */
  noFormulas?: boolean
}

/** A workbook of 100,000 articles unpacks to some 80 MB. */
const LIMITS: XlsxLimits = { entries: 500, bytes: 256 * 2 ** 20 }

export const TOO_LARGE = 'La planilla es demasiado grande'
const DAMAGED = 'No es una planilla de Excel (.xlsx) o el archivo está dañado o cortado'
const WITH_FORMULAS = 'La planilla tiene fórmulas: cópiela y péguela como valores en una planilla nueva'
/** An `<f>` element and the one that every sheet has, whatever their namespace is called. */
const FORMULA = /<(?:[^\s<>/:]*:)?f[\s>/]/
const SHEET = /<(?:[^\s<>/:]*:)?sheetData[\s>/]/
/** The name of an element that goes on in the next chunk. */
const CUT_NAME = /<[^\s<>/]*$/
const MAX_NAME = 1_000

/**
 * Unpacks every part and counts what really comes out, because the sizes in the headers can lie: a few
 * hundred kilobytes may unpack to gigabytes.
 *
 * @returns why the file is refused, in Spanish; undefined: it is a workbook of bearable size
 */
export async function guardXlsx(bytes: Uint8Array, limits: XlsxLimits = LIMITS): Promise<string | undefined> {
  let entries = 0
  let unpacked = 0
  let isWorkbook = false
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) return 'La planilla está protegida con contraseña'
      // A header may understate what comes out; what overstates it is refused for what it says.
      if (++entries > limits.entries || entry.uncompressedSize > limits.bytes) return TOO_LARGE
      isWorkbook ||= entry.fileName === 'xl/workbook.xml'
      const isSheet = /^xl\/worksheets\/[^/]+$/.test(entry.fileName)
      const isStreamed = isSheet || entry.fileName.startsWith('xl/media/')
      const mostOfPart = isStreamed ? limits.bytes : (limits.partBytes ?? limits.bytes)
      let ofPart = 0
      let end = ''
      // Any part may be the sheet: the workbook says which one is. Other parts have `<f>` elements of their own.
      const found = { sheet: isSheet, formula: false }
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        unpacked += (chunk as Buffer).length
        ofPart += (chunk as Buffer).length
        if (unpacked > limits.bytes || ofPart > mostOfPart) return TOO_LARGE
        if (!limits.noFormulas) continue
        const text = end + (chunk as Buffer).toString('latin1')
        found.sheet ||= SHEET.test(text)
        found.formula ||= FORMULA.test(text)
        if (found.sheet && found.formula) return WITH_FORMULAS
        end = CUT_NAME.exec(text)?.[0] ?? ''
        if (end.length > MAX_NAME) return DAMAGED
      }
    }
  } catch {
    return DAMAGED
  }
  return isWorkbook ? undefined : 'No es una planilla de Excel (.xlsx)'
}
