/** The state of a proposal: what the files hold, what was asked and answered, and the mapping as far as it is made. */
import type {
  MappedColumn,
  MappedFile,
  MappedList,
  MappingQuestion,
  ProposedField,
} from '../../../../../contract/erp-mapping.ts'
import { headingWords } from '../../../../spreadsheets/heading-words.rules.ts'
import { decimalOf, type ExportColumn, type ExportSheet, type ExportTable } from '../columns-of-export.ts'
import { isYesOrNo, NO, YES } from './column-kinds.ts'
import { type Concept, fieldLabels, hints, isAskedBeside, names } from './field-words.ts'
import type { FoundList } from './list-names.ts'

/** The value of a choice that names no column. */
export const NONE = ''
const NOT_READ = 'nada que se lea'
/** Between the alias of a joined file and its heading, in the value of a choice. */
export const OF = '::'

/** A sheet of the export, under the name that the mapping gives it. */
export interface Source {
  readonly alias: string
  readonly table: ExportTable
}

/** How questions call a sheet. */
export const labelOf = ({ table: { sheet, rows } }: Source): string =>
  `${sheet.file}${sheet.sheet ? `, hoja ${sheet.sheet}` : ''} (${rows.length} ${rows.length === 1 ? 'fila' : 'filas'})`

/** What was found and asked so far: the state that articles, prices and clients add to. */
export class Proposal {
  readonly questions: MappingQuestion[] = []
  /** The fields of each list, by its name. */
  readonly fields = new Map<string, ProposedField[]>()
  /** What each sheet was taken for. */
  readonly contents = new Map<ExportSheet, string>()
  readonly lists: MappedList[] = []
  readonly sources: Source[] = []
  /** Aliases of the sheets that the mapping reads. */
  readonly used = new Set<string>()
  /** The lists of prices that were found, the base one first. */
  priceLists: readonly FoundList[] = []
  /** Columns of each sheet that are read as numbers. */
  private readonly numeric = new Map<Source, Set<ExportColumn>>()

  constructor(
    tables: ReadonlyMap<ExportSheet, ExportTable | undefined>,
    private readonly answers: Readonly<Record<string, string>>,
  ) {
    for (const [sheet, table] of tables) {
      this.contents.set(sheet, NOT_READ)
      if (table && table.rows.length > 0) this.sources.push({ alias: this.aliasOf(sheet), table })
    }
  }

  /** The answer to a question, or what is proposed; '' for nothing. */
  ask(id: string, text: string, options: readonly (readonly [value: string, label: string])[], best: string): string {
    const given = this.answers[id]
    const isAnswered = given !== undefined && options.some(([value]) => value === given)
    const value = isAnswered ? given : best
    const shown = options.map(([value, label]) => ({ value, label }))
    this.questions.push({ id, text, options: shown, value, answered: isAnswered })
    return value
  }

