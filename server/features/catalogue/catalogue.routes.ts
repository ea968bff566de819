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
  treeRow,
} from '../../../contract/catalogue.ts'
import type { Caller } from '../../caller.ts'
import { encodingFor } from '../../http/compression.ts'
import { type App, route } from '../../http/route.ts'
import type { MissedSearches } from '../dashboard/missed-searches.service.ts'
import type { Catalogue, CatalogueState } from './catalogue.service.ts'
import { createCompressedAnswers } from './compressed-answers.ts'
import type { Page } from './engine/snapshot.ts'

/** Rows of an answer are private to signed-in users, and may be kept only to ask whether they changed. */
const CACHING = 'private, no-cache'
const JSON_TYPE = 'application/json; charset=utf-8'

// A new field is a new answer, also where the catalogue did not change.
const FORMAT = fingerprint(
  [catalogueRow, treeRow, brand].map(({ fields }) => Object.values(fields).map(([name]) => name)).join(),
)

export function catalogueRoutes(
  app: App,
  { catalogue, missedSearches }: { catalogue: Catalogue; missedSearches: MissedSearches },
): void {
  // The same address at the same version is the same answer: the entity tag needs no look at the bytes.
  const compressed = createCompressedAnswers()
  const answer = (request: FastifyRequest, reply: FastifyReply, body: (state: CatalogueState) => Buffer) => {
    const state = catalogue.current()
    const etag = `"${state.version}-${FORMAT}-${fingerprint(request.url)}"`
    reply.header('content-type', JSON_TYPE).header('cache-control', CACHING).header('etag', etag)
    reply.header('vary', 'accept-encoding')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (!encoding) return reply.send(body(state))
    return reply
      .header('content-encoding', encoding)
      .send(compressed(`${encoding} ${etag} ${request.url}`, encoding, () => body(state)))
  }
  // A ready answer is not made again, but what it did not find was sought again.
  const missed = createMissedAnswers()
  const search = (
    request: FastifyRequest,
    reply: FastifyReply,
    query: Partial<CatalogueQuery>,
    caller: Caller,
  ) => {
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
  route(app, categoryTree, ({ request, reply }) => answer(request, reply, ({ tree }) => tree))
  route(app, listBrands, ({ request, reply }) => answer(request, reply, ({ brands }) => brands))
}

/** Whether a search is of a text alone: what other filters leave out is there all the same. */
const isPlain = ({ text, page, ...filters }: CatalogueQuery): boolean =>
  text.trim() !== '' &&
  page === 0 &&
  [filters.brandId, filters.categoryId, filters.subcategoryId, filters.minPrice, filters.maxPrice].every(
    (filter) => filter === undefined,
  )

/** What of a text nothing has: codes, also where near ones are answered (R32), else all of it. */
const missingIn = (text: string, { total, missingCodes }: Page): readonly string[] =>
  missingCodes ?? (total === 0 ? [text] : [])

/** Answers of one version of the catalogue that missed something, as many as are worth remembering. */
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

/** A short hash (FNV-1a). An entity tag belongs to its address, so two addresses may well share one. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return `${text.length.toString(36)}-${(hash >>> 0).toString(36)}`
}
