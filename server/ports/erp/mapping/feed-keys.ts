/** Numbers of records that another program knows by a code or a name: the feed's own lists are told apart by numbers (R407). */
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { findIds, freeIds, keepIds } from './feed-mapping.queries.ts'

export interface FeedKeys {
  /**
   * The numbers of keys of a kind of record. `mayAdd`: a key without one gets one; otherwise it is absent.
   * @param kind a table of the feed
   */
  idsOf(kind: string, keys: readonly string[], mayAdd: boolean): Promise<ReadonlyMap<string, number>>
}

/** Numbers that are kept: the same key has the same one for ever. */
export const keptKeys = (db: Kysely<Tables>): FeedKeys => ({
  async idsOf(kind, keys, mayAdd) {
    const found = await findIds(db, kind, keys)
    const added = mayAdd ? keys.filter((key) => !found.has(key)) : []
    return added.length > 0 ? new Map([...found, ...(await keepIds(db, kind, added))]) : found
  },
})

/** Numbers for a trial: those that are kept, and others that are forgotten with it. */
export function triedKeys(db: Kysely<Tables>): FeedKeys {
  const tried = new Map<string, Map<string, number>>()
  return {
    async idsOf(kind, keys, mayAdd) {
      const ofKind = tried.get(kind) ?? new Map<string, number>()
      tried.set(kind, ofKind)
      const found = new Map([...ofKind, ...(await findIds(db, kind, keys))])
      const lacking = mayAdd ? keys.filter((key) => !found.has(key)) : []
      if (lacking.length === 0) return found
      const free = await freeIds(db, kind, lacking)
      for (const [key, id] of free) {
        const own = id + ofKind.size
        found.set(key, own)
      }
      for (const key of lacking) ofKind.set(key, found.get(key) ?? 0)
      return found
    },
  }
}

/** Numbers without a database: for files that are looked at before there is a shop. */
export function looseKeys(): FeedKeys {
  const ofKinds = new Map<string, Map<string, number>>()
  return {
    async idsOf(kind, keys, mayAdd) {
      const ids = ofKinds.get(kind) ?? new Map<string, number>()
      ofKinds.set(kind, ids)
      for (const key of keys) if (mayAdd && !ids.has(key)) ids.set(key, ids.size + 1)
      return ids
    },
  }
}
