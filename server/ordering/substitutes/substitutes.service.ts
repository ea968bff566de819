/** Finds articles that take the place of one that is not sold or not there (R374). */
import * as z from 'zod/mini'
import { productFields, type TreeRow } from '../../../contract/catalogue.ts'
import { pricedPart } from '../../../contract/catalogue-row.ts'
import { fold } from '../../../contract/codes.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { hasPrice, priceOf } from '../../../contract/price.ts'
import type { DecidedSubstitute, InsteadOf, ReviewArticle } from '../../../contract/review.ts'
import { type findSubstitutes, substituteTexts } from '../../../contract/substitutes.ts'
import { wireObject } from '../../../contract/wire.ts'
import type { CatalogueState } from '../../catalogue/catalogue.ts'
import type { Queryable } from '../../db/open.ts'
import { breather } from '../../lib/turns.ts'
import { notFound } from '../../refusal.ts'
import { readArticles } from '../codes/articles.service.ts'
import { words } from '../lines/lines.rules.ts'
import type { Setting } from '../lines/lines.service.ts'
import { shownArticle } from '../readers/sheet/shown-article.rules.ts'
import { type Described, judgeOf, leastOf, tellingWords } from './likeness.rules.ts'
import { listDecisions, listDescribed } from './substitutes.queries.ts'

/** Articles that are proposed for one. */
const PROPOSED = 5
/** Articles that are judged for one: those that share its rarest words. */
const JUDGED = 60
/** Rows for which articles are searched; a list with more of them that are gone is of another time. */
const SEARCHED = 500

const { articleId, code, description, multiple, unitsPerPack, vatRate, licence, stock } = productFields
const { brandId, categoryId, subcategoryId } = productFields
const candidate = wireObject({
  ...{
    articleId,
    code,
    description,
    multiple,
    unitsPerPack,
    vatRate,
    licence,
    stock,
    brandId,
    categoryId,
    subcategoryId,
  },
  ...pricedPart.fields,
})

/** An article that can't be ordered. */
export interface Gone {
  readonly articleId: number
  /** Cents that a unit cost when it was ordered or saved: it counts where the article has no price today. */
  readonly unitPriceBefore?: number | undefined
}

/** The names of the tree by id, and the ids by folded name: each brand has its own categories. */
interface TreeNames {
  readonly brands: ReadonlyMap<number, string>
  readonly places: ReadonlyMap<number, string>
  readonly idsNamed: ReadonlyMap<string, ReadonlySet<number>>
}
const treeNames = new WeakMap<readonly TreeRow[], TreeNames>()

function namesOf(rows: readonly TreeRow[]): TreeNames {
  const known = treeNames.get(rows)
  if (known) return known
  const brands = new Map<number, string>()
  const places = new Map<number, string>()
  const idsNamed = new Map<string, Set<number>>()
  const note = (id: number | null, name: string | null) => {
    if (id === null || name === null || places.has(id)) return
    places.set(id, name)
    const ids = idsNamed.get(fold(name))
    if (ids) ids.add(id)
    else idsNamed.set(fold(name), new Set([id]))
  }
  for (const row of rows) {
    brands.set(row.brandId, row.brand)
    note(row.categoryId, row.category)
    note(row.subcategoryId, row.subcategory)
  }
  const names = { brands, places, idsNamed }
  treeNames.set(rows, names)
  return names
}

/** Who orders, and of which catalogue. */
type Ordering = Pick<Setting, 'catalogue' | 'clientId'>

/** What may take the place of an article: what was decided, where that can be ordered, and what is proposed, the best first. */
export interface Substitutes {
  readonly decided: DecidedSubstitute | undefined
  readonly proposals: ReviewArticle[]
}

/** For each article that can't be ordered: what was decided, and those that this client can order in its place. */
export async function substitutesFor(db: Queryable, ordering: Ordering, gone: readonly Gone[]): Promise<Substitutes[]> {
  const searched = gone.slice(0, SEARCHED)
  if (searched.length === 0) return gone.map(() => ({ decided: undefined, proposals: [] }))
  const ids = [...new Set(searched.map((article) => article.articleId))]
  const described = new Map(
    (await listDescribed(db, ordering.clientId, ids)).map((row) => [row.articleId, row] as const),
  )
  const decisions = await decisionsFor(db, ordering, ids)
  const state = ordering.catalogue.current(ordering.clientId)
  const breathe = breather()
  /** By article and price: a list may name one often. */
  const searchedFor = new Map<string, ReviewArticle[]>()
  const found: Substitutes[] = []
  for (const { articleId: id, unitPriceBefore = 0 } of gone) {
    await breathe()
    const article = described.get(id)
    const decided = decisions.get(id)
    const unitPrice = article ? priceOf(article) || unitPriceBefore : 0
    const key = `${id} ${unitPrice}`
    if (article && !searchedFor.has(key) && searchedFor.size < SEARCHED)
      searchedFor.set(key, bestAlike(state, { ...article, articleId: id, unitPrice }))
    const alike = searchedFor.get(key) ?? []
    const others = alike.filter((other) => other.articleId !== decided?.articleId)
    found.push({ decided, proposals: decided ? [reviewed(decided), ...others].slice(0, PROPOSED) : others })
  }
  return found
}

