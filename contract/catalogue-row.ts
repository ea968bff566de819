/** Rows of the catalogue as the JSON text that the wire carries. */
import * as z from 'zod/mini'
import { mediaColumns, pricedFields, product, productFields } from './catalogue.ts'
import type { Priced } from './price.ts'
import { priceSteps } from './price-steps.ts'
import { wireObject } from './wire.ts'
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

/** The end of a row: what its article costs. */
export const pricedPart = wireObject({
  listPrice: productFields.listPrice,
  discount: productFields.discount,
  ...pricedFields,
})
const writePrice = wireWriter(pricedPart)
const { listPrice, discount, steps } = pricedPart.fields
const PRICE_BEGINS = `,"${listPrice[0]}":`
const hundredths = (value: unknown): number => Math.round(Number(value) * 100)

/**
 * A row's text with another price: `priceOf` is given what its article costs by the base list, as the row has it. Nothing else
 * of the row is written anew. Where it has no steps, without zod: each answer has a page of
 * rows.
 */
export function repriced(row: string, priceOf: (base: Priced) => Parameters<typeof writePrice>[0]): string {
  // Quotation marks inside a value stand behind a backslash, so that these can only be the field's.
  const at = row.lastIndexOf(PRICE_BEGINS)
  const price = JSON.parse(`{${row.slice(at + 1)}`) as Record<string, unknown>
  const told = price[steps[0]]
  const base: Priced = {
    listPrice: hundredths(price[listPrice[0]]),
    discount: hundredths(price[discount[0]]),
    steps: told ? z.decode(priceSteps, told as never) : null,
  }
  return `${row.slice(0, at)},${writePrice(priceOf(base)).slice(1)}`
}
