/** The rows of the feed that a mapping makes of an export, what it refuses, and what it tells of them. */
import { fold } from '../../../../contract/codes.ts'
import type { MappedColumn, MappedList } from '../../../../contract/erp-mapping.ts'
import { countInWords } from '../../../../contract/order-text.ts'
import { provinceName } from '../../../../contract/provinces.ts'
import { breather } from '../../../lib/turns.ts'
import type { Cell, SheetRow } from '../../../spreadsheets/sheet.ts'
import type { Column } from '../columns.ts'
import { CellRefused } from '../decimal.ts'
import type { FeedProblem, FeedTable } from '../erp.ts'
import { type Evaluated, evaluator, KeyedNumber, type ListFiles, PART } from './evaluate-row.ts'
import type { FeedKeys } from './feed-keys.ts'
import { type ExportTable, headingKey, placeOf, repeatsHeadings } from './mapped-file.ts'
import { columnsOf, ownerOf, tableOf } from './mapping.ts'
import { codeText } from './plain-cells.ts'

/** Rows that are shown of a list. */
const SHOWN = 10

/** The files of a list, the numbers kept for its keys, and who looks at its first rows. */
export interface Sources extends ListFiles {
  readonly keys: FeedKeys
  /** Told the first rows, for whoever looks at them. */
  readonly show: (rows: readonly ReadonlyMap<string, string>[]) => void
}

/** Which rows of a file a list takes: the heading of what a row lacks that the list needs, and whether it is one of those wanted. */
export function takenBy({ needs = [], only = [] }: MappedList, table: ExportTable) {
  const needed = needs.map((heading) => [heading, placeOf(table, heading)] as const)
  const wanted = only.map(
    ({ column, values }) => [placeOf(table, column), new Set(values.map((value) => headingKey(value)))] as const,
  )
  const textAt = ({ cells }: SheetRow, place: number) => String(cells[place] ?? '').trim()
  return {
    lackedBy: (row: SheetRow): string | undefined => needed.find(([, place]) => textAt(row, place) === '')?.[0],
    isWanted: (row: SheetRow): boolean => wanted.every(([place, values]) => values.has(headingKey(textAt(row, place)))),
  }
}

const NAMED = 5
/** The texts that a remark names: all, or a few of many. */
export const someOf = (texts: readonly (string | number)[]): string =>
  `${texts.length > NAMED ? 'por ejemplo ' : ''}${texts.slice(0, NAMED).join(', ')}`

interface MadeRow {
  row: number
  cells: Evaluated[]
}

interface Made {
  headings: readonly string[]
  rows: MadeRow[]
  problems: FeedProblem[]
  remarks: FeedProblem[]
  /** Rows that are not in `rows` because of their problems. */
  refusedRows: number
  /** The file's heading of each of the feed's. */
  named: ReadonlyMap<string, string>
}

/**
 * Makes the rows of a list. Numbers that the shop keeps for keys are counted up only once all rows were read.
 */
