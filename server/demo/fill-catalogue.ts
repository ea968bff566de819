/** The demo shop's rows of the data that a shop adds to articles: places in the tree, listings, media. */
import type { Transaction } from 'kysely'
import { isVideo } from '../../contract/media.ts'
import type { Tables } from '../db/tables.ts'
import { brands } from './brands.ts'
import type { DemoArticle } from './catalogue.ts'
import { insertAll, insertBrands, insertCategories, type NewCategory } from './demo.queries.ts'
import { categoriesOfBrand } from './families.ts'
import type { StoredPictures } from './pictures.ts'
import { fillPromotions } from './promotions.ts'

const DAY_MS = 86_400_000
/** The shop is not new, and every so many articles one is: listed in the last three weeks. */
const LISTED_DAYS_AGO = 400
const NEW_EVERY = 24

/** Lower prices from a quantity on (R351): percents in hundredths. */
const priceSteps = [
  { brand: 'Bolita', units: 24, percent: 500 },
  { brand: 'Bolita', units: 96, percent: 1_000 },
] as const

/** Inserts brands, categories, listings, steps of prices, promotions and media of articles that are in the database. */
export async function fillCatalogue(
  t: Transaction<Tables>,
  articles: readonly DemoArticle[],
  pictures: StoredPictures,
) {
  const now = Date.now()
  const brandIds = await insertBrands(
    t,
    brands.map(({ name }) => name),
  )
  const places = await fillCategories(t, articles, brandIds)
  await insertAll(
    t,
    'listing',
    articles.flatMap(({ id, listing }) => {
      if (!listing) return []
      const { brand, category, subcategory, ...columns } = listing
      return {
        article_id: id,
        brand_id: brand === null ? null : (brandIds.get(brand) ?? null),
        category_id: places.get(`${brand}/${category}`) ?? null,
        subcategory_id: places.get(`${brand}/${category}/${subcategory}`) ?? null,
        ...columns,
        created_at: new Date(now - (id % NEW_EVERY === 0 ? (id % 20) + 1 : LISTED_DAYS_AGO) * DAY_MS),
      }
    }),
  )
  await insertAll(
    t,
    'price_step',
    priceSteps.map(({ brand, ...step }, at) => ({
      id: at + 1,
      article_id: null,
      brand,
      brand_id: brandIds.get(brand) ?? null,
      category_id: null,
      ...step,
    })),
  )
  await fillPromotions(t, articles, brandIds)
  await insertAll(
    t,
    'media',
    articles.flatMap((article) =>
      article.media.map((one, index) => {
        const { file, contentType } = pictures.of(article, one)
        const kind = isVideo(file) ? ('video' as const) : ('image' as const)
        return { article_id: article.id, slot: index + 1, kind, file, content_type: contentType }
      }),
    ),
  )
}

/** Inserts the tree; answers ids by 'brand/category' and 'brand/category/subcategory'. */
async function fillCategories(
  t: Transaction<Tables>,
  articles: readonly DemoArticle[],
  brandIds: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const upper = [...brandIds].flatMap(([brand, brandId]) =>
    (categoriesOfBrand[brand] ?? []).map(
      (name, index): NewCategory => ({
        key: `${brand}/${name}`,
        brandId,
        parentId: null,
        name,
        position: index + 1,
      }),
    ),
  )
  const upperIds = await insertCategories(t, upper)
  const lower = new Map<string, NewCategory>()
  for (const { listing } of articles) {
    if (!listing?.brand || !listing.subcategory) continue
    const { brand, category, subcategory: name } = listing
    const key = `${brand}/${category}/${name}`
    const parentId = upperIds.get(`${brand}/${category}`) ?? null
    const position = [...lower.values()].filter((other) => other.parentId === parentId).length + 1
    if (!lower.has(key)) lower.set(key, { key, brandId: brandIds.get(brand) ?? 0, parentId, name, position })
  }
  return new Map([...upperIds, ...(await insertCategories(t, [...lower.values()]))])
}
