/**
 * Proposes a mapping for the files of an export (R408): by their headings where the contents say the same, else it asks.
 * Pure: the same files and answers make the same mapping.
 */
import {
  type FeedMapping,
  MAPPING_VERSION,
  type MappedColumn,
  type MappedFile,
  type MappedJoin,
  type MappedList,
  type MappingQuestion,
  type ProposedField,
} from '../../../../contract/erp-mapping.ts'
import { PROVINCES } from '../../../../contract/provinces.ts'
import { headingWords } from '../../../spreadsheets/heading-words.rules.ts'
import {
  cellText,
  decimalOf,
  type ExportColumn,
  type ExportSheet,
  type ExportTable,
  isUnique,
  overlap,
} from './columns-of-export.ts'
import {
  articleWeight,
  type Concept,
  clientWeight,
  fieldLabels,
  hints,
  isAskedBeside,
  isPlainPrice,
  isPriceHeading,
  names,
} from './field-words.ts'
import { headingKey } from './mapped-file.ts'
import { withoutPercent } from './plain-cells.ts'

export interface Proposed {
  readonly mapping: FeedMapping
  readonly questions: readonly MappingQuestion[]
  /** The fields of each list, by its name. */
  readonly fields: ReadonlyMap<string, readonly ProposedField[]>
  /** What each sheet was taken for; a sheet of nothing known is 'nada que se lea'. */
  readonly contents: ReadonlyMap<ExportSheet, string>
}

const NONE = ''
const NOT_READ = 'nada que se lea'
const NO_PRICES = 'Los precios no están en estos archivos'
/** The answer by which rows are refused; no list is called so. */
const REFUSED = '(rechazar)'
/** More lists of prices than a shop has. */
const MOST_LISTS = 60
/** Between the alias of a joined file and its heading, in the value of a choice. */
const OF = '::'

/** Shares of filled cells from which on a column holds what its heading says. */
const NEARLY_ALL = 0.9
/** Of the values of one file's key, those that the other has: the two are the same key. */
const SAME_KEY = 0.8

/**
 * The proposal with the answers given so far.
 * @param tables what stands in each sheet; undefined: nothing that is a table
 * @param answers by the id of a question or field
 */
export function propose(
  tables: ReadonlyMap<ExportSheet, ExportTable | undefined>,
  answers: Readonly<Record<string, string>>,
): Proposed {
  return new Proposal(tables, answers).made()
}

interface Source {
  readonly alias: string
  readonly table: ExportTable
}

/** A list of prices. */
interface FoundList {
  /** Its key in the mapping; '' for the base list, which needs none. */
  readonly key: string
  readonly label: string
  /** What files call it: its code, its name, the heading of its column. */
  readonly names: readonly string[]
}

class Proposal {
  private readonly questions: MappingQuestion[] = []
  private readonly fields = new Map<string, ProposedField[]>()
  private readonly contents = new Map<ExportSheet, string>()
  private readonly lists: MappedList[] = []
  private readonly sources: Source[] = []
  private readonly used = new Set<string>()
  /** The lists of prices that were found, the base one first. */
  private priceLists: readonly FoundList[] = []
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

  made(): Proposed {
    const articles = this.chooseMain('articulos', 'los artículos', ({ table }) => this.articleScore(table))
    if (articles) this.mapArticles(articles)
    const rest = this.sources.filter(({ alias }) => !this.used.has(alias))
    const clients = this.chooseMain('clientes', 'los clientes', ({ table }) => this.clientScore(table), rest)
    if (clients) this.mapClients(clients)
    const files: Record<string, MappedFile> = {}
    for (const source of this.sources) if (this.used.has(source.alias)) files[source.alias] = this.fileOf(source)
    const order = [
      'vendedores',
      'zonas',
      'expresos',
      'ivas',
      'listas',
      'clientes',
      'direcciones',
      'articulos',
      'precios',
    ]
    const placeOf = (list: string) => (order.indexOf(list) < 0 ? order.length : order.indexOf(list))
    const lists = this.lists.toSorted((a, b) => placeOf(a.list) - placeOf(b.list))
    return {
      mapping: { version: MAPPING_VERSION, files, lists },
      questions: this.questions,
      fields: this.fields,
      contents: this.contents,
    }
  }

  // ---- asking ------------------------------------------------------------------------------------

