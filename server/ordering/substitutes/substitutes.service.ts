/** Finds articles that take the place of one that is not sold or not there (R374). */
import * as z from 'zod/mini'
import { productFields, type TreeRow } from '../../../contract/catalogue.ts'
import { pricedPart } from '../../../contract/catalogue-row.ts'
import { fold } from '../../../contract/codes.ts'
import { hasPrice, priceOf } from '../../../contract/price.ts'
import type { ReviewArticle } from '../../../contract/review.ts'
import { wireObject } from '../../../contract/wire.ts'
import type { Catalogue, CatalogueState } from '../../catalogue/catalogue.ts'
import type { Queryable } from '../../db/open.ts'
import { breather } from '../../lib/turns.ts'
import { shownArticle } from '../readers/sheet/shown-article.rules.ts'
import { type Described, judgeOf, leastOf, tellingWords } from './likeness.rules.ts'
import { listDescribed } from './substitutes.queries.ts'

/** Articles that are proposed for one. */
const PROPOSED = 5
/** Articles that are judged for one: those that share its rarest words. */
const JUDGED = 60
/** Rows for which articles are searched; a list with more of them that are gone is of another time. */
const SEARCHED = 500

const { articleId, code, description, multiple, unitsPerPack, licence, stock } = productFields
const { brandId, categoryId, subcategoryId } = productFields
const candidate = wireObject({
  ...{ articleId, code, description, multiple, unitsPerPack, licence, stock, brandId, categoryId, subcategoryId },
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

/** For each article that can't be ordered: those that this client can order in its place, the best first; none rather than nonsense. */
export async function substitutesFor(
  db: Queryable,
  { catalogue, clientId }: { readonly catalogue: Catalogue; readonly clientId: number },
  gone: readonly Gone[],
): Promise<ReviewArticle[][]> {
  const searched = gone.slice(0, SEARCHED)
  if (searched.length === 0) return gone.map(() => [])
  const ids = [...new Set(searched.map((article) => article.articleId))]
  const described = new Map((await listDescribed(db, clientId, ids)).map((row) => [row.articleId, row]))
  const state = catalogue.current(clientId)
  const breathe = breather()
  const found: ReviewArticle[][] = []
  for (const { articleId: id, unitPriceBefore = 0 } of gone) {
    await breathe()
    const article = described.get(id)
    found.push(
      article ? bestAlike(state, { ...article, articleId: id, unitPrice: priceOf(article) || unitPriceBefore }) : [],
    )
  }
  return found
}

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
    .map((row) => z.decode(candidate, JSON.parse(snapshot.rowJson(row))))
    .filter((article) => article.articleId !== gone.articleId && hasPrice(article) && (article.stock ?? 1) > 0)
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