export async function makeRows(table: FeedTable, list: MappedList, sources: Sources): Promise<Made> {
  const { main } = sources
  const columns = columnsOf(table)
  const plan = [...columns].flatMap(([heading, column]) => {
    const given = list.columns[heading]
    if (given) return [{ heading, column, given }]
    const isOfPrice = list.priceColumns && (heading === 'ID_LIS' || heading === 'PRECIO_LPI')
    // What the export does not tell, and may be empty, is empty; what a file may lack stays as it is (R39).
    return column.optional || isOfPrice ? [] : [{ heading, column, given: { constant: '' } satisfies MappedColumn }]
  })
  const evaluate = evaluator(list, sources)
  const widest = lastNamed(main)
  const problems: FeedProblem[] = []
  const remarks: FeedProblem[] = []
  const rows: MadeRow[] = []
  let refusedRows = 0
  let filtered = 0
  const { lackedBy, isWanted } = takenBy(list, main)
  const left = new Map<string, number[]>()
  const seen = new Map<string, string>()
  const isText = /\.(csv|txt|tsv|asc|prn|dat)$/i.test(main.name)
  const breathe = breather()
  for (const row of main.rows) {
    await breathe()
    if (repeatsHeadings(main, row)) continue
    const lacked = lackedBy(row)
    if (lacked !== undefined) {
      const without = left.get(lacked)
      if (without) without.push(row.row)
      else left.set(lacked, [row.row])
      continue
    }
    const short =
      isText && row.cells.length < widest
        ? `La fila tiene ${row.cells.length} columnas y debe tener ${widest}`
        : undefined
    const damage = row.damage ?? short
    if (damage) {
      problems.push({ code: 'FILA', row: row.row, column: null, message: damage })
      refusedRows++
      continue
    }
    if (!isWanted(row)) {
      filtered++
      continue
    }
    const refusals: FeedProblem[] = []
    const told: FeedProblem[] = []
    const cellOf = (heading: string, column: Column<unknown>, given: MappedColumn): Evaluated => {
      try {
        return evaluate(row, heading, column, given)
      } catch (error) {
        if (!(error instanceof CellRefused)) throw error
        const fault = {
          code: 'CELDA' as const,
          row: row.row,
          column: shownSource(given) ?? heading,
          message: error.message,
        }
        if (given.leavesOut) told.push({ ...fault, message: `${error.message}: se deja vacío` })
        else refusals.push(fault)
        return null
      }
    }
    const cells = plan.map(({ heading, column, given }) => cellOf(heading, column, given))
    const prices = (list.priceColumns ?? []).map(({ name, column: heading }) => {
      const price = columns.get('PRECIO_LPI')
      const blank = { column: heading, blank: '0', ...pick(list.columns.PRECIO_LPI) }
      return price ? [new KeyedNumber(name), cellOf('PRECIO_LPI', price, blank)] : []
    })
    remarks.push(...told)
    if (refusals.length > 0) {
      problems.push(...refusals)
      refusedRows++
      continue
    }
    if (list.once) {
      const [first] = cells
      const key = first instanceof KeyedNumber ? `k${first.key}` : `v${String(first)}`
      const whole = JSON.stringify(cells.map((cell) => (cell instanceof KeyedNumber ? `k${cell.key}` : cell)))
      const earlier = seen.get(key)
      if (earlier === whole) continue
      // Another writing of the same record stays: the reader tells that it is there twice.
      if (earlier === undefined) seen.set(key, whole)
    }
    if (list.priceColumns) for (const price of prices) rows.push({ row: row.row, cells: [...cells, ...price] })
    else rows.push({ row: row.row, cells })
  }
  for (const [heading, gone] of left) {
    const message =
      gone.length === 1
        ? `Queda afuera 1 fila que no tiene «${heading}»: ${someOf(gone)}`
        : `Quedan afuera ${gone.length} filas que no tienen «${heading}»: ${someOf(gone)}`
    remarks.push({ code: 'FILA', row: null, column: null, message })
  }
  if (filtered > 0) {
    const what = (list.only ?? []).map(({ column, values }) => `${column} es ${values.join(' o ')}`).join(' y ')
    remarks.push({
      code: 'FILA',
      row: null,
      column: null,
      message: `Se toman las filas en que ${what}: quedan afuera ${filtered}`,
    })
  }
  if (table === 'articles') remarks.push(...joinedBeside(list, sources))
  const headings = [...plan.map(({ heading }) => heading), ...(list.priceColumns ? ['ID_LIS', 'PRECIO_LPI'] : [])]
  const named = new Map(plan.map(({ heading, given }) => [heading, shownSource(given) ?? heading]))
  sources.show(rows.slice(0, SHOWN).map(({ cells }) => shownRow(headings, columns, cells)))
  const kept = await fillNumbers(table, headings, rows, named, sources)
  problems.push(...kept.problems)
  return { headings, rows: kept.rows, problems, remarks, refusedRows: refusedRows + kept.refusedRows, named }
}

