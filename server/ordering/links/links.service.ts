/** Links that open one thing without an account (R386): made, listed, used and withdrawn. */
import type { Transaction } from 'kysely'
import { type LinkKind, type LinkOpens, linkTexts, MOST_LINKS, type SharedLink } from '../../../contract/links.ts'
import { audit, auditedUpdate, lockRecord } from '../../audit/audit.ts'
import { type Caller, isStaff, reachesClient, type SellersReach } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { hashOfLink, newLinkKey } from '../../lib/link-key.ts'
import { conflict, notFound, wrongField } from '../../refusal.ts'
import * as queries from './links.queries.ts'

/** A link to make. Whether its maker may read the thing that it opens is for who calls. */
export interface LinkToMake {
  readonly kind: LinkKind
  readonly opens: LinkOpens
  /** Which one; null where that kind of thing has no number. */
  readonly opensId: number | null
  /** What else a paper was asked with, e.g. whether with prices; ids and switches, nothing personal. */
  readonly details?: Readonly<Record<string, unknown>> | undefined
  /** Whom it is for, −1 for no client. */
  readonly clientId: number
  readonly userId: number
  /** The last day on which it works, yyyy-mm-dd in Argentina; undefined: 30 days from now. */
  readonly lastDay?: string | undefined
}

export interface MadeLink {
  readonly id: number
  /** Told this once: the shop keeps its hash alone. */
  readonly key: string
  readonly endsAt: string
}

/** Makes a link. @throws Refusal 400 for a last day that is past or too far, 409 for a link too many */
export async function makeLink(t: Transaction<Tables>, link: LinkToMake): Promise<MadeLink> {
  const { kind, opens, opensId, details, clientId, userId, lastDay } = link
  if (lastDay !== undefined && !(await queries.isLastDay(t, lastDay))) throw wrongField('lastDay', linkTexts.lastDay)
  if ((await queries.countLinks(t, userId)) >= MOST_LINKS) throw conflict(linkTexts.tooMany)
  const key = newLinkKey()
  const row = { kind, opens, opens_id: opensId, client_id: clientId, user_id: userId }
  const made = await queries.insertLink(t, {
    ...row,
    token_hash: hashOfLink(key),
    details: details ? JSON.stringify(details) : null,
    lastDay,
  })
  const after = { kind, opens, client_id: clientId, ends_at: made.endsAt }
  await audit(t, { userId, action: 'create', entity: 'link', entityId: made.id, after })
  return { ...made, key }
}

/** The links for a client that work: the caller's own; to staff, those of everybody. */
export const links = (db: Queryable, caller: Caller, clientId: number): Promise<SharedLink[]> =>
  queries.listLinks(db, { clientId, userId: caller.userId, all: isStaff(caller) })

/**
 * Ends a link. Who uses it at that moment was first, or finds it withdrawn. Once more changes nothing.
 * @throws Refusal 404 for a link that is neither the caller's nor, for staff, of a client within reach; 409 for one that was used
 */
export async function withdrawLink(db: Db, caller: Caller, reach: SellersReach, id: number): Promise<{ id: number }> {
  // Before the transaction: an embedded database has one connection, and who reaches whom is asked on another.
  const made = await queries.findMade(db.kysely, id)
  const isOwn = made?.userId === caller.userId
  const may =
    made && (isOwn || (isStaff(caller) && made.clientId > 0 && (await reachesClient(caller, made.clientId, reach))))
  if (!may) throw notFound()
  return db.tx(async (t) => {
    const before = await lockRecord(t, 'link', id)
    if (before.withdrawn_at !== null) return { id }
    if (before.used_at !== null) throw conflict(linkTexts.used)
    const changes = { withdrawn_at: new Date().toISOString() }
    await auditedUpdate(t, { userId: caller.userId, entity: 'link', entityId: id, before, changes, action: 'withdraw' })
    return { id }
  })
}
