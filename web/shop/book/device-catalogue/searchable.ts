/** The catalogue on the device, opened for searching: the server's own engine over what the server sent (R224). */
import type { CatalogueRow, Product, Suggestion } from '../../../../contract/catalogue.ts'
import { type DeviceAnswer, type Level, type Levels, productsOf } from '../../../../contract/device-catalogue.ts'
import type { FilterOption } from '../../../../contract/filter-options.ts'
import { priceOf } from '../../../../contract/price.ts'
import { type Bitset, rowsWhere } from '../../../../engine/bitset.ts'
import { buildIndex, inDefaultOrder } from '../../../../engine/build.ts'
import { buildPriceIndex } from '../../../../engine/build-order.ts'
import { isLowered, type SearchFilter } from '../../../../engine/buyer-filters.ts'
import { type CatalogueIndex, openIndex } from '../../../../engine/catalogue-index.ts'
import type { OpenPrices, PriceOf } from '../../../../engine/device-prices.ts'
import type { BranchCount, PriceIndex } from '../../../../engine/index-data.ts'
import { type IndexedItem, indexedItem } from '../../../../engine/item.ts'
import type { SearchQuery } from '../../../../engine/search.ts'

/** What the device knows of the catalogue at one version. */
export interface KeptCatalogue {
  readonly version: number
  readonly products: readonly Product[]
  readonly levels: Levels
}

/** What the device knows after an answer. @throws when it adds to a version that is not the kept one */
export function takeAnswer(kept: KeptCatalogue | undefined, answer: DeviceAnswer): KeptCatalogue {
  const { version, since, removed } = answer
  const products = productsOf(answer)
  if (since === undefined) {
    if (!answer.levels) throw new Error('a whole catalogue without its levels')
    return { version, products, levels: answer.levels }
  }
  if (kept?.version !== since) throw new Error(`changes since ${since} of a catalogue of ${kept?.version}`)
  const byId = new Map(kept.products.map((product) => [product.articleId, product]))
  for (const id of removed) byId.delete(id)
  for (const product of products) byId.set(product.articleId, product)
  return { version, products: [...byId.values()], levels: answer.levels ?? kept.levels }
}

export interface SearchableCatalogue {
  /** A page as the server's search answers it: the first row carries what holds for the whole answer. */
  search(query: SearchQuery): CatalogueRow[]
  /** The article with exactly that code, alone; else an empty list. */
  findExact(code: string): CatalogueRow[]
  /** The places of the tree that hold articles of a search, and how many (R221): with `countedRows`, the server's answer. */
  placesOf(filter: SearchFilter): BranchCount[]
  /** What a buyer may narrow a search by further, as the server answers it (R365). */
  optionsOf(filter: SearchFilter): FilterOption[]
  /** What the text of a search may have been meant as, as the server answers it (R245). */
  suggest(filter: SearchFilter): Suggestion[]
}

type Item = IndexedItem & { readonly product: Product }

/** The catalogue as any client is shown it (R352): without kept prices all are shown the same. */
export type ShownTo = (clientId: number | undefined) => SearchableCatalogue

/** Builds the index: some hundred milliseconds, so in a worker. */
export function openCatalogue({ products, levels }: KeptCatalogue, prices?: OpenPrices): ShownTo {
  const brands = byId(levels.brands)
  const categories = byId(levels.categories)
  const subcategories = byId(levels.subcategories)
  const items = inDefaultOrder(
    products.map((product): Item => {
      const brand = brands(product.brandId)
      const category = categories(product.categoryId)
      const subcategory = subcategories(product.subcategoryId)
      const place = {
        brand: brand.name,
        category: category.name,
        subcategory: subcategory.name,
        brandPosition: brand.position,
        categoryPosition: category.position,
        subcategoryPosition: subcategory.position,
      }
      return Object.assign(indexedItem(product, place), { product })
    }),
  )
  const base = openIndex(buildIndex(items, levels.synonyms))
  const shownTo = (pricesOf: PriceOf | undefined): SearchableCatalogue => {
    const priced = (row: number): Product => pricesOf?.((items[row] as Item).product) ?? (items[row] as Item).product
    let byPrice: PriceIndex | undefined
    let lowered: Bitset | undefined
    const index = !pricesOf
      ? base
      : {
          ...base,
          ...base.pricedBy({
            prices() {
              byPrice ??= buildPriceIndex(Float64Array.from(items, (_, row) => priceOf(priced(row))))
              return byPrice
            },
            lowered() {
              lowered ??= rowsWhere(items.length, (row) => isLowered(priced(row)))
              return lowered
            },
          }),
        }
    const answerOf = (rows: readonly number[], facts: Partial<CatalogueRow>): CatalogueRow[] =>
      rows.map((row, at) => {
        const product = priced(row)
        return at === 0 ? { ...product, ...facts } : product
      })
    return searchableBy(index, answerOf)
  }
  let last: { readonly clientId: number | undefined; readonly catalogue: SearchableCatalogue } | undefined
  return (clientId) => {
    if (!last || last.clientId !== clientId) last = { clientId, catalogue: shownTo(prices?.pricesOf(clientId)) }
    return last.catalogue
  }

  function searchableBy(
    index: CatalogueIndex,
    answerOf: (rows: readonly number[], facts: Partial<CatalogueRow>) => CatalogueRow[],
  ): SearchableCatalogue {
    return {
      search(query) {
        const { rows, total, found, missingCodes, approximate } = index.select(query)
        return answerOf(rows, {
          total,
          ...(found && { found }),
          ...(missingCodes && { missingCodes: missingCodes.join(', ') }),
          ...(approximate && { approximate }),
        })
      },
      findExact(code) {
        const row = index.rowByCode(code.trim())
        return row === undefined ? [] : answerOf([row], { total: 1 })
      },
      placesOf: index.placesOf,
      optionsOf: index.optionsOf,
      suggest: (filter) => index.suggest(filter, (row) => items[row]?.description ?? ''),
    }
  }
}

const NO_LEVEL = { position: 0, name: '' }

/** Makes the look-up of a level by its id; null and an unknown id have no name and position 0. */
function byId(levels: readonly Level[]): (id: number | null) => Omit<Level, 'id'> {
  const known = new Map(levels.map((level) => [level.id, level]))
  return (id) => (id === null ? NO_LEVEL : (known.get(id) ?? NO_LEVEL))
}