/** Told of files that are joined by the article's code: how many codes the list's own file lacks. They are no articles. */
function joinedBeside(list: MappedList, { main, joined }: Sources): FeedProblem[] {
  const byCode = joined.filter(([join]) => list.columns.ID_ART?.key?.some((heading) => heading === join.with))
  return byCode.flatMap(([join, file]) => {
    const textOf = (cell: Cell | undefined) => String(codeText(cell ?? null, join.zeros) ?? '').trim()
    const [own, theirs] = [placeOf(main, join.with), placeOf(file, join.column)]
    const known = new Set(main.rows.map(({ cells }) => fold(textOf(cells[own]))))
    const beside = new Set(
      file.rows.map(({ cells }) => textOf(cells[theirs])).filter((text) => text !== '' && !known.has(fold(text))),
    )
    if (beside.size === 0) return []
    const how = countInWords(beside.size, 'código', 'códigos')
    const message = `${how} de ${file.name} sin artículo en ${main.name}: ${someOf([...beside])}`
    return [{ code: 'FILA' as const, row: null, column: null, message }]
  })
}

/** A row as the shop reads it, in words; what it refuses is shown as it is written. */
function shownRow(
  headings: readonly string[],
  columns: ReadonlyMap<string, Column<unknown>>,
  cells: readonly Evaluated[],
): Map<string, string> {
  return new Map(
    headings.map((heading, place) => {
      const cell = cells[place] ?? null
      const column = columns.get(heading)
      if (cell instanceof KeyedNumber) return [heading, cell.key.replaceAll(PART, ' ')]
      try {
        const read = column?.read(cell, '.')
        if (heading === 'IDPRV_DIR' && typeof read === 'number') return [heading, provinceName(read)]
        if (typeof read === 'boolean') return [heading, read ? 'sí' : 'no']
        if (typeof read !== 'number') return [heading, String(read ?? '')]
        const shown = column?.decimals
          ? (read / 100).toLocaleString('es-AR', { minimumFractionDigits: 2 })
          : String(read)
        return [heading, shown]
      } catch (error) {
        if (!(error instanceof CellRefused)) throw error
        return [heading, String(cell ?? '')]
      }
    }),
  )
}

/** The settings of a price that hold for each of its columns. */
const pick = (given: MappedColumn | undefined): MappedColumn => {
  const { column: _, ...rest } = given ?? {}
  return rest
}

const shownSource = ({ column, key }: MappedColumn): string | undefined => column ?? key?.join(' + ')

/** Cells that a row must have: up to the last heading that has a name. */
const lastNamed = ({ headings }: ExportTable): number => {
  let width = headings.length
  while (width > 0 && headings[width - 1] === `Columna ${width}`) width--
  return width
}

/** Gives each key its number; a row that names a record nobody brought is a fault, told by what the file says. */
async function fillNumbers(
  table: FeedTable,
  headings: readonly string[],
  rows: readonly MadeRow[],
  named: ReadonlyMap<string, string>,
  { keys, mapping }: Sources,
): Promise<{ rows: MadeRow[]; problems: FeedProblem[]; refusedRows: number }> {
  const problems: FeedProblem[] = []
  const refused = new Set<number>()
  for (const [place, heading] of headings.entries()) {
    const owner = ownerOf(heading)
    const wanted = new Set<string>()
    for (const { cells } of rows) {
      const cell = cells[place]
      if (cell instanceof KeyedNumber) wanted.add(cell.key)
    }
    if (wanted.size === 0) continue
    const kind = owner ?? heading
    const isOwn = owner === undefined || owner === table
    const ids = await keys.idsOf(kind, [...wanted], isOwn)
    for (const { row, cells } of rows) {
      const cell = cells[place]
      if (!(cell instanceof KeyedNumber)) continue
      const id = ids.get(cell.key)
      cells[place] = id ?? null
      if (id !== undefined) continue
      const list = mapping.lists.find((one) => tableOf(one.list) === owner)
      const message = `«${cell.key.replaceAll(PART, ' ')}» no está en ${list?.list ?? 'la tienda'}`
      problems.push({ code: 'NO_EXISTE', row, column: named.get(heading) ?? heading, message })
      refused.add(row)
    }
  }
  const kept = rows.filter(({ row }) => !refused.has(row))
  return { rows: kept, problems, refusedRows: rows.length - kept.length }
}
