/** From the rows of the catalogue to the articles of a document. */
import * as z from 'zod/mini'
import { type Product, product, treeRow } from '../../../contract/catalogue.ts'
import { isVideo } from '../../../contract/media.ts'
import type { CatalogueFileTask, FileItem } from './catalogue-files.types.ts'
import type { Branch } from './catalogue-pages.rules.ts'

/** What a client reads where an article has no brand, or no category: 'Sin categoría' is a word of the office. */
export const OTHER_BRANDS = 'Otras marcas'
export const OTHERS = 'Otros artículos'

/** The articles of a document in its order. Without prices the amounts are gone before anything is drawn. */
export function itemsOf({ rows, tree, withPrices, withImages }: CatalogueFileTask): FileItem[] {
  const names = namesOf(tree)
  const items = z.decode(z.array(product), readJson(rows) as never).map((row) => ({
    articleId: row.articleId,
    code: row.code,
    alias: row.alias,
    description: row.description,
    unitsPerPack: row.unitsPerPack,
    innerPack: row.innerPack,
    assortment: row.assortment,
    multiple: row.multiple,
    listPrice: withPrices ? row.listPrice : 0,
    discount: withPrices ? row.discount : 0,
    ...(withPrices && row.steps && { steps: row.steps }),
    ...(withPrices && row.unitPrice !== undefined && { unitPrice: row.unitPrice }),
    promo: row.promo,
    future: row.future,
    hint: row.hint,
    brand: names.brands.get(row.brandId ?? 0) ?? '',
    category: names.categories.get(row.categoryId ?? 0) ?? '',
    subcategory: names.categories.get(row.subcategoryId ?? 0) ?? '',
    picture: withImages ? pictureOf(row) : null,
  }))
  const branded = items.some(({ brand }) => brand !== '')
  const divided = new Set(items.filter(({ category }) => category !== '').map(({ brand }) => brand))
  return items.map((item) => ({
    ...item,
    brand: item.brand || (branded ? OTHER_BRANDS : ''),
    category: item.category || (divided.has(item.brand) ? OTHERS : ''),
  }))
}

/** Groups articles that follow each other and have the same brand, category and subcategory. */
export function branchesOf(items: readonly FileItem[]): Branch<FileItem>[] {
  const branches: (Branch<FileItem> & { items: FileItem[] })[] = []
  for (const item of items) {
    const last = branches.at(-1)
    const { brand, category, subcategory } = item
    if (last && last.brand === brand && last.category === category && last.subcategory === subcategory)
      last.items.push(item)
    else branches.push({ brand, category, subcategory, items: [item] })
  }
  return branches
}

function pictureOf({ media1, media2, media3, media4, media5 }: Product): string | null {
  const file = [media1, media2, media3, media4, media5].find((name) => name !== null && !isVideo(name))
  return file ?? null
}

/** The names of brands, and of categories and subcategories, by id. */
export function namesOf(tree: Uint8Array) {
  const brands = new Map<number, string>()
  const categories = new Map<number, string>()
  for (const row of z.decode(z.array(treeRow), readJson(tree) as never)) {
    brands.set(row.brandId, row.brand)
    if (row.categoryId !== null && row.category !== null) categories.set(row.categoryId, row.category)
    if (row.subcategoryId !== null && row.subcategory !== null) categories.set(row.subcategoryId, row.subcategory)
  }
  return { brands, categories }
}

const readJson = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString('utf8'))
