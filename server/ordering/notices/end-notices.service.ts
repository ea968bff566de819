/** Ends a user's notices by the link of a mail, without signing in (R382). */
import { createHash, randomBytes } from 'node:crypto'
import { askToEndNotices } from '../../../contract/notices.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { endAll, findLink, insertLink } from './end-notices.queries.ts'
import { waitForJudge } from './judge.queries.ts'

/** 192 random bits: nobody guesses one. */
const KEY_BYTES = 24

const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** Makes a link of the user's, of which the hash alone is stored; answers its path. */
export async function makeEndPath(db: Queryable, userId: number): Promise<string> {
  const key = randomBytes(KEY_BYTES).toString('base64url')
  await insertLink(db, userId, hashOf(key))
  return `${askToEndNotices.path}?clave=${key}`
}

/** Whether a link ends somebody's notices. */
export const isLink = async (db: Queryable, key: string): Promise<boolean> =>
  (await findLink(db, hashOf(key))) !== undefined

/** Ends all notices of the link's user, and with them its links. False for a link that ends nobody's. */
export const endByLink = (db: Db, key: string): Promise<boolean> =>
  db.tx(async (t) => {
    // A mail that is being made would otherwise be stored after this.
    await waitForJudge(t)
    const userId = await findLink(t, hashOf(key))
    if (userId === undefined) return false
    await endAll(t, userId)
    return true
  })
