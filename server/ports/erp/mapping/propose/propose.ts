/**
 * Proposes a mapping for the files of an export (R408): by their headings where the contents say the same, else it asks.
 * Pure: the same files and answers make the same mapping.
 */
import {
  type FeedMapping,
  MAPPING_VERSION,
  type MappedFile,
  type MappingQuestion,
  type ProposedField,
} from '../../../../../contract/erp-mapping.ts'
import { type ExportSheet, type ExportTable, overlap } from '../columns-of-export.ts'
import { mapArticles } from './articles.ts'
import { mapClients } from './clients.ts'
import { articleScore, clientScore, isLikeCode, SAME_KEY } from './column-kinds.ts'
import { names } from './field-words.ts'
import { labelOf, NONE, Proposal, type Source } from './proposal.ts'

export interface Proposed {
  readonly mapping: FeedMapping
  readonly questions: readonly MappingQuestion[]
  /** The fields of each list, by its name. */
  readonly fields: ReadonlyMap<string, readonly ProposedField[]>
  /** What each sheet was taken for; a sheet of nothing known is 'nada que se lea'. */
  readonly contents: ReadonlyMap<ExportSheet, string>
}

/** Lists that others refer to come first. */
const ORDER = ['vendedores', 'zonas', 'expresos', 'ivas', 'listas', 'clientes', 'direcciones', 'articulos', 'precios']

/**
 * The proposal with the answers given so far.
 * @param tables what stands in each sheet; undefined: nothing that is a table
 * @param answers by the id of a question or field
 */
export function propose(
  tables: ReadonlyMap<ExportSheet, ExportTable | undefined>,
  answers: Readonly<Record<string, string>>,
): Proposed {
  const proposal = new Proposal(tables, answers)
  const articles = chooseMain(proposal, 'articulos', 'los artículos', ({ table }) => articleScore(table))
  if (articles) mapArticles(proposal, articles)
  const rest = proposal.sources.filter(({ alias }) => !proposal.used.has(alias))
  const clients = chooseMain(proposal, 'clientes', 'los clientes', ({ table }) => clientScore(table), rest)
  if (clients) mapClients(proposal, clients)
  const files: Record<string, MappedFile> = {}
  for (const source of proposal.sources)
    if (proposal.used.has(source.alias)) files[source.alias] = proposal.fileOf(source)
  const placeOf = (list: string) => (ORDER.indexOf(list) < 0 ? ORDER.length : ORDER.indexOf(list))
  const lists = proposal.lists.toSorted((a, b) => placeOf(a.list) - placeOf(b.list))
  return {
    mapping: { version: MAPPING_VERSION, files, lists },
    questions: proposal.questions,
    fields: proposal.fields,
    contents: proposal.contents,
  }
}

/** The sheet that a list is made of; two that are nearly alike are asked about. */
function chooseMain(
  proposal: Proposal,
  list: string,
  what: string,
  score: (source: Source) => number,
  among: readonly Source[] = proposal.sources,
): Source | undefined {
  const scored = among
    .map((source) => ({ source, score: score(source) }))
    .filter(({ score }) => score >= 2)
    .toSorted((a, b) => b.score - a.score || b.source.table.rows.length - a.source.table.rows.length)
  // Of two files of the same articles the one with more of them: those that the other lacks would be none of the shop's.
  const fuller = scored[0] && list === 'articulos' ? fullerThan(proposal, scored[0].source) : undefined
  if (fuller) {
    const at = scored.findIndex(({ source }) => source === fuller)
    scored.unshift(...(at < 0 ? [{ source: fuller, score: 0 }] : scored.splice(at, 1)))
  }
  const [first, second] = scored
  if (!first) return undefined
  const id = `${list}.archivo`
  if (!fuller && (!second || second.score <= first.score / 2)) return first.source
  const options = [...scored.map(({ source }) => [source.alias, labelOf(source)] as const), [NONE, 'Ninguno'] as const]
  const chosen = proposal.ask(
    id,
    `¿En qué archivo están ${what}? Hay más de uno que puede tenerlos.`,
    options,
    first.source.alias,
  )
  return scored.find(({ source }) => source.alias === chosen)?.source
}

/** The file that has the articles of another one and most beside them. */
function fullerThan(proposal: Proposal, source: Source): Source | undefined {
  const codesOf = ({ table: { columns } }: Source) =>
    columns.find((column) => names(column.heading, 'articleCode') && isLikeCode(column))
  const own = codesOf(source)
  if (!own) return undefined
  return proposal.sources
    .flatMap((other) => {
      const codes = other === source || clientScore(other.table) >= 2 ? undefined : codesOf(other)
      const isOfArticles = other.table.columns.some(({ heading }) => names(heading, 'description'))
      return codes && isOfArticles && codes.values.size > own.values.size && overlap(own, codes) >= SAME_KEY
        ? [{ other, size: codes.values.size }]
        : []
    })
    .toSorted((a, b) => b.size - a.size)[0]?.other
}
