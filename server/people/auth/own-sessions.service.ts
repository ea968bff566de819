/** The open sessions of a user, and ending them from one of them (R266). */
import type { OwnSession } from '../../../contract/sessions.ts'
import { audit } from '../../audit/audit.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { notFound } from '../../refusal.ts'
import { deleteSessionsOf, listSessionsOf } from './auth.queries.ts'
import { deviceWords } from './device-words.ts'
import { hashOf, type SessionStore } from './sessions.service.ts'

/** @param token the asking session's */
export async function listOwnSessions(db: Queryable, userId: number, token: string): Promise<OwnSession[]> {
  const sessions = await listSessionsOf(db, userId, hashOf(token))
  return sessions.map((session) => ({
    id: session.id,
    device: deviceWords(session.user_agent),
    beganAt: session.created_at,
    lastUsedAt: session.last_used_at,
    isCurrent: Boolean(session.is_current),
  }))
}

/**
 * Ends one session of the user, or with `id` null all but the asking one. Their next call is a 401 (R12).
 * @returns how many ended
 * @throws Refusal 404 for a session that the user does not have
 */
export async function endOwnSessions(
  db: Db,
  sessions: SessionStore,
  { userId, id, token }: { userId: number; id: number | null; token: string },
): Promise<number> {
  const ended = await db.tx(async (t, publish) => {
    const count = await (id === null ? sessions.endAllOf(t, userId, token) : deleteSessionsOf(t, userId, { id }))
    if (id !== null && count === 0) throw notFound('Esa sesión ya no está abierta')
    if (count === 0) return 0
    await audit(t, { userId, action: 'end-sessions', entity: 'user', entityId: userId, after: { sessions: count } })
    publish('session')
    return count
  })
  sessions.forget()
  return ended
}