  /** The answer to a question, or what is proposed; '' for nothing. */
  private ask(
    id: string,
    text: string,
    options: readonly (readonly [value: string, label: string])[],
    best: string,
  ): string {
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
  private field(
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

  private optionLabel(one: Source, main: Source, column: ExportColumn): string {
    const where = one === main ? '' : `${one.table.sheet.file}: `
    const examples = column.shown.slice(0, 2).join(', ').slice(0, 40)
    return `${where}${column.heading}${examples ? ` (${examples})` : ''}`
  }

  /** A chosen column as the mapping has it. */
  private mapped(value: string, more: Partial<MappedColumn> = {}): MappedColumn {
    const at = value.indexOf(OF)
    return at < 0
      ? { column: value, ...more }
      : { file: value.slice(0, at), column: value.slice(at + OF.length), ...more }
  }

  private columnOf(source: Source, value: string): { of: Source; column: ExportColumn } | undefined {
    const at = value.indexOf(OF)
    const of = at < 0 ? source : this.sources.find(({ alias }) => alias === value.slice(0, at))
    const heading = at < 0 ? value : value.slice(at + OF.length)
    const column = of?.table.columns.find((one) => one.heading === heading)
    return of && column ? { of, column } : undefined
  }

  private use(source: Source, what: string): void {
    this.used.add(source.alias)
    const sheet = source.table.sheet
    const before = this.contents.get(sheet)
    this.contents.set(
      sheet,
      before === undefined || before === NOT_READ ? what : before.includes(what) ? before : `${before}, ${what}`,
    )
  }

  /** Cells of a column are numbers: how the file writes decimals matters. */
  private isNumber(source: Source, value: string): void {
    const found = this.columnOf(source, value)
    if (!found) return
    const columns = this.numeric.get(found.of) ?? new Set()
    columns.add(found.column)
    this.numeric.set(found.of, columns)
  }

  // ---- files -------------------------------------------------------------------------------------

  private aliasOf({ file, sheet }: ExportSheet): string {
    const words = headingWords(sheet ? `${stem(file)} ${sheet}` : stem(file)).replaceAll(' ', '_') || 'archivo'
    let alias = words.slice(0, 60)
    for (let nth = 2; this.sources.some((one) => one.alias === alias); nth++) alias = `${words.slice(0, 56)}_${nth}`
    return alias
  }

  private fileOf(source: Source): MappedFile {
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

  private articleScore(table: ExportTable): number {
    const headings = table.columns.map(({ heading }) => heading)
    const has = (concept: Concept) => headings.some((heading) => names(heading, concept))
    if (!has('articleCode') || !has('description')) return 0
    const score = Math.max(0, 1 + articleWeight(headings) - 2 * clientWeight(headings))
    // A list of prices repeats an article for each of its lists.
    const isOnce = table.columns.some((column) => names(column.heading, 'articleCode') && isLikeCode(column))
    return score < 2 ? 0 : isOnce ? score * 4 : score
  }

  private clientScore(table: ExportTable): number {
    const headings = table.columns.map(({ heading }) => heading)
    const has = (concept: Concept) => headings.some((heading) => names(heading, concept))
    if (!has('businessName')) return 0
    const cuits = table.columns.some((column) => column.cuits >= NEARLY_ALL) ? 2 : 0
    return Math.max(0, clientWeight(headings) + cuits - 2 * articleWeight(headings))
  }

  /** The sheet that a list is made of; two that are nearly alike are asked about. */
  private chooseMain(
    list: string,
    what: string,
    score: (source: Source) => number,
    among: readonly Source[] = this.sources,
  ): Source | undefined {
    const scored = among
      .map((source) => ({ source, score: score(source) }))
      .filter(({ score }) => score >= 2)
      .toSorted((a, b) => b.score - a.score || b.source.table.rows.length - a.source.table.rows.length)
    // Of two files of the same articles the one with more of them: those that the other lacks would be none of the shop's.
    const fuller = scored[0] && list === 'articulos' ? this.fullerThan(scored[0].source) : undefined
    if (fuller) {
      const at = scored.findIndex(({ source }) => source === fuller)
      scored.unshift(...(at < 0 ? [{ source: fuller, score: 0 }] : scored.splice(at, 1)))
    }
    const [first, second] = scored
    if (!first) return undefined
    const id = `${list}.archivo`
    if (!fuller && (!second || second.score <= first.score / 2)) return first.source
    const options = [
      ...scored.map(({ source }) => [source.alias, labelOf(source)] as const),
      [NONE, 'Ninguno'] as const,
    ]
    const chosen = this.ask(
      id,
      `¿En qué archivo están ${what}? Hay más de uno que puede tenerlos.`,
      options,
      first.source.alias,
    )
    return scored.find(({ source }) => source.alias === chosen)?.source
  }

  /** The file that has the articles of another one and most beside them. */
  private fullerThan(source: Source): Source | undefined {
    const codesOf = ({ table: { columns } }: Source) =>
      columns.find((column) => names(column.heading, 'articleCode') && isLikeCode(column))
    const own = codesOf(source)
    if (!own) return undefined
    return this.sources
      .flatMap((other) => {
        const codes = other === source || this.clientScore(other.table) >= 2 ? undefined : codesOf(other)
        const isOfArticles = other.table.columns.some(({ heading }) => names(heading, 'description'))
        return codes && isOfArticles && codes.values.size > own.values.size && overlap(own, codes) >= SAME_KEY
          ? [{ other, size: codes.values.size }]
          : []
      })
      .toSorted((a, b) => b.size - a.size)[0]?.other
  }

  // ---- articles ----------------------------------------------------------------------------------

  private mapArticles(source: Source): void {
    this.use(source, 'artículos')
    const code = this.field('articulos', 'CODIGO_ART', source, 'articleCode', { required: true, fits: isLikeCode })
    const description = this.field('articulos', 'DESCRIP_ART', source, 'description', {
      required: true,
      fits: isLikeText,
    })
    if (code === undefined || description === undefined) return
    const codes = this.columnOf(source, code)?.column
    if (!codes) return
    const zeros = this.zerosOf(source, codes)
    const key = (): MappedColumn => ({ key: [code], ...zeros })
    const needs = blankAlong(source, code, description) ? [code, description] : undefined
    const clean = needs ? { needs } : {}
    const { joins, sources: joined } = this.joinsOf(source, codes, zeros)
    const columns: Record<string, MappedColumn> = {
      ID_ART: key(),
      CODIGO_ART: { column: code, ...zeros },
      DESCRIP_ART: { column: description },
    }
    const optional = (
      heading: string,
      concept: Concept,
      fits: (column: ExportColumn) => boolean,
      more: (column: ExportColumn) => Partial<MappedColumn> = () => ({}),
    ) => {
      const value = this.field('articulos', heading, source, concept, { fits, joins: joined })
      const found = value === undefined ? undefined : this.columnOf(source, value)
      if (value === undefined || !found) return
      columns[heading] = this.mapped(value, more(found.column))
      if (found.of !== source) {
        this.use(found.of, (fieldLabels[heading] ?? heading).toLowerCase())
        this.settleSeveral(found.of, joins)
      }
      if (found.column.numbers > 0.5 && heading !== 'EAN_ART') this.isNumber(source, value)
    }
    optional(
      'EAN_ART',
      'ean',
      ({ barCodes }) => barCodes >= NEARLY_ALL,
      () => ({ leavesOut: 'vacio' }),
    )
    optional('UXB', 'unitsPerPack', isWhole)
    optional('INTERNO', 'innerPack', isWhole)
    optional('MULTIPLO', 'multiple', isWhole)
    optional('STOCK_ART', 'stock', isWhole)
    optional('IVA_ART', 'vatRate', isVatRate, namedRates)
    optional('TEMPORADA', 'season', () => true)
    optional('LICENCIA', 'licence', () => true)
    columns.ACTIVO = this.activeOf('articulos', source)
    const usedJoins = joins.filter(({ file }) => Object.values(columns).some((given) => given.file === file))
    this.lists.push({
      list: 'articulos',
      file: source.alias,
      columns,
      ...(usedJoins.length > 0 ? { joins: usedJoins } : {}),
      ...clean,
    })
    this.mapBranches(source, code, zeros, joined, joins, clean)
    this.mapPrices(source, code, zeros, needs)
  }

  /** Codes that a workbook has as numbers have lost their zeros, if they had any. */
  private zerosOf(source: Source, codes: ExportColumn): { zeros?: number } {
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

  /** Files whose rows complete those of the articles: joined by the code or an id, where the values are the same. */
  private joinsOf(
    source: Source,
    codes: ExportColumn,
    zeros: { zeros?: number },
  ): { joins: MappedJoin[]; sources: Source[] } {
    const joins: MappedJoin[] = []
    const sources: Source[] = []
    for (const other of this.sources) {
      if (other === source || this.clientScore(other.table) >= 2) continue
      const pairs = other.table.columns.flatMap((theirs) =>
        [codes, ...source.table.columns.filter((column) => column !== codes && isUnique(column))]
          .filter(
            (mine) => isKeyLike(theirs) && isKeyLike(mine) && overlap(theirs, mine) >= SAME_KEY && mine.values.size > 1,
          )
          .map((mine) => ({
            theirs,
            mine,
            shared: overlap(theirs, mine) * Math.min(1, theirs.values.size / mine.values.size),
          })),
      )
      const best = pairs.toSorted((a, b) => b.shared - a.shared || Number(b.mine === codes) - Number(a.mine === codes))
      const [first, second] = best
      if (!first) continue
      let chosen = first
      // Two pairs of columns that fit alike: row numbers and ids look the same.
      if (
        second &&
        second.shared > first.shared * 0.9 &&
        !areSameWords(first) &&
        !(first.mine === codes && names(first.theirs.heading, 'articleCode'))
      ) {
        const options = best
          .slice(0, 6)
          .map(
            (pair) =>
              [
                `${pair.theirs.heading}=${pair.mine.heading}`,
                `${pair.theirs.heading} es ${pair.mine.heading}`,
              ] as const,
          )
        const answer = this.ask(
          `${source.alias}.${other.alias}.unir`,
          `¿Qué columna de ${other.table.sheet.file} dice de qué artículo de ${source.table.sheet.file} es cada fila?`,
          [...options, [NONE, 'Ninguna: no se usa'] as const],
          options[0]?.[0] ?? NONE,
        )
        const found = best.find((pair) => `${pair.theirs.heading}=${pair.mine.heading}` === answer)
        if (!found) continue
        chosen = found
      }
      const several = isUnique(chosen.theirs) ? {} : { several: 'suma' as const }
      joins.push({
        file: other.alias,
        column: chosen.theirs.heading,
        with: chosen.mine.heading,
        ...several,
        ...(chosen.mine === codes ? zeros : {}),
      })
      sources.push(other)
    }
    return { joins, sources }
  }

  /** Several rows of an article may be its stores, whose stock adds up, or its lists of prices, which all say the same stock. */
  private settleSeveral({ alias, table }: Source, joins: MappedJoin[]): void {
    const at = joins.findIndex(({ file, several }) => file === alias && several !== undefined)
    const join = joins[at]
    const id = `${alias}.varias`
    if (!join || this.questions.some((question) => question.id === id)) return
    const several = this.ask(
      id,
      `En ${table.sheet.file} hay artículos que están en varias filas. ¿Qué se toma de ellas?`,
      [
        ['suma', 'La suma: por ejemplo, el stock de cada depósito'],
        ['primera', 'La primera: las demás repiten lo mismo'],
      ],
      'suma',
    )
    joins[at] = { ...join, several: several as 'suma' | 'primera' }
  }

  /** Whether records are sold or bought from; without a column all are. */
  private activeOf(list: string, source: Source): MappedColumn {
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

  /** A column of codes that another file explains, as the names there; the join comes with it. */
  private explained(source: Source, value: string, joins: MappedJoin[]): string {
    const found = this.columnOf(source, value)
    if (!found || found.of !== source) return value
    const other = this.sources.find(
      (one) =>
        one !== source && !this.used.has(one.alias) && one.table.columns.length <= 8 && namedBy(one, found.column),
    )
    const names = other && namedBy(other, found.column)
    if (!other || !names) return value
    this.use(other, 'marcas y categorías')
    if (!joins.some(({ file }) => file === other.alias))
      joins.push({
        file: other.alias,
        column: names.key.heading,
        with: value,
        ...(names.key.digits > 0 || found.column.digits > 0 ? { zeros: 0 } : {}),
      })
    return `${other.alias}${OF}${names.name.heading}`
  }

  /** Brand, category and subcategory: where the shop shows an article. */
  private mapBranches(
    source: Source,
    code: string,
    zeros: { zeros?: number },
    joined: readonly Source[],
    joins: MappedJoin[],
    clean: { needs?: string[] },
  ): void {
    const list = 'asignaciones'
    const brand = this.field(list, 'MARCA', source, 'brand', { joins: joined })
    const category = this.field(list, 'CATEGORIA', source, 'category', { joins: joined })
    const subcategory = this.field(list, 'SUBCATEGORIA', source, 'subcategory', { joins: joined })
    const explained = (value: string | undefined) =>
      value === undefined ? undefined : this.explained(source, value, joins)
    const first = explained(brand)
    let top = first === undefined ? undefined : this.mapped(first, { blank: 'Sin marca' })
    let levels = [explained(category), explained(subcategory)]
    if (!top) {
      const branch = levels[0] ?? levels[1]
      const options = [
        ...(branch === undefined
          ? []
          : [['rubro', `«${branch.split(OF).at(-1)}» como primer nivel, en lugar de la marca`] as const]),
        ['una', 'Todos bajo «Sin marca»'] as const,
      ]
      const answer = this.ask(
        'asignaciones.primer-nivel',
        'No hay una columna de marca, y la tienda muestra primero la marca. ¿Qué va ahí?',
        options,
        options[0]?.[0] ?? 'una',
      )
      if (answer === 'rubro' && branch !== undefined) {
        top = this.mapped(branch, { blank: 'Sin marca' })
        levels = levels[0] !== undefined ? [levels[1], undefined] : [undefined, undefined]
      } else top = { constant: 'Sin marca' }
    }
    const [second, third] = levels
    const columns: Record<string, MappedColumn> = {
      CODIGO_ART: { column: code, ...zeros },
      MARCA: top,
      ...(second === undefined ? {} : { CATEGORIA: this.mapped(second) }),
      ...(second === undefined || third === undefined ? {} : { SUBCATEGORIA: this.mapped(third) }),
      OFERTA_IO: { constant: '0' },
      DESTACADO_IO: { constant: '0' },
      ACTIVO_IO: { constant: '1' },
    }
    const usedJoins = joins.filter(({ file }) => Object.values(columns).some((given) => given.file === file))
    for (const join of usedJoins) {
      const other = this.sources.find(({ alias }) => alias === join.file)
      if (other) this.use(other, 'marcas y categorías')
    }
    this.lists.push({
      list,
      file: source.alias,
      columns,
      ...(usedJoins.length > 0 ? { joins: usedJoins } : {}),
      ...clean,
    })
  }

  // ---- prices ------------------------------------------------------------------------------------

  private mapPrices(articles: Source, code: string, zeros: { zeros?: number }, needs: string[] | undefined): void {
    const codes = this.columnOf(articles, code)?.column
    if (!codes) return
    const holders = this.sources
      .filter((source) => this.clientScore(source.table) < 2 || source === articles)
      .map((source) => ({
        source,
        prices: pricesOf(source.table),
        key: source === articles ? codes : keyOf(source.table, codes),
      }))
      .flatMap(({ source, prices, key }) => (prices.length > 0 && key ? [{ source, prices, key }] : []))
    if (holders.length === 0) {
      const numbers = articles.table.columns.filter((column) => column.numbers >= NEARLY_ALL && column !== codes)
      const chosen = this.ask(
        'precios.PRECIO_LPI',
        `Ningún título dice cuál es el precio. ¿Qué columna de ${articles.table.sheet.file} lo tiene?`,
        [
          [NONE, NO_PRICES],
          ...numbers.map((column) => [column.heading, this.optionLabel(articles, articles, column)] as const),
        ],
        NONE,
      )
      const price = numbers.find(({ heading }) => heading === chosen)
      if (!price) return
      holders.push({ source: articles, prices: [price], key: codes })
    }
    let holder = holders.find(({ source }) => source === articles) ?? holders[0]
    if (holders.length > 1) {
      const options = holders.map(
        ({ source, prices }) =>
          [source.alias, `${labelOf(source)}: ${prices.map(({ heading }) => heading).join(', ')}`] as const,
      )
      const other = holders.find(({ source }) => source !== articles)
      const chosen = this.ask(
        'precios.archivo',
        '¿De qué archivo salen los precios? Hay más de uno con precios.',
        options,
        other?.source.alias ?? '',
      )
      holder = holders.find(({ source }) => source.alias === chosen) ?? holder
    }
    if (!holder) return
    const { source, prices, key } = holder
    const keyColumn: MappedColumn = { key: [key.heading], ...(key.digits > 0 || source === articles ? zeros : {}) }
    const own = source === articles ? needs : key.blanks > 0 ? [key.heading] : undefined
    const clean = own ? { needs: own } : {}
    const listColumns = isUnique(key)
      ? []
      : source.table.columns.filter((column) => names(column.heading, 'listName') && column.values.size <= 60)
    const listColumn = listColumns.find((column) => !isLikeText(column)) ?? listColumns[0]
    const listName = listColumns.find((column) => isLikeText(column)) ?? listColumn
    const base = this.basePrice(source, prices)
    if (base === undefined) return
    this.use(source, 'precios')
    for (const { heading } of prices) this.isNumber(source, heading)
    const price = (column: ExportColumn): MappedColumn => ({
      column: column.heading,
      ...this.blankPrice(column),
      ...this.rounding(source, column),
    })
    if (listColumn && listName) {
      this.mapLongPrices(source, keyColumn, { list: listColumn, name: listName }, price(base), clean)
      return
    }
    this.lists.push({
      list: 'precios',
      file: source.alias,
      columns: { ID_ART: keyColumn, PRECIO_LPI: price(base) },
      ...clean,
    })
    const others = prices.filter((column) => column !== base)
    if (others.length === 0) return
    const answer = this.ask(
      'precios.otras',
      `Además de «${base.heading}» hay ${others.map(({ heading }) => `«${heading}»`).join(', ')}. ¿Son otras listas de precios de venta?`,
      [
        ['no', 'No: no se usan'],
        ['todas', 'Sí: cada una es una lista'],
        ...others.slice(0, 20).map(({ heading }) => [`solo:${heading}`, `Solo «${heading}»`] as const),
      ],
      this.haveClientsOf(others) ? 'todas' : 'no',
    )
    const chosen = answer === 'todas' ? others : others.filter(({ heading }) => answer === `solo:${heading}`)
    if (chosen.length === 0) return
    this.priceLists = [
      { key: '', label: `La lista base, «${base.heading}»`, names: [base.heading] },
      ...chosen.map(({ heading }) => ({ key: heading, label: `«${heading}»`, names: [heading] })),
    ]
    const rounds = chosen.some((column) => this.rounding(source, column).rounds)
    this.lists.push({
      list: 'precios_listas',
      file: source.alias,
      priceColumns: chosen.map(({ heading }) => ({ name: heading, column: heading })),
      columns: {
        ID_ART: keyColumn,
        ...(rounds ? { PRECIO_LPI: { column: chosen[0]?.heading ?? '', rounds: true } } : {}),
      },
      ...clean,
    })
  }

  /** Whether a file of clients names one of these columns as a list: left out, its clients would see the base one's prices. */
  private haveClientsOf(prices: readonly ExportColumn[]): boolean {
    const lists = prices.map(({ heading }) => ({ key: heading, label: heading, names: [heading] }))
    return this.sources.some(
      ({ table }) =>
        this.clientScore(table) >= 2 &&
        table.columns.some(
          ({ heading, shown, values }) =>
            values.size <= MOST_LISTS &&
            shown.some(
              (text) =>
                (/\p{L}{2}/u.test(text) || names(heading, 'listName') || hints(heading, 'listName')) &&
                listNamed(lists, text) !== undefined,
            ),
        ),
    )
  }

  /** The column of the base list; several, or one that may be another currency's, a pack's or VAT's, are asked about. */
  private basePrice(source: Source, prices: readonly ExportColumn[]): ExportColumn | undefined {
    const id = 'precios.PRECIO_LPI'
    const [first] = prices
    const isOne =
      prices.length === 1 &&
      first !== undefined &&
      first.otherCurrency === 0 &&
      first.numbers >= NEARLY_ALL &&
      isPlainPrice(first.heading)
    const options = [
      ...prices.map((column) => [column.heading, this.optionLabel(source, source, column)] as const),
      [NONE, NO_PRICES] as const,
    ]
    const chosen = isOne
      ? first.heading
      : this.ask(
          id,
          `¿Qué columna de ${source.table.sheet.file} es el precio de lista, el que ve un cliente sin lista propia?`,
          options,
          first?.heading ?? '',
        )
    const base = prices.find(({ heading }) => heading === chosen)
    this.fields.set('precios', [
      {
        id,
        heading: 'PRECIO_LPI',
        label: 'Precio',
        column: base?.heading ?? '',
        options: options.map(([value, label]) => ({ value, label })),
        sure: isOne,
      },
    ])
    return base
  }

  private blankPrice = ({ blanks }: ExportColumn): Partial<MappedColumn> => (blanks > 0 ? { blank: '0' } : {})

  private rounding(source: Source, column: ExportColumn): { rounds?: true } {
    if (column.longDecimals === 0) return {}
    const id = `${source.alias}.redondear`
    const before = this.questions.find((question) => question.id === id)
    const answer =
      before?.value ??
      this.ask(
        id,
        `En ${source.table.sheet.file} hay precios con más de dos decimales, por ejemplo ${column.shown.find((text) => /[.,]\d{3,}$/.test(text)) ?? ''}. ¿Se redondean al centavo?`,
        [
          ['si', 'Sí, se redondean'],
          ['no', 'No: esas filas se rechazan'],
        ],
        'si',
      )
    return answer === 'si' ? { rounds: true } : {}
  }

  /** Prices with the list's name in a column: one of the lists is the base. */
  private mapLongPrices(
    source: Source,
    key: MappedColumn,
    { list, name }: { list: ExportColumn; name: ExportColumn },
    price: MappedColumn,
    clean: { needs?: string[] },
  ): void {
    const values = list.shown
    const best =
      values.find((text) => /^(0*1|general|base|publico|p[uú]blico|minorista)$/i.test(text)) ?? values[0] ?? ''
    const base = this.ask(
      'precios.lista-base',
      `En «${list.heading}» hay ${values.length} listas de precios. ¿Cuál es la base, la que ve un cliente sin lista propia?`,
      values.map((text) => [text, this.listLabel(source, list, name, text)] as const),
      best,
    )
    this.lists.push({
      list: 'precios',
      file: source.alias,
      only: [{ column: list.heading, values: [base] }],
      columns: { ID_ART: key, PRECIO_LPI: price },
      ...clean,
    })
    const others = values.filter((text) => text !== base)
    this.priceLists = [base, ...others].map((text, at) => {
      const label = this.listLabel(source, list, name, text)
      const names = label === text ? [text] : [text, label.slice(text.length + 2)]
      return { key: at === 0 ? '' : text, label: at === 0 ? `La lista base, «${label}»` : `«${label}»`, names }
    })
    if (others.length === 0) return
    const only = [{ column: list.heading, values: others }]
    const zeros = list.digits > 0 ? { zeros: 0 } : {}
    this.lists.push({
      list: 'listas',
      file: source.alias,
      once: 'una',
      only,
      columns: { ID_LIS: { key: [list.heading], ...zeros }, DESCRIP_LIS: { column: name.heading } },
      ...clean,
    })
    this.lists.push({
      list: 'precios_listas',
      file: source.alias,
      only,
      columns: { ID_LIS: { key: [list.heading], ...zeros }, ID_ART: key, PRECIO_LPI: price },
      ...clean,
    })
  }

  /** A list's code with the name that stands beside it. */
  private listLabel({ table }: Source, list: ExportColumn, name: ExportColumn, code: string): string {
    if (list === name) return code
    const row = table.rows.find(({ cells }) => cellText(cells[list.place]) === code)
    return `${code}: ${cellText(row?.cells[name.place])}`
  }

  /**
   * By which list a client buys: the file of clients names it as the file of prices does, or by its number. A text that is
   * no list's name is asked about, and its rows are refused rather than given another list's prices.
   */
  private mapListOf(source: Source, columns: Record<string, MappedColumn>): void {
    const lists = this.priceLists
    if (lists.length === 0) return
    const value = this.field('clientes', 'ID_LIS', source, 'listName', {
      fits: ({ values }) => values.size <= MOST_LISTS,
      shows: ({ shown }) => shown.some((text) => /\p{L}{2}/u.test(text) && listNamed(lists, text) !== undefined),
    })
    const column = value === undefined ? undefined : this.columnOf(source, value)?.column
    if (value === undefined || !column) return
    const known: Record<string, string> = {}
    for (const text of column.shown) {
      const list = listNamed(lists, text)
      const key = list
        ? list.key
        : this.ask(
            `clientes.ID_LIS.${text}`,
            `En «${value}» de ${source.table.sheet.file} hay «${text}», que no es el nombre de una lista. ¿Qué lista ven esos clientes?`,
            [...lists.map(({ key, label }) => [key, label] as const), [REFUSED, 'Se rechazan esas filas']],
            REFUSED,
          )
      if (key !== REFUSED) known[text] = key
    }
    columns.ID_LIS = { key: [value], zeros: 0, values: known }
  }

  // ---- clients -----------------------------------------------------------------------------------

  private mapClients(source: Source): void {
    this.use(source, 'clientes')
    const list = 'clientes'
    const code = this.field(list, 'CODIGO_CLI', source, 'clientCode', { required: true, fits: isLikeCode })
    const name = this.field(list, 'RAZONSOCIAL_CLI', source, 'businessName', { required: true, fits: isLikeText })
    if (code === undefined || name === undefined) return
    const codes = this.columnOf(source, code)?.column
    if (!codes) return
    const zeros = this.zerosOf(source, codes)
    const own = blankAlong(source, code, name) ? [code, name] : undefined
    const clean = own ? { needs: own } : {}
    const key = (): MappedColumn => ({ key: [code], ...zeros })
    const columns: Record<string, MappedColumn> = {
      ID_CLI: key(),
      CODIGO_CLI: { column: code, ...zeros },
      RAZONSOCIAL_CLI: { column: name },
    }
    const take = (
      heading: string,
      concept: Concept,
      fits: (column: ExportColumn) => boolean,
      more: Partial<MappedColumn> = {},
    ) => {
      const value = this.field(list, heading, source, concept, { fits })
      if (value === undefined) return undefined
      columns[heading] = this.mapped(value, more)
      return this.columnOf(source, value)?.column
    }
    take('NOMBRE_CLI', 'contactName', isLikeText)
    take('CUIT_CLI', 'cuit', ({ cuits }) => cuits >= NEARLY_ALL, { leavesOut: 'vacio' })
    take('EMAIL_CLI', 'email', ({ mails }) => mails >= NEARLY_ALL)
    const bonus = take('BONIF_CLI', 'bonus', ({ numbers }) => numbers >= NEARLY_ALL)
    if (bonus) this.isNumber(source, bonus.heading)
    columns.ACTIVO = this.activeOf(list, source)
    this.mapNamed(source, columns, 'vendedores', 'ID_VC', 'DESCRIP_VC', 'seller')
    this.mapNamed(source, columns, 'zonas', 'ID_ZON', 'DESCRIPCION_ZON', 'zone')
    this.mapNamed(source, columns, 'ivas', 'ID_IVA', 'DESCRIP_IVA', 'vatCondition')
    this.mapListOf(source, columns)
    this.lists.push({ list, file: source.alias, columns, ...clean })
    this.mapAddresses(source, key, own)
    this.mapBalances(source, key, own)
  }

  /** Sellers, zones, … that stand by their name, or by a code whose names another file has. */
  private mapNamed(
    source: Source,
    clients: Record<string, MappedColumn>,
    list: string,
    id: string,
    label: string,
    concept: Concept,
  ): void {
    const value = this.field('clientes', id, source, concept, { fits: ({ values }) => values.size <= 500 })
    const column = value === undefined ? undefined : this.columnOf(source, value)?.column
    if (value === undefined || !column) return
    const zeros = column.digits > 0 ? { zeros: 0 } : {}
    clients[id] = { key: [value], ...zeros }
    // A code that another file explains is shown by its name.
    const other = this.sources.find(
      (one) => one !== source && !this.used.has(one.alias) && one.table.columns.length <= 8 && namedBy(one, column),
    )
    const found = other && namedBy(other, column)
    if (other && found) {
      this.use(other, list)
      this.lists.push({
        list,
        file: other.alias,
        columns: { [id]: { key: [found.key.heading], ...zeros }, [label]: { column: found.name.heading } },
      })
      return
    }
    this.lists.push({
      list,
      file: source.alias,
      once: 'una',
      needs: [value],
      columns: { [id]: { key: [value], ...zeros }, [label]: { column: value } },
    })
  }

  private mapAddresses(source: Source, key: () => MappedColumn, own: string[] | undefined): void {
    const list = 'direcciones'
    const street = this.field(list, 'DIRECCION_DIR', source, 'street', { fits: isLikeText })
    if (street === undefined) return
    const columns: Record<string, MappedColumn> = { ID_DIR: key(), ID_CLI: key(), DIRECCION_DIR: { column: street } }
    const locality = this.field(list, 'LOCALIDAD_DIR', source, 'locality', { fits: isLikeText })
    if (locality !== undefined) columns.LOCALIDAD_DIR = { column: locality }
    const province = this.field(list, 'IDPRV_DIR', source, 'province', { fits: areProvinces })
    const provinces = province === undefined ? undefined : this.columnOf(source, province)?.column
    if (province !== undefined && provinces) {
      const known = Object.fromEntries([...provinces.values].flatMap((text) => provinceOf(text) ?? []))
      const unknown = provinces.shown.filter((text) => !Object.hasOwn(known, headingKey(text)))
      const mapped: MappedColumn = { column: province, values: known }
      if (unknown.length === 0) columns.IDPRV_DIR = mapped
      else {
        const answer = this.ask(
          'direcciones.provincias',
          `En «${province}» hay textos que no son provincias: ${unknown.slice(0, 4).join(', ')}. ¿Qué se hace con esas direcciones?`,
          [
            ['sin', 'Quedan sin provincia'],
            ['rechazar', 'Se rechazan'],
          ],
          'sin',
        )
        columns.IDPRV_DIR = answer === 'sin' ? { ...mapped, otherwise: '' } : mapped
      }
    }
    const postal = this.field(list, 'CP_DIR', source, 'postalCode')
    if (postal !== undefined) columns.CP_DIR = { column: postal }
    this.lists.push({
      list,
      file: source.alias,
      needs: [...(own ?? []), ...(own?.includes(street) ? [] : [street])],
      columns,
    })
  }

  private mapBalances(source: Source, key: () => MappedColumn, own: string[] | undefined): void {
    const list = 'cuentas'
    const isAmount = ({ numbers }: ExportColumn) => numbers >= NEARLY_ALL
    const balance = this.field(list, 'SALDO_CTA', source, 'balance', { fits: isAmount })
    if (balance === undefined) return
    const limit = this.field(list, 'LIMITE_CTA', source, 'creditLimit', { fits: isAmount })
    this.isNumber(source, balance)
    if (limit !== undefined) this.isNumber(source, limit)
    const columns: Record<string, MappedColumn> = {
      ID_CLI: key(),
      FECHA_CTA: { moment: 'archivo' },
      SALDO_CTA: { column: balance, blank: '0' },
      ...(limit === undefined ? {} : { LIMITE_CTA: { column: limit } }),
    }
    this.lists.push({ list, file: source.alias, columns, ...(own ? { needs: own } : {}) })
  }
}

// ---- what a column looks like ----------------------------------------------------------------------

const YES = new Set([
  's',
  'si',
  '1',
  'true',
  'verdadero',
  'activo',
  'activa',
  'habilitado',
  'habilitada',
  'vigente',
  'x',
  'yes',
  'a',
  'venta',
  'compra venta',
  'compra y venta',
])
const NO = new Set([
  'n',
  'no',
  '0',
  'false',
  'falso',
  'inactivo',
  'inactiva',
  'inhabilitado',
  'inhabilitada',
  'baja',
  'suspendido',
  'discontinuado',
  'i',
  'compra',
])

/** A list's name as what tells it from others: 'PRECIO LISTA Mayorista' is 'mayorista', 'Lista01' is '1'. */
const listWords = (text: string): string =>
  headingWords(text)
    .replace(/\d+/g, (digits) => ` ${digits.replace(/^0+(?=\d)/, '')} `)
    .split(/\s+/)
    .filter((word) => word !== '' && !OF_ANY_LIST.has(word))
    .join(' ')
const OF_ANY_LIST = new Set(['precio', 'precios', 'lista', 'listas', 'de', 'tarifa'])
const numberIn = (words: string): string | undefined => /(?:^| )(\d+)$/.exec(words)?.[1]

/** The one list that a text names: by all its words, else by its number where one of both says no more; undefined: none, or several. */
function listNamed(lists: readonly FoundList[], text: string): FoundList | undefined {
  const words = listWords(text)
  const one = (isIt: (name: string) => boolean) => {
    const found = lists.filter(({ names }) => names.some(isIt))
    return found.length === 1 ? found[0] : undefined
  }
  const number = numberIn(words)
  return (
    one((name) => headingKey(name) === headingKey(text)) ??
    (words === '' ? undefined : one((name) => listWords(name) === words)) ??
    (number === undefined
      ? undefined
      : one((name) => numberIn(listWords(name)) === number && [words, listWords(name)].includes(number)))
  )
}

/** A code stands once in each row, or nearly. */
const isLikeCode = (column: ExportColumn): boolean =>
  column.values.size >= column.filled * 0.98 && column.shown.every((text) => text.length <= 40)
/** Most of its few values say yes or no. */
const isYesOrNo = ({ values }: ExportColumn): boolean => {
  const known = [...values].filter((text) => YES.has(headingWords(text)) || NO.has(headingWords(text)))
  return values.size <= 8 && known.length * 2 >= values.size
}
const isLikeText = ({ numbers, shown }: ExportColumn): boolean =>
  numbers <= 0.2 && shown.some((text) => /\p{L}{2}/u.test(text))
const isWhole = ({ wholes, numbers }: ExportColumn): boolean => numbers >= NEARLY_ALL && wholes >= NEARLY_ALL
const isKeyLike = ({ filled, shown, longDecimals }: ExportColumn): boolean =>
  filled > 0 && longDecimals === 0 && shown.every((text) => text.length <= 40 && !/\d[.,]\d{1,2}$/.test(text))

const VAT_RATES = new Set([0, 2.5, 5, 10.5, 21, 27])
/** 'IVA 21%' as '21', and '10,5' as '10.5'; undefined: no rate that there is, e.g. 1.21 or a code. */
function rateOf(text: string): string | undefined {
  const rate = withoutPercent(text.replace(/^iva(?: ventas?)? (?=[\d.,]+ ?%$)/i, '')).replace(',', '.')
  return rate !== '' && VAT_RATES.has(Number(rate)) ? String(Number(rate)) : undefined
}
const isVatRate = ({ values }: ExportColumn): boolean =>
  values.size > 0 && [...values].every((text) => rateOf(text) !== undefined)
/** What the texts of a column of rates mean, where they are more than numbers. */
const namedRates = ({ values, numbers }: ExportColumn): Partial<MappedColumn> =>
  numbers === 1 ? {} : { values: Object.fromEntries([...values].map((text) => [text, rateOf(text) ?? text])) }

const pricesOf = ({ columns }: ExportTable): ExportColumn[] =>
  columns.filter(
    (column) =>
      isPriceHeading(column.heading) &&
      column.filled > 0 &&
      column.numbers + column.otherCurrency / column.filled >= 0.5,
  )

/** The column of a table that has the codes of the articles. */
const keyOf = ({ columns }: ExportTable, codes: ExportColumn): ExportColumn | undefined =>
  columns
    .filter((column) => isKeyLike(column) && overlap(column, codes) >= SAME_KEY)
    .toSorted((a, b) => overlap(b, codes) * b.values.size - overlap(a, codes) * a.values.size)[0]

/** The key and the name of a small table that explains a column's codes. */
function namedBy(source: Source, column: ExportColumn): { key: ExportColumn; name: ExportColumn } | undefined {
  const key = source.table.columns.find((one) => isUnique(one) && overlap(column, one) >= 0.95)
  const name =
    source.table.columns.find((one) => one !== key && isLikeText(one) && names(one.heading, 'description')) ??
    source.table.columns.find((one) => one !== key && isLikeText(one))
  return key && name && column.shown.every((text) => text.length <= 20) ? { key, name } : undefined
}

const areSameWords = ({ theirs, mine }: { theirs: ExportColumn; mine: ExportColumn }): boolean =>
  headingKey(theirs.heading) === headingKey(mine.heading)

/** Whether there are rows without the second column whose first one is no code: a title of a group, a footer. */
function blankAlong({ table }: Source, first: string, second: string): boolean {
  const places = [first, second].map(
    (heading) => table.columns.find((column) => column.heading === heading)?.place ?? -1,
  )
  return table.rows.some(
    ({ cells }) => places.some((place) => cellText(cells[place]) === '') && cells.some((cell) => cellText(cell) !== ''),
  )
}

const provinces = new Map<string, number>(PROVINCES.map(([id, name]) => [headingWords(name), id]))
for (const other of [
  'capital federal',
  'ciudad autonoma de buenos aires',
  'ciudad de buenos aires',
  'c a b a',
  'capital',
  'ciudad autonoma buenos aires',
])
  provinces.set(other, 0)
for (const other of [
  'bs as',
  'pcia de buenos aires',
  'provincia de buenos aires',
  'gba',
  'buenos aires provincia',
  'bs as provincia',
])
  provinces.set(other, 1)
provinces.set('tierra del fuego antartida e islas del atlantico sur', 24)
provinces.set('sgo del estero', 13)
const provinceOf = (text: string): [string, string][] | undefined => {
  if (text === '') return undefined
  const id = provinces.get(headingWords(text))
  return id === undefined ? undefined : [[text, String(id)]]
}

const areProvinces = ({ values }: ExportColumn): boolean =>
  [...values].filter((text) => provinceOf(text) !== undefined).length * 2 >= values.size

const stem = (file: string): string => file.replace(/\.[a-z]+$/i, '')
const labelOf = ({ table: { sheet, rows } }: Source): string =>
  `${sheet.file}${sheet.sheet ? `, hoja ${sheet.sheet}` : ''} (${rows.length} ${rows.length === 1 ? 'fila' : 'filas'})`
