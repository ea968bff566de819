/** The face of this context: what other rooms of the server may call. See SPEC.md. */
export { SHEET_BOUNDS } from './bulk-edit/sheet-bounds.ts'
export { describeInventory, inventoryOf, inventoryPage, tokenInPath } from './inventory/inventory.service.ts'
export { type Catalogue, type CatalogueState, createCatalogue } from './search/catalogue.service.ts'
export { createMissedSearches, type MissedSearches } from './search/missed-searches.service.ts'
export { beginPrices } from './search/price-turns.service.ts'
export { pricesByPromotion } from './search/promoted-prices.service.ts'
