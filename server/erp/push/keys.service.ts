/** The ERP's keys: made, withdrawn, and asked of each call (R293). */
import { createHash, randomBytes } from 'node:crypto'
import * as calls from '../../../contract/erp-keys.ts'
import { type KeyRight, keyRights } from '../../../contract/key-rights.ts'
import { audit, lockRecord } from '../../audit/audit.ts'
import type { Caller, KeyHolder, Keys } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { conflict, forbidden, notFound, refuseProblems, unauthenticated } from '../../refusal.ts'
import * as queries from './keys.queries.ts'

const KEY_BYTES = 32
/** 256 random bits need no salt and no slow hash: nobody guesses them. */
const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

/**
 * Makes a key and answers it: the only time that it exists in clear. The caller's password was asked for before.
 * @throws Refusal 400; 409 for more than MOST_KEYS
 */
export async function createKey(
  db: Db,
  caller: Caller,
  { name, rights }: { name: string; rights: readonly KeyRight[] },
): Promise<calls.ToldKey> {
  const wanted = { name: name.trim(), rights: keyRights.filter((right) => rights.includes(right)) }
  const isMissing = (right: string) =>
    right.endsWith(':cambiar') && !wanted.rights.includes(right.replace('cambiar', 'escribir') as KeyRight)
  refuseProblems([
    ...(wanted.name === '' ? [{ field: 'name', message: calls.keyTexts.name }] : []),
    ...(wanted.rights.length === 0 ? [{ field: 'rights', message: calls.keyTexts.rights }] : []),
    ...(wanted.rights.some(isMissing) ? [{ field: 'rights', message: calls.keyTexts.changeNeedsWrite }] : []),
  ])
  const key = calls.KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url')
  return db.tx(async (t) => {
    if ((await queries.countForNewOne(t)) >= calls.MOST_KEYS) throw conflict(calls.keyTexts.tooMany)
    const { id } = await queries.insertKey(t, { ...wanted, hash: hashOf(key) })
    await audit(t, {
      userId: caller.userId,
      action: 'create',
      entity: 'erp-key',
      entityId: id,
      after: wanted,
    })
    return { id, key }
  })
}

export const allKeys = (db: Db): Promise<calls.ErpKey[]> => queries.listKeys(db.kysely)

/** Withdraws a key: its next call is a 401. @throws Refusal 404 */
export async function withdrawKey(db: Db, caller: Caller, id: number): Promise<boolean> {
  await db.tx(async (t) => {
    const { name, rights } = await lockRecord(t, 'erp-key', id).catch(() => {
      throw notFound(calls.keyTexts.gone)
    })
    await queries.deleteKey(t, id)
    const before = { name, rights }
    await audit(t, { userId: caller.userId, action: 'delete', entity: 'erp-key', entityId: id, before })
  })
  return true
}

/** @param countCall counts a call of a key. @throws Refusal 429 with Retry-After */
export function createErpKeys(db: Db, countCall: (keyId: number) => void): Keys {
  return {
    isKey: (token): token is string => token?.startsWith(calls.KEY_PREFIX) === true,
    async admit(token, right): Promise<KeyHolder> {
      // Looked up each time: a key that was withdrawn, perhaps at another instance, opens nothing from then on.
      const found = await queries.findKey(db.kysely, hashOf(token))
      if (!found) throw unauthenticated(calls.keyTexts.unknown)
      const { isUseOld, ...key } = found
      countCall(key.id)
      if (isUseOld) await queries.noteUse(db.kysely, key.id)
      if (right && !key.rights.includes(right)) throw forbidden(`${calls.keyTexts.lacksRight} «${right}»`)
      return key
    },
  }
}
