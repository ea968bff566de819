import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CatalogueQuery } from '../../../contract/catalogue.ts'
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
import { type Caller, clientOf } from '../../caller.ts'
import { createReadyAnswers } from '../../http/ready-answers.ts'
import { type App, route } from '../../http/route.ts'
import type { Page } from '../snapshot/snapshot.ts'
import { type Catalogue, type CatalogueState, countedTree, suggestions } from './catalogue.service.ts'
import type { MissedSearches } from './missed-searches.service.ts'

/** Part of every answer's entity tag. It is raised when the same text finds other articles in the same catalogue. */
const RULES_OF_SEARCH = 3

const FORMAT = [catalogueRow, treeRow, brand, suggestion]
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

export function catalogueRoutes(
  app: App,
  { catalogue, missedSearches }: { catalogue: Catalogue; missedSearches: MissedSearches },
): void {
  const ready = createReadyAnswers(FORMAT)
  const answer = (
    { request, reply, caller, query }: Asking,
    body: (state: CatalogueState) => Buffer,
    state = catalogue.current(clientOf(caller, query.clientId)),
  ) => ready(request, reply, { version: state.version, prices: state.prices, asked: request.url }, () => body(state))
  // A ready answer is sent without a search, but the texts that it misses were asked for once more.
  const missed = createMissedAnswers()
  const search = (asking: Asking & { readonly query: Partial<CatalogueQuery> }) => {
    const { query, request, caller } = asking
    const asked = { text: '', order: 'default', page: 0, ...query } as const
    const sent = answer(asking, ({ version, snapshot }) => {
      const page = snapshot.searchPage(asked)
      if (isPlain(asked)) missed.keep(version, request.url, missingIn(asked.text, page))
      return page.body
    })
    const texts = missed.of(catalogue.current('base').version, request.url)
    if (texts) missedSearches.note(asked.text, texts, caller.userId)
    return sent
  }

  route(app, searchProducts, search)
  route(app, suggestTexts, (call) => answer(call, (state) => suggestions(state, { ...call.query, order: 'default' })))
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
    const { text = '', minPrice, maxPrice } = call.query
    const isWhole = text.trim() === '' && minPrice === undefined && maxPrice === undefined
    const counted = (state: CatalogueState) => countedTree(state, { ...call.query, text, order: 'default' })
    return isWhole ? answer(call, ({ tree }) => tree, catalogue.current('base')) : answer(call, counted)
  })
  route(app, listBrands, ({ request, reply, caller }) =>
    answer({ request, reply, caller, query: {} }, ({ brands }) => brands, catalogue.current('base')),
  )
}

/** Whether a search is by its text alone: an article that another filter leaves out is not missing. */
const isPlain = ({ text, page, ...filters }: CatalogueQuery): boolean =>
  text.trim() !== '' &&
  page === 0 &&
  [filters.brandId, filters.categoryId, filters.subcategoryId, filters.minPrice, filters.maxPrice].every(
    (filter) => filter === undefined,
  )

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
