/** SQL of the shared ticket (see migrations/0003_registry_ticket.ts). The database's clock rules claims. */
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../../db/open.ts'

export interface StoredTicket {
  token: string | null
  sign: string | null
  expires_at: string | null
  /** An instance is fetching a ticket. */
  claimed: boolean
  /** No instance may fetch a ticket for now. */
  paused: boolean
}

/** The row of a key; undefined before its first ticket was asked for. */
export async function readTicket(db: Queryable, key: string): Promise<StoredTicket | undefined> {
  return db
    .selectFrom('registry_ticket')
    .select(['token', 'sign', 'expires_at'])
    .select([
      sql<boolean>`claimed_by is not null and claimed_until > now()`.as('claimed'),
      sql<boolean>`claimed_by is null and coalesce(claimed_until > now(), false)`.as('paused'),
    ])
    .where('key', '=', key)
    .executeTakeFirst()
}

const inMs = (ms: number): RawBuilder<string> => sql`now() + ${ms / 1000} * interval '1 second'`

export interface TicketClaim {
  key: string
  /** Names the claimant; unique over all instances. */
  by: string
  /** Milliseconds after which a claim ends by itself, because its instance may have died. */
  leaseMs: number
  /** The token that the claimant read; the claim fails when another one is stored by now. */
  seen: string | null
}

/** Claims the right to fetch a ticket; false when another instance has it, or there is a newer ticket or a pause. */
export async function claimLogin(db: Queryable, { key, by, leaseMs, seen }: TicketClaim): Promise<boolean> {
  const { rows } = await sql`
    insert into registry_ticket as ticket (key, claimed_by, claimed_until)
    values (${key}, ${by}, ${inMs(leaseMs)})
    on conflict (key) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
    where (ticket.claimed_until is null or ticket.claimed_until <= now())
      and ticket.token is not distinct from ${seen}::text
    returning 1`.execute(db)
  return rows.length > 0
}

/** Stores a ticket for everybody and ends the claim. */
export async function storeTicket(
  db: Queryable,
  key: string,
  ticket: { token: string; sign: string; expiresAt: Date },
): Promise<void> {
  await db
    .updateTable('registry_ticket')
    .set({
      token: ticket.token,
      sign: ticket.sign,
      expires_at: ticket.expiresAt,
      claimed_by: null,
      claimed_until: null,
    })
    .where('key', '=', key)
    .execute()
}

/** Turns the claim of `by` into a pause, in which no instance asks the login service. */
export async function pauseLogin(db: Queryable, key: string, by: string, ms: number): Promise<void> {
  await db
    .updateTable('registry_ticket')
    .set({ claimed_by: null, claimed_until: inMs(ms) })
    .where('key', '=', key)
    .where('claimed_by', '=', by)
    .execute()
}
