/** Ends a user's notices by the link of a mail, without signing in (R382). */
import { askToEndNotices } from '../../../contract/notices.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { hashOfLink, newLinkKey } from '../../lib/link-key.ts'
import { endAll, findLink, insertLink } from './end-notices.queries.ts'
import { waitForJudge } from './judge.queries.ts'

/** Makes a link of the user's, of which the hash alone is stored; answers its path. */
export async function makeEndPath(db: Queryable, userId: number): Promise<string> {
  const key = newLinkKey()
  await insertLink(db, userId, hashOfLink(key))
  return `${askToEndNotices.path}?clave=${key}`
}

/** Whether a link ends somebody's notices. */
export const isLink = async (db: Queryable, key: string): Promise<boolean> =>
  (await findLink(db, hashOfLink(key))) !== undefined

/** Ends all notices of the link's user, and with them its links. False for a link that ends nobody's. */
export const endByLink = (db: Db, key: string): Promise<boolean> =>
  db.tx(async (t) => {
    // A mail that is being made would otherwise be stored after this.
    await waitForJudge(t)
    const userId = await findLink(t, hashOfLink(key))
    if (userId === undefined) return false
    await endAll(t, userId)
    return true
  })
