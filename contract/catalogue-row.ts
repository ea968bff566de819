/** Rows of the catalogue as the JSON text that the wire carries. */
import * as z from 'zod/mini'
import { mediaColumns, pricedPart, product } from './catalogue.ts'
import type { Priced } from './price.ts'
import { wireWriter } from './wire-writer.ts'

const writeProduct = wireWriter(product, ['erpArticleId', 'media1', 'media2', 'media3', 'media4', 'media5', 'image'])

/** The record that a row is written from: a product with its media slots in place of the columns made of them. */
export type RowSource = Parameters<typeof writeProduct>[0] & { readonly media: readonly (string | null)[] }

/** One row as the JSON text the wire carries, for rows prepared by the thousand. */
export const catalogueRowJson = (item: RowSource): string =>
  writeProduct(item, {
    ...mediaColumns(item.articleId, item.media),
    erpArticleId: item.articleId,
  })

const writePrice = wireWriter(pricedPart)
const PRICE_BEGINS = `,"${pricedPart.fields.listPrice[0]}":`

/** A row's text with another price: `priceOf` is given the row's own. Nothing else of the row is written anew. */
export function repriced(row: string, priceOf: (own: Priced) => Parameters<typeof writePrice>[0]): string {
  // Quotation marks inside a value stand behind a backslash, so that these can only be the field's.
  const at = row.lastIndexOf(PRICE_BEGINS)
  const own = z.decode(pricedPart, JSON.parse(`{${row.slice(at + 1)}`))
  return `${row.slice(0, at)},${writePrice(priceOf(own)).slice(1)}`
}