  /**
   * The column of a field: the one that its heading and its cells both name, or what was chosen for it. Where several may be it,
   * or one is not certain, it is asked.
   */
  field(
    list: string,
    heading: string,
    source: Source,
    concept: Concept,
    { fits = () => true, shows = () => false, required = false, joins = [] as readonly Source[] } = {} as {
      fits?: (column: ExportColumn) => boolean
      /** Whether the cells alone say that a column may be it, whatever its heading is. */
      shows?: (column: ExportColumn) => boolean
      required?: boolean
      joins?: readonly Source[]
    },
  ): string | undefined {
    const id = `${list}.${heading}`
    const label = fieldLabels[heading] ?? heading
    const places = [source, ...joins].flatMap((one) =>
      one.table.columns.map((column) => ({
        one,
        column,
        value: one === source ? column.heading : `${one.alias}${OF}${column.heading}`,
      })),
    )
    const options = places
      .filter(({ column }) => column.filled > 0)
      .map(({ one, column, value }) => [value, this.optionLabel(one, source, column)] as const)
    const named = places.filter(({ column }) => names(column.heading, concept) && column.filled > 0)
    const fitting = named.filter(({ column }) => fits(column))
    const hinted = places.filter(
      ({ column }) =>
        column.filled > 0 &&
        fits(column) &&
        (hints(column.heading, concept) || (shows(column) && !names(column.heading, concept))),
    )
    // Of what the file itself says and what another one says of the same, the file itself counts.
    const own = fitting.filter(({ one }) => one === source)
    const exact = own.length > 0 ? own : fitting
    const beside = exact.length === 0 || isAskedBeside(concept) ? hinted : []
    const candidates = [...exact, ...beside]
    const best = candidates[0]?.value ?? (required ? named[0]?.value : undefined) ?? NONE
    const isSure =
      (candidates.length === 1 && beside.length === 0) || (named.length === 0 && beside.length === 0 && !required)
    const all = [...(required ? [] : [[NONE, 'No está en los archivos'] as const]), ...options]
    const given = this.answers[id]
    const isGiven = given !== undefined && all.some(([value]) => value === given)
    let value = isGiven ? given : best
    if (!isSure) {
      const why =
        candidates.length > 1
          ? 'Hay varias columnas que pueden serlo.'
          : beside.length > 0
            ? `«${beside[0]?.column.heading}» puede serlo.`
            : named.length > 0
              ? `En «${named[0]?.column.heading}» hay datos que no lo parecen.`
              : 'Ningún título lo dice.'
      const tried = candidates.length > 0 || named.length > 0 ? best : NONE
      value = this.ask(id, `¿Qué columna de ${source.table.sheet.file} es «${label}»? ${why}`, all, tried)
    }
    const shown = all.map(([value, label]) => ({ value, label }))
    const fieldsOfList = this.fields.get(list) ?? []
    fieldsOfList.push({ id, heading, label, column: value, options: shown, sure: isSure || isGiven })
    this.fields.set(list, fieldsOfList)
    return value === NONE ? undefined : value
  }

  /** How a question calls a column: its heading with two of its cells. */
  optionLabel(one: Source, main: Source, column: ExportColumn): string {
    const where = one === main ? '' : `${one.table.sheet.file}: `
    const examples = column.shown.slice(0, 2).join(', ').slice(0, 40)
    return `${where}${column.heading}${examples ? ` (${examples})` : ''}`
  }

  /** A chosen column as the mapping has it. */
  mapped(value: string, more: Partial<MappedColumn> = {}): MappedColumn {
    const at = value.indexOf(OF)
    return at < 0
      ? { column: value, ...more }
      : { file: value.slice(0, at), column: value.slice(at + OF.length), ...more }
  }

  /** The column that a choice names, and the sheet that has it. */
  columnOf(source: Source, value: string): { of: Source; column: ExportColumn } | undefined {
    const at = value.indexOf(OF)
    const of = at < 0 ? source : this.sources.find(({ alias }) => alias === value.slice(0, at))
    const heading = at < 0 ? value : value.slice(at + OF.length)
    const column = of?.table.columns.find((one) => one.heading === heading)
    return of && column ? { of, column } : undefined
  }

  /** Notes that the mapping reads a sheet, and what for. */
  use(source: Source, what: string): void {
    this.used.add(source.alias)
    const sheet = source.table.sheet
    const before = this.contents.get(sheet)
    this.contents.set(
      sheet,
      before === undefined || before === NOT_READ ? what : before.includes(what) ? before : `${before}, ${what}`,
    )
  }

  /** Notes that a column is read as numbers: then it matters how the file writes decimals. */
  noteNumbers(source: Source, value: string): void {
    const found = this.columnOf(source, value)
    if (!found) return
    const columns = this.numeric.get(found.of) ?? new Set()
    columns.add(found.column)
    this.numeric.set(found.of, columns)
  }

  private aliasOf({ file, sheet }: ExportSheet): string {
    const words = headingWords(sheet ? `${stem(file)} ${sheet}` : stem(file)).replaceAll(' ', '_') || 'archivo'
    let alias = words.slice(0, 60)
    for (let nth = 2; this.sources.some((one) => one.alias === alias); nth++) alias = `${words.slice(0, 56)}_${nth}`
    return alias
  }

