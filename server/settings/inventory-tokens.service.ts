/** The tokens of the public inventories (R18): made at the first start, renewed by an admin (R217). */
import { randomBytes } from 'node:crypto'
import { type InventoryKey, inventoryKeys } from '../../contract/inventory.ts'
import { audit, lockRecord } from '../audit/audit.ts'
import type { Caller } from '../caller.ts'
import type { Db } from '../db/open.ts'
import { insertMissing, setToken } from './settings.queries.ts'

const TOKEN_BYTES = 24

const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** Makes the tokens of the two public inventories at the first start; existing tokens stay. */
export async function makeInventoryTokens(db: Db): Promise<void> {
  await insertMissing(
    db.kysely,
    inventoryKeys.map((key) => ({ key, value: newToken() })),
  )
}

/** The part of a token that the audit keeps: enough to know which link it was, too little to open it. */
const endOf = (token: string): string => `…${token.slice(-4)}`

/**
 * Replaces the token of a public inventory; the old token opens nothing from then on.
 * @throws Refusal 409 when somebody else renewed it since `version` was read (R41)
 */
export async function renewInventoryToken(
  db: Db,
  caller: Caller,
  key: InventoryKey,
  version: number | undefined,
): Promise<{ key: InventoryKey; value: string; version: number }> {
  return db.tx(async (t, publish) => {
    const before = await lockRecord(t, 'setting', key, version)
    const after = await setToken(t, key, newToken())
    await audit(t, {
      userId: caller.userId,
      action: 'update',
      entity: 'setting',
      entityId: key,
      before: { value: endOf(before.value) },
      after: { value: endOf(after.value) },
    })
    publish('settings')
    return { key, ...after }
  })
}
