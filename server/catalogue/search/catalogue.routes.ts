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
import type { Caller } from '../../caller.ts'
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

export function catalogueRoutes(
  app: App,
  { catalogue, missedSearches }: { catalogue: Catalogue; missedSearches: MissedSearches },
): void {
  const ready = createReadyAnswers(FORMAT)
  const answer = (request: FastifyRequest, reply: FastifyReply, body: (state: CatalogueState) => Buffer) => {
    const state = catalogue.current()
    return ready(request, reply, { version: state.version, asked: request.url }, () => body(state))
  }
  // A ready answer is sent without a search, but the texts that it misses were asked for once more.
  const missed = createMissedAnswers()
  const search = (request: FastifyRequest, reply: FastifyReply, query: Partial<CatalogueQuery>, caller: Caller) => {
    const asked = { text: '', order: 'default', page: 0, ...query } as const
    const sent = answer(request, reply, ({ version, snapshot }) => {
      const page = snapshot.searchPage(asked)
      if (isPlain(asked)) missed.keep(version, request.url, missingIn(asked.text, page))
      return page.body
    })
    const texts = missed.of(catalogue.current().version, request.url)
    if (texts) missedSearches.note(asked.text, texts, caller.userId)
    return sent
  }

  route(app, searchProducts, ({ query, request, reply, caller }) => search(request, reply, query, caller))
  route(app, suggestTexts, ({ query, request, reply }) =>
    answer(request, reply, (state) => suggestions(state, { ...query, order: 'default' })),
  )
  route(app, listProducts, ({ query, request, reply, caller }) => search(request, reply, query, caller))
  route(app, findByText, ({ query, request, reply, caller }) => search(request, reply, query, caller))
  route(app, findByPrice, ({ query, request, reply, caller }) => search(request, reply, query, caller))
  route(app, listByPrice, ({ query, request, reply, caller }) => search(request, reply, query, caller))
  route(app, findByCategory, ({ query, request, reply, caller }) => search(request, reply, query, caller))
  route(app, findExact, ({ query, request, reply }) =>
    answer(request, reply, ({ snapshot }) => {
      const row = snapshot.rowByCode(query.code.trim())
      return snapshot.bodyOf(row === undefined ? [] : [row])
    }),
  )
  route(app, findByCode, ({ query, request, reply }) =>
    answer(request, reply, ({ snapshot }) => {
      const exact = snapshot.rowByCode(query.code.trim())
      if (exact !== undefined) return snapshot.bodyOf([exact])
      return snapshot.searchPage({ text: query.code, order: 'default', page: 0 }).body
    }),
  )
  route(app, categoryTree, ({ query, request, reply }) => {
    const { text = '', minPrice, maxPrice } = query
    const isWhole = text.trim() === '' && minPrice === undefined && maxPrice === undefined
    return answer(request, reply, (state) =>
      isWhole ? state.tree : countedTree(state, { ...query, text, order: 'default' }),
    )
  })
  route(app, listBrands, ({ request, reply }) => answer(request, reply, ({ brands }) => brands))
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
