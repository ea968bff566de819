import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CatalogueFilter, CatalogueQuery } from '../../../contract/catalogue.ts'
import {
  brand,
  catalogueRow,
  categoryTree,
  findByCategory,
  findByCode,
  findByPrice,
  findByText,
  findExact,
  listBrands,
  listByPrice,
  listProducts,
  searchProducts,
  suggestion,
  suggestTexts,
  treeRow,
} from '../../../contract/catalogue.ts'
import { filterOption, filterOptions } from '../../../contract/filter-options.ts'
import { type Beside, dayInArgentina } from '../../../engine/buyer-filters.ts'
import { type Caller, clientOf } from '../../caller.ts'
import { createReadyAnswers } from '../../http/ready-answers.ts'
import { type App, route } from '../../http/route.ts'
import type { Page } from '../snapshot/snapshot.ts'
import { type Catalogue, type CatalogueState, countedTree, options, suggestions } from './catalogue.service.ts'
import type { MissedSearches } from './missed-searches.service.ts'

/** Part of every answer's entity tag. It is raised when the same text finds other articles in the same catalogue. */
const RULES_OF_SEARCH = 4

const FORMAT = [catalogueRow, treeRow, brand, suggestion, filterOption]
  .map(({ fields }) => Object.values(fields).map(([name]) => name))
  .concat([[`${RULES_OF_SEARCH}`]])
  .join()

/** A call whose answer is ready, or is made once for all who ask the same by the same prices. */
interface Asking {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: Caller
  readonly query: { readonly clientId?: number | undefined }
}

/** The articles that a client took (without a client: that the user did), and a name that stands for this set alone. */
export type TakenOf = (
  caller: Caller,
  clientId: number,
) => Promise<{ readonly name: string; readonly ids: ReadonlySet<number> }>

export function catalogueRoutes(
  app: App,
  { catalogue, missedSearches, takenOf }: { catalogue: Catalogue; missedSearches: MissedSearches; takenOf: TakenOf },
): void {
  const ready = createReadyAnswers(FORMAT)
  const answer = (
    { request, reply, caller, query }: Asking,
    body: (state: CatalogueState) => Buffer,
    state = catalogue.current(clientOf(caller, query.clientId)),
    name = '',
  ) => {
    const prices = [state.prices, name].filter(Boolean).join('-')
    return ready(request, reply, { version: state.version, prices, asked: request.url }, () => body(state))
  }
  /** As `answer`, to what depends on the day or on what the client took: its name says so, so that no other client gets it. */
  const answerBeside = async (
    asking: Asking & { readonly query: Partial<CatalogueFilter> },
    body: (state: CatalogueState, beside: Beside) => Buffer,
    needs = { day: asking.query.isNew === true, taken: asking.query.taken !== undefined },
  ) => {
    const { caller, query } = asking
    const clientId = clientOf(caller, query.clientId)
    const taken = needs.taken ? await takenOf(caller, clientId) : undefined
    const today = needs.day ? dayInArgentina() : undefined
    const name = [today, taken?.name].filter(Boolean).join('-')
    return answer(asking, (state) => body(state, { takenIds: taken?.ids, today }), catalogue.current(clientId), name)
  }
  // A ready answer is sent without a search, but the texts that it misses were asked for once more.
  const missed = createMissedAnswers()
  const search = async (asking: Asking & { readonly query: Partial<CatalogueQuery> }) => {
    const { query, request, caller } = asking
    const asked = { text: '', order: 'default', page: 0, ...query } as const
    const sent = await answerBeside(asking, ({ version, snapshot }, beside) => {
      const page = snapshot.searchPage({ ...asked, ...beside })
      if (isPlain(asked)) missed.keep(version, request.url, missingIn(asked.text, page))
      return page.body
    })
    const texts = missed.of(catalogue.current('base').version, request.url)
    if (texts) missedSearches.note(asked.text, texts, caller.userId)
    return sent
  }

  route(app, searchProducts, search)
  route(app, suggestTexts, (call) =>
    answerBeside(call, (state, beside) => suggestions(state, { ...call.query, ...beside, order: 'default' })),
  )
  route(app, filterOptions, (call) =>
    answerBeside(call, (state, beside) => options(state, { ...call.query, ...beside, order: 'default' }), {
      day: true,
      taken: true,
    }),
  )
  route(app, listProducts, search)
  route(app, findByText, search)
  route(app, findByPrice, search)
  route(app, listByPrice, search)
  route(app, findByCategory, search)
  route(app, findExact, (call) =>
    answer(call, ({ snapshot }) => {
      const row = snapshot.rowByCode(call.query.code.trim())
      return snapshot.bodyOf(row === undefined ? [] : [row])
    }),
  )
  route(app, findByCode, (call) =>
    answer(call, ({ snapshot }) => {
      const exact = snapshot.rowByCode(call.query.code.trim())
      if (exact !== undefined) return snapshot.bodyOf([exact])
      return snapshot.searchPage({ text: call.query.code, order: 'default', page: 0 }).body
    }),
  )
  route(app, categoryTree, (call) => {
    const { text = '', similar: _, clientId: _prices, ...narrowing } = call.query
    if (text.trim() === '' && isEmpty(narrowing)) return answer(call, ({ tree }) => tree, catalogue.current('base'))
    return answerBeside(call, (state, beside) =>
      countedTree(state, { ...call.query, ...beside, text, order: 'default' }),
    )
  })
  route(app, listBrands, ({ request, reply, caller }) =>
    answer({ request, reply, caller, query: {} }, ({ brands }) => brands, catalogue.current('base')),
  )
}

/** Whether a search is by its text alone: an article that another filter leaves out is not missing. */
const isPlain = ({ text, page, order: _, similar: _near, clientId: _prices, ...filters }: CatalogueQuery): boolean =>
  text.trim() !== '' && page === 0 && isEmpty(filters)

const isEmpty = (filters: object): boolean => Object.values(filters).every((filter) => filter === undefined)

/** The missing codes of a text, also where near ones are answered (R32); else the whole text, when nothing was found. */
const missingIn = (text: string, { total, missingCodes }: Page): readonly string[] =>
  missingCodes ?? (total === 0 ? [text] : [])

/** Remembers, for one version of the catalogue, what each address did not find; at most `most` addresses. */
function createMissedAnswers(most = 2_000) {
  let ofVersion = -1
  const texts = new Map<string, readonly string[]>()
  return {
    keep(version: number, url: string, missing: readonly string[]) {
      if (version !== ofVersion || texts.size >= most) texts.clear()
      ofVersion = version
      if (missing.length > 0) texts.set(url, missing)
    },
    of: (version: number, url: string) => (version === ofVersion ? texts.get(url) : undefined),
  }
}
