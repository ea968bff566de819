/** Rows of the catalogue as the JSON text that the wire carries. */
import { mediaColumns, product } from './catalogue.ts'
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
