/** The lists that are made of the file of articles: articles, where the shop shows them, their prices. */
import type { MappedColumn, MappedJoin } from '../../../../../contract/erp-mapping.ts'
import { type ExportColumn, isUnique, overlap } from '../columns-of-export.ts'
import {
  areSameWords,
  blankAlong,
  clientScore,
  isKeyLike,
  isLikeCode,
  isLikeText,
  isVatRate,
  isWhole,
  NEARLY_ALL,
  namedBy,
  namedRates,
  SAME_KEY,
} from './column-kinds.ts'
import { type Concept, fieldLabels, names } from './field-words.ts'
import { mapPrices } from './prices.ts'
import { NONE, OF, type Proposal, type Source } from './proposal.ts'

/** Adds articles, where the shop shows them, and their prices to the mapping. */
export function mapArticles(proposal: Proposal, source: Source): void {
  proposal.use(source, 'artículos')
  const code = proposal.field('articulos', 'CODIGO_ART', source, 'articleCode', { required: true, fits: isLikeCode })
  const description = proposal.field('articulos', 'DESCRIP_ART', source, 'description', {
    required: true,
    fits: isLikeText,
  })
  if (code === undefined || description === undefined) return
  const codes = proposal.columnOf(source, code)?.column
  if (!codes) return
  const zeros = proposal.zerosOf(source, codes)
  const key = (): MappedColumn => ({ key: [code], ...zeros })
  const needs = blankAlong(source.table, code, description) ? [code, description] : undefined
  const clean = needs ? { needs } : {}
  const { joins, sources: joined } = joinsOf(proposal, source, codes, zeros)
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
    const value = proposal.field('articulos', heading, source, concept, { fits, joins: joined })
    const found = value === undefined ? undefined : proposal.columnOf(source, value)
    if (value === undefined || !found) return
    columns[heading] = proposal.mapped(value, more(found.column))
    if (found.of !== source) {
      proposal.use(found.of, (fieldLabels[heading] ?? heading).toLowerCase())
      settleSeveral(proposal, found.of, joins)
    }
    if (found.column.numbers > 0.5 && heading !== 'EAN_ART') proposal.noteNumbers(source, value)
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
  columns.ACTIVO = proposal.activeOf('articulos', source)
  const usedJoins = joins.filter(({ file }) => Object.values(columns).some((given) => given.file === file))
  proposal.lists.push({
    list: 'articulos',
    file: source.alias,
    columns,
    ...(usedJoins.length > 0 ? { joins: usedJoins } : {}),
    ...clean,
  })
  mapBranches(proposal, source, code, zeros, joined, joins, clean)
  mapPrices(proposal, source, code, zeros, needs)
}

/** Files whose rows complete those of the articles: joined by the code or an id, where the values are the same. */
function joinsOf(
  proposal: Proposal,
  source: Source,
  codes: ExportColumn,
  zeros: { zeros?: number },
): { joins: MappedJoin[]; sources: Source[] } {
  const joins: MappedJoin[] = []
  const sources: Source[] = []
  for (const other of proposal.sources) {
    if (other === source || clientScore(other.table) >= 2) continue
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
            [`${pair.theirs.heading}=${pair.mine.heading}`, `${pair.theirs.heading} es ${pair.mine.heading}`] as const,
        )
      const answer = proposal.ask(
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
function settleSeveral(proposal: Proposal, { alias, table }: Source, joins: MappedJoin[]): void {
  const at = joins.findIndex(({ file, several }) => file === alias && several !== undefined)
  const join = joins[at]
  const id = `${alias}.varias`
  if (!join || proposal.questions.some((question) => question.id === id)) return
  const several = proposal.ask(
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

/** A column of codes that another file explains, as the names there; the join comes with it. */
function explainedValue(proposal: Proposal, source: Source, value: string, joins: MappedJoin[]): string {
  const found = proposal.columnOf(source, value)
  if (!found || found.of !== source) return value
  const other = proposal.sources.find(
    (one) =>
      one !== source &&
      !proposal.used.has(one.alias) &&
      one.table.columns.length <= 8 &&
      namedBy(one.table, found.column),
  )
  const names = other && namedBy(other.table, found.column)
  if (!other || !names) return value
  proposal.use(other, 'marcas y categorías')
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
function mapBranches(
  proposal: Proposal,
  source: Source,
  code: string,
  zeros: { zeros?: number },
  joined: readonly Source[],
  joins: MappedJoin[],
  clean: { needs?: string[] },
): void {
  const list = 'asignaciones'
  const brand = proposal.field(list, 'MARCA', source, 'brand', { joins: joined })
  const category = proposal.field(list, 'CATEGORIA', source, 'category', { joins: joined })
  const subcategory = proposal.field(list, 'SUBCATEGORIA', source, 'subcategory', { joins: joined })
  const explained = (value: string | undefined) =>
    value === undefined ? undefined : explainedValue(proposal, source, value, joins)
  const first = explained(brand)
  let top = first === undefined ? undefined : proposal.mapped(first, { blank: 'Sin marca' })
  let levels = [explained(category), explained(subcategory)]
  if (!top) {
    const branch = levels[0] ?? levels[1]
    const options = [
      ...(branch === undefined
        ? []
        : [['rubro', `«${branch.split(OF).at(-1)}» como primer nivel, en lugar de la marca`] as const]),
      ['una', 'Todos bajo «Sin marca»'] as const,
    ]
    const answer = proposal.ask(
      'asignaciones.primer-nivel',
      'No hay una columna de marca, y la tienda muestra primero la marca. ¿Qué va ahí?',
      options,
      options[0]?.[0] ?? 'una',
    )
    if (answer === 'rubro' && branch !== undefined) {
      top = proposal.mapped(branch, { blank: 'Sin marca' })
      levels = levels[0] !== undefined ? [levels[1], undefined] : [undefined, undefined]
    } else top = { constant: 'Sin marca' }
  }
  const [second, third] = levels
  const columns: Record<string, MappedColumn> = {
    CODIGO_ART: { column: code, ...zeros },
    MARCA: top,
    ...(second === undefined ? {} : { CATEGORIA: proposal.mapped(second) }),
    ...(second === undefined || third === undefined ? {} : { SUBCATEGORIA: proposal.mapped(third) }),
    OFERTA_IO: { constant: '0' },
    DESTACADO_IO: { constant: '0' },
    ACTIVO_IO: { constant: '1' },
  }
  const usedJoins = joins.filter(({ file }) => Object.values(columns).some((given) => given.file === file))
  for (const join of usedJoins) {
    const other = proposal.sources.find(({ alias }) => alias === join.file)
    if (other) proposal.use(other, 'marcas y categorías')
  }
  proposal.lists.push({
    list,
    file: source.alias,
    columns,
    ...(usedJoins.length > 0 ? { joins: usedJoins } : {}),
    ...clean,
  })
}
