/** The public inventories: which one a token opens, and what of the catalogue it shows (R18). */
import { timingSafeEqual } from 'node:crypto'
import {
  type Inventory,
  type InventoryKey,
  type InventoryKind,
  type InventoryQuery,
  inventoryKeys,
  sentNames,
} from '../../../contract/inventory.ts'
import type { Settings } from '../../settings/settings.ts'
import type { CatalogueState } from '../search/catalogue.service.ts'

const WITH_PRICES: InventoryKey = 'INVENTARIO_CON_PRECIO'

/** Which inventory a token opens, or undefined. */
export function inventoryOf(settings: Settings, token: string): InventoryKind | undefined {
  const key = inventoryKeys.find((candidate) => isSame(settings.value(candidate), token))
  return key && { withPrices: key === WITH_PRICES }
}

/** What the screen of an inventory knows before its rows: the brands with articles on sale, in the tree's order. */
export function describeInventory({ treeRows }: CatalogueState, { withPrices }: InventoryKind): Inventory {
  const names = new Map<number, string>()
  for (const { brandId, brand, count } of treeRows) if (count > 0) names.set(brandId, brand)
  return { withPrices, brands: [...names].map(([id, name]) => ({ id, name })) }
}

/** Whether two texts are the same. The time it takes does not tell how much of a guess is right. */
function isSame(stored: string, given: string): boolean {
  const [a, b] = [Buffer.from(stored), Buffer.from(given)]
  return a.length > 0 && a.length === b.length && timingSafeEqual(a, b)
}

/** The token in the address of an inventory's screen; undefined for any other path. */
export const tokenInPath = (path: string): string | undefined => /^\/inventario\/([^/]+)\/?$/.exec(path)?.[1]

/**
 * One page as JSON: the catalogue's own answer, cut to the fields that may leave. Cutting when answered costs less than
 * a second set of ready rows, which each rebuild would make and nobody may ever ask for.
 */
export function inventoryPage(
  { snapshot }: CatalogueState,
  inventory: InventoryKind,
  { text, brandId, order, page, minPrice, maxPrice }: InventoryQuery,
): Buffer {
  const range = inventory.withPrices ? { minPrice, maxPrice } : {}
  const { body } = snapshot.searchPage({ text, brandId, order, page, ...range })
  return Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8')), sentNames(inventory)))
}

/** The question that a page answers, as text: what the inventory ignores is left out, so that it makes no other answer. */
export const askedOf = (
  { withPrices }: InventoryKind,
  { text, brandId, order, page, minPrice, maxPrice }: InventoryQuery,
): string => JSON.stringify([withPrices, text, brandId, order, page, ...(withPrices ? [minPrice, maxPrice] : [])])