  /** How the mapping has a sheet: its name, encoding and signs. It is called when all columns are chosen. */
  fileOf(source: Source): MappedFile {
    const { sheet } = source.table
    const file: MappedFile = { name: sheet.file }
    if (sheet.sheet) file.sheet = sheet.sheet
    if (sheet.text) {
      file.encoding = sheet.text.encoding
      file.separator = sheet.text.separator as NonNullable<MappedFile['separator']>
      if (sheet.text.openEnd) file.openEnd = true
    }
    const written = decimalOf(source.table, [...(this.numeric.get(source) ?? [])])
    if (written === '?') {
      const examples = [...(this.numeric.get(source) ?? [])]
        .flatMap(({ shown }) => shown.filter((text) => /[.,]/.test(text)))
        .slice(0, 3)
      const options = [
        [',', 'Con coma: 1.234,50'],
        ['.', 'Con punto: 1,234.50'],
      ] as const
      file.decimal = (this.ask(
        `${source.alias}.decimal`,
        `¿Cómo escribe los decimales ${sheet.file}? Dice, por ejemplo, ${examples.join(' y ')}.`,
        options,
        ',',
      ) || ',') as ',' | '.'
    } else if (written) file.decimal = written
    else if (sheet.text) file.decimal = ','
    return file
  }

  /** Codes that a workbook has as numbers have lost their zeros, if they had any. */
  zerosOf(source: Source, codes: ExportColumn): { zeros?: number } {
    if (codes.digits === 0) return {}
    const padded = this.sources
      .flatMap(({ table }) => table.columns)
      .flatMap(({ shown }) => shown.filter((text) => /^0\d+$/.test(text)).map((text) => text.length))
    const best = padded.length > 0 ? String(Math.max(...padded)) : '0'
    const lengths = [...new Set([codes.digits, codes.digits + 1, codes.digits + 2, 5, 6, 8, Number(best)])]
    const options = [
      ['0', `Como están, sin ceros: ${codes.shown.slice(0, 2).join(', ')}`] as const,
      ...lengths
        .filter((length) => length >= codes.digits && length > 0)
        .sort((a, b) => a - b)
        .map(
          (length) =>
            [
              String(length),
              `Con ceros hasta ${length} cifras: ${codes.shown[0]?.padStart(length, '0') ?? ''}`,
            ] as const,
        ),
    ]
    const value = this.ask(
      `${source.alias}.ceros`,
      `En ${source.table.sheet.file} los códigos están como números y pueden haber perdido ceros adelante. ¿Cómo son?`,
      options,
      best,
    )
    return { zeros: Number(value) }
  }

  /** Whether records are sold or bought from; without a column all are. */
  activeOf(list: string, source: Source): MappedColumn {
    const value = this.field(list, 'ACTIVO', source, 'active', { fits: isYesOrNo })
    const found = value === undefined ? undefined : this.columnOf(source, value)
    if (value === undefined || !found) return { constant: '1' }
    const isNegative = /\b(inactivo|baja|discontinuado|suspendido|inhabilitado)\b/.test(
      headingWords(found.column.heading),
    )
    const known = new Map<string, string>()
    const unknown: string[] = []
    for (const text of found.column.values) {
      const yes = YES.has(headingWords(text)) ? '1' : NO.has(headingWords(text)) ? '0' : undefined
      if (yes === undefined) unknown.push(text)
      else known.set(text, isNegative ? (yes === '1' ? '0' : '1') : yes)
    }
    for (const text of unknown) {
      const answer = this.ask(
        `${list}.ACTIVO.${text}`,
        `En «${found.column.heading}», ¿qué quiere decir «${text}»?`,
        [
          ['1', list === 'articulos' ? 'Se vende' : 'Está en uso'],
          ['0', list === 'articulos' ? 'No se vende' : 'No está en uso'],
        ],
        '1',
      )
      known.set(text, answer)
    }
    return this.mapped(value, {
      values: Object.fromEntries(known),
      blank: isNegative ? '1' : found.column.blanks > 0 ? '0' : '1',
    })
  }
}

const stem = (file: string): string => file.replace(/\.[a-z]+$/i, '')
