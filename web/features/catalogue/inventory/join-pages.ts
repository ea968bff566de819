/** The loaded pages of an inventory. */
import type { InventoryRow } from '../../../../contract/inventory.ts'

/** The pages without repeated articles: one that slid to the next page between two answers is shown once. */
export function joinPages(pages: readonly (readonly InventoryRow[])[]): readonly (readonly InventoryRow[])[] {
  const seen = new Set<number>()
  const isNew = ({ articleId }: InventoryRow) => seen.size < seen.add(articleId).size
  return pages.map((rows) => {
    const newRows = rows.filter(isNew)
    // The same array where no row is left out: its cards need not render again.
    return newRows.length === rows.length ? rows : newRows
  })
}
