/** Gives a shop inventories whose links are known beforehand. */
import type { InventoryKey } from '../contract/inventory.ts'
import { openDatabase } from '../server/db/open.ts'
import { INVENTORY_TOKENS } from './inventory-tokens.ts'

/** Replaces the inventory tokens of an embedded database, which no other process may have open. */
export async function storeInventoryTokens(dataDir: string): Promise<void> {
  const db = await openDatabase({ dataDir })
  try {
    for (const [key, value] of Object.entries(INVENTORY_TOKENS) as [InventoryKey, string][])
      await db.kysely
        .insertInto('setting')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute()
  } finally {
    await db.close()
  }
}
