/** Reads the quantity and the price of a written row, for the article that it names. Pure. */
import { formatPesos } from '../../../../contract/amounts.ts'
import { cutText } from '../../../lib/cut-text.ts'
import {
  commasAreThousands,
  isBlank,
  readNumber,
  readPrice,
  readQuantity,
  written,
} from '../../../spreadsheets/numbers.rules.ts'
import { textOf } from './cells.rules.ts'
import type { SheetCell, WrittenRow } from './sheet.types.ts'
import { unitOfCell } from './unit-column.rules.ts'

/** Cents. A higher price is more likely a typing error; the limit also keeps price × quantity an exact number. */
const MAX_PRICE = 50_000_000_00
/** An agreed price below this share of today's, or above so many times of it, is asked about (R241). */
const LOW_SHARE = 0.5
const HIGH_TIMES = 2

/** A value with notices for the user. */
interface ReadValue {
  value: number | null
  marks: string[]
  /** Why somebody has to confirm or mend the value; '' where it is certain. */
  doubt: string
}

/** Whether commas stand for thousands in a file, as its quantities and prices tell. */
export const usesForeignCommas = (rows: readonly WrittenRow[]): boolean =>
  commasAreThousands(rows.flatMap(({ quantity, packs, price }) => [quantity, packs, price]))

/** '2 bultos': a number, and what it counts. */
const WITH_UNIT = /^([\d.,]+)\s*(\p{L}+)\.?$/u
const DOZEN = 12

/** Whether a cell says how many, if not of what: a number, alone or with a known unit. */
export function isCount(cell: SheetCell): boolean {
  const [, , word] = WITH_UNIT.exec(textOf(cell)) ?? []
  return readNumber(cell) !== null || unitOfCell(word) !== undefined
}

/**
 * The units that a row asks for: its quantity, or its bultos times the units per bulto. Where the two disagree there is
 * a doubt. The unit of a quantity may stand behind it or in a column of its own.
 * @param unitsPerPack undefined where the article is not known
 * @param thousands whether a comma stands for thousands in this file
 */
export function readUnits(
  { quantity, packs, unit: unitCell }: Pick<WrittenRow, 'quantity' | 'packs' | 'unit'>,
  unitsPerPack: number | undefined,
  thousands: boolean,
): ReadValue {
  const [, number, word] = WITH_UNIT.exec(textOf(quantity)) ?? []
  const unitText = word !== undefined && unitOfCell(word) ? word : unitCell
  const unit = isBlank(unitText) ? 'units' : (unitOfCell(unitText) ?? 'unsure')
  if (isBlank(packs) && !isBlank(quantity) && readNumber(quantity) !== 0) {
    const count = word === undefined ? quantity : (number ?? null)
    if (unit === 'packs') return readUnits({ quantity: null, packs: count, unit: null }, unitsPerPack, thousands)
    if (unit === 'dozens') return readDozens(count, thousands)
    if (unit === 'unsure')
      return {
        value: null,
        marks: [],
        doubt: `«${textOf(count)} ${textOf(unitText)}»: escriba cuántas unidades son`,
      }
  }
  if (isBlank(packs) || readNumber(packs) === 0) {
    if (isBlank(quantity)) return { value: null, marks: [], doubt: 'La fila no tiene cantidad' }
    const { value, said, doubt = '' } = readQuantity(quantity, { thousands })
    return { value, marks: said ? [said] : [], doubt }
  }
  const read = readQuantity(packs, { thousands, fractions: true })
  const marks = read.said ? [read.said] : []
  if (read.value === null || read.doubt) return { value: null, marks, doubt: read.doubt ?? '' }
  if (unitsPerPack === undefined) return { value: null, marks, doubt: '' }
  if (unitsPerPack < 1)
    return { value: null, marks, doubt: 'No se sabe cuántas unidades trae un bulto: escriba las unidades' }
  const units = read.value * unitsPerPack
  const counted = `${written(read.value)} ${read.value === 1 ? 'bulto' : 'bultos'} de ${written(unitsPerPack)}`
  if (!Number.isInteger(units)) return { value: null, marks, doubt: `${counted} no son unidades enteras` }
  const single = isBlank(quantity) ? null : readQuantity(quantity, { thousands })
  if (single && single.value !== units)
    return {
      value: units,
      marks,
      doubt: `${counted} son ${written(units)}, y la columna de unidades dice ${String(quantity).trim()}`,
    }
  return { value: units, marks: [...marks, counted], doubt: '' }
}

function readDozens(cell: SheetCell, thousands: boolean): ReadValue {
  const { value, said, doubt = '' } = readQuantity(cell, { thousands, fractions: true })
  const marks = said ? [said] : []
  if (value === null) return { value, marks, doubt }
  if (!Number.isInteger(value * DOZEN))
    return { value: null, marks, doubt: `${written(value)} docenas no son unidades enteras` }
  return {
    value: value * DOZEN,
    marks: [...marks, `${written(value)} ${value === 1 ? 'docena' : 'docenas'}`],
    doubt,
  }
}

/** The agreed price in cents. A blank cell, 0 and a text that is no price mean today's price (R205); such a text has a mark. */
export function readAgreedPrice(cell: SheetCell, today: number): ReadValue {
  if (isBlank(cell)) return { value: 0, marks: [], doubt: '' }
  const { value, said, doubt } = readPrice(cell)
  if (value === null)
    return {
      value: 0,
      marks: [`«${cutText(String(cell).trim(), 40)}» no es un precio: va el de hoy`],
      doubt: '',
    }
  const cents = Math.round(value * 100)
  // 33.33 has no exact binary form.
  const isExact = Math.abs(value * 100 - cents) < 1e-4
  const marks = [...(said ? [said] : []), ...(isExact ? [] : ['El precio se redondea a dos decimales'])]
  if (cents > MAX_PRICE) return { value: 0, marks, doubt: 'El precio es demasiado grande' }
  if (doubt) return { value: cents, marks, doubt: `Precio ${doubt}` }
  if (cents > 0 && today > 0 && (cents < today * LOW_SHARE || cents > today * HIGH_TIMES)) {
    const [than, limit] = cents < today ? ['menos', 'la mitad'] : ['más', 'el doble']
    return {
      value: cents,
      marks,
      doubt: `¿Precio acordado ${formatPesos(cents)}? Es ${than} que ${limit} del de hoy, ${formatPesos(today)}`,
    }
  }
  return { value: cents, marks, doubt: '' }
}
