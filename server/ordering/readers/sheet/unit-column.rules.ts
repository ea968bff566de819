/** Finds the column with the units of the quantities: 'UN', 'BULTO', 'DOC'. Pure. */
import { fold } from '../../../../contract/codes.ts'
import { type Unit, unitOf } from '../text/words.rules.ts'
import { sampleOf, textOf } from './cells.rules.ts'
import { headingWords } from './column-words.rules.ts'
import type { SheetCell, TableRow } from './sheet.types.ts'

const HEADINGS = new Set(
  'um, u m, u de m, unidad, unidades, unid, uni, un, u, medida, unidad de medida, unidad medida, unid medida'.split(
    ', ',
  ),
)
/** Share of a column's cells that have to be units. */
const UNITS = 0.8

/** The unit that a cell names ('Bultos.': packs); undefined for none. */
export const unitOfCell = (cell: SheetCell | undefined): Unit | undefined =>
  unitOf(fold(textOf(cell)).replace(/[.\s]/g, ''))

/**
 * Whether a column holds the units of the quantities beside it. Boxes and bags may as well be the packing of an article:
 * they count as units only under a heading of units.
 */
export function holdsUnits(rows: readonly TableRow[], column: number, heading: SheetCell | undefined): boolean {
  const units = sampleOf(rows, column).map(unitOfCell)
  const known = units.filter((unit) => unit !== undefined)
  if (known.length === 0 || known.length < units.length * UNITS) return false
  return HEADINGS.has(headingWords(textOf(heading))) || !known.includes('unsure')
}