const reviewed = ({ decidedBy: _, ...article }: DecidedSubstitute): ReviewArticle => article

/**
 * What was decided to take the place of articles, by their ids: a client's own decision before the office's (R375, R376). Without one
 * that can be ordered now an article has none.
 */
export async function decisionsFor(
  db: Queryable,
  { catalogue, clientId }: Ordering,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DecidedSubstitute>> {
  const decided = new Map<number, DecidedSubstitute>()
  if (ids.length === 0) return decided
  const rows = await listDecisions(db, clientId, ids)
  const { snapshot } = catalogue.current(clientId)
  const own = new Set(rows.flatMap((row) => (row.clientId === null ? [] : [row.articleId])))
  for (const row of rows) {
    const isOffice = row.clientId === null
    if (row.substituteId === null || (isOffice && own.has(row.articleId))) continue
    const [article] = orderableOf(snapshot, [row.substituteId])
    if (article) decided.set(row.articleId, { ...shownArticle(article), decidedBy: isOffice ? 'shop' : 'client' })
  }
  return decided
}

const candidateAt = (snapshot: CatalogueState['snapshot'], row: number) => {
  const stored = z.decode(candidate, JSON.parse(snapshot.rowJson(row)))
  return { ...stored, vatRate: stored.vatRate ?? null }
}

/** Those of some articles that the client can order: on sale, with a price, and not without stock. */
function orderableOf(snapshot: CatalogueState['snapshot'], ids: readonly number[]) {
  return ids
    .flatMap((id) => snapshot.rowByArticle(id) ?? [])
    .map((row) => candidateAt(snapshot, row))
    .filter(isOrderable)
}

const isOrderable = (article: ReturnType<typeof candidateAt>): boolean => hasPrice(article) && (article.stock ?? 1) > 0

/** What the reviews say of an article that can't be ordered, and what is known of its place. */
export async function substitutesOf(
  db: Queryable,
  setting: Setting,
  { articleId: id, code: written }: { articleId?: number | undefined; code: string },
): Promise<ResponseOf<typeof findSubstitutes>> {
  const find = await readArticles(db, setting.catalogue, setting.clientId, [id ?? written], { besideQuantity: false })
  const found = find(id ?? written)
  if (found.kind !== 'article') throw notFound(substituteTexts.unknown)
  const { article } = found
  const isGone = !article.listed || !hasPrice(article)
  const [{ decided, proposals } = { decided: undefined, proposals: [] }] = isGone
    ? await substitutesFor(db, setting, [article])
    : []
  return {
    article: insteadOf(article, decided),
    reason: isGone ? (article.listed ? words.noPrice : words.notSold) : '',
    substitute: decided,
    proposals,
  }
}

/** An article that can't be ordered, as reviews name it. */
export const insteadOf = (
  { articleId: id, code: written, description: name }: Pick<ReviewArticle, 'articleId' | 'code' | 'description'>,
  decided: DecidedSubstitute | undefined,
): InsteadOf => ({ articleId: id, code: written, description: name, ...(decided && { decidedBy: decided.decidedBy }) })

/** The articles on sale that take the place of a described one, the best first. A call takes milliseconds. */
export function bestAlike(
  { snapshot, treeRows }: CatalogueState,
  gone: Described & { readonly articleId: number },
): ReviewArticle[] {
  const { brands, places, idsNamed } = namesOf(treeRows)
  const idsOf = (name: string): Iterable<number> => idsNamed.get(fold(name)) ?? []
  const words = tellingWords(`${gone.description} ${gone.licence}`)
  const rows = snapshot.rowsAlike({
    words,
    places: [...idsOf(gone.category), ...idsOf(gone.subcategory)],
    most: JUDGED,
  })
  const judge = judgeOf(gone, snapshot.weightOf, Math.log(snapshot.size + 1))
  return rows
    .map((row) => candidateAt(snapshot, row))
    .filter((article) => article.articleId !== gone.articleId && isOrderable(article))
    .map((article) => ({
      article,
      like: judge({
        ...{ description: article.description, licence: article.licence ?? '', unitsPerPack: article.unitsPerPack },
        brand: brands.get(article.brandId ?? 0) ?? '',
        category: places.get(article.categoryId ?? 0) ?? '',
        subcategory: places.get(article.subcategoryId ?? 0) ?? '',
        unitPrice: priceOf(article),
      }),
    }))
    .filter(({ like }) => like >= leastOf(gone))
    .sort((a, b) => b.like - a.like)
    .slice(0, PROPOSED)
    .map(({ article }) => shownArticle(article))
}
