/** Pages of an inventory as they stand. */
import type { InventoryRow } from '../../../../contract/inventory.ts'

/** An article that slid to the next page between two answers is shown once. */
export function joinPages(pages: readonly (readonly InventoryRow[])[]): readonly (readonly InventoryRow[])[] {
  const seen = new Set<number>()
  const isNew = ({ articleId }: InventoryRow) => seen.size < seen.add(articleId).size
  return pages.map((rows) => {
    const fresh = rows.filter(isNew)
    // The same array as long as it can be: its cards need not be looked at again.
    return fresh.length === rows.length ? rows : fresh
  })
}
