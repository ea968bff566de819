/** The look of a workbook's numbers, where it changes their meaning: days, percents, zeros in front. Pure. */
import { attribute, type XmlHandler } from './xml-events.ts'

/** How a number is shown: as it is, as a day, as a percentage, or with this many digits at least. */
export type NumberLook = 'plain' | 'day' | 'percent' | { digits: number }

/** The formats that every program knows by their number. */
const BUILT_IN_DAYS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
const BUILT_IN_PERCENTS = new Set([9, 10])

/** Characters of a format that are read, as many as spreadsheet programs let a format have. */
const LONGEST_FORMAT = 255

function lookOf(format: string): NumberLook {
  const [positive = ''] = format.slice(0, LONGEST_FORMAT).split(';')
  if (/^0{2,20}$/.test(positive)) return { digits: positive.length }
  // Words in quotes, colours in brackets and escaped signs say nothing of the kind.
  const signs = positive.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
  if (signs.includes('%')) return 'percent'
  return /[dmyhs]/i.test(signs.replace(/general/gi, '')) ? 'day' : 'plain'
}

/** Collects the looks of a workbook's cell styles, by their number, from its part `styles.xml`. */
export function readLooks(): { handler: XmlHandler; looks: NumberLook[] } {
  const formats = new Map<number, string>()
  const looks: NumberLook[] = []
  let inCells = false
  const handler: XmlHandler = {
    start(name, attributes) {
      if (name === 'cellXfs') inCells = true
      else if (name === 'numFmt')
        formats.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode') ?? '')
      else if (inCells && name === 'xf') {
        const id = Number(attribute(attributes, 'numFmtId') ?? 0)
        const own = formats.get(id)
        if (own !== undefined) looks.push(lookOf(own))
        else looks.push(BUILT_IN_DAYS.has(id) ? 'day' : BUILT_IN_PERCENTS.has(id) ? 'percent' : 'plain')
      }
    },
    end(name) {
      if (name === 'cellXfs') inCells = false
    },
  }
  return { handler, looks }
}

/** Days before 1970-01-01, as Excel counts them from 1900 and old ones for the Mac from 1904. */
const EPOCHS = { 1900: 25_569, 1904: 24_107 } as const

/** A number as a cell with its look: a day as yyyy-mm-dd, a percentage as '5,5 %', zeros in front as text. */
export function numberCell(value: number, look: NumberLook, epoch: keyof typeof EPOCHS): string | number {
  if (look === 'plain') return value
  if (look === 'percent') return `${String(Number((value * 100).toPrecision(12))).replace('.', ',')} %`
  if (look === 'day') {
    const day = new Date(Math.round((value - EPOCHS[epoch]) * 86_400_000))
    return Number.isNaN(day.getTime()) ? value : day.toISOString().slice(0, 10)
  }
  return Number.isSafeInteger(value) && value >= 0 ? String(value).padStart(look.digits, '0') : value
}
