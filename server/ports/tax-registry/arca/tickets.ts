/**
 * Keeps the ticket of the login service, which gives out no second ticket while one is valid. All
 * instances share the ticket through the database, and only one of them fetches a new one. A claim with
 * a lease guards the fetching, so that no transaction is open during the call.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../../db/log.ts'
import type { Db } from '../../../db/open.ts'
import { withTimeLimit } from '../../../lib/time-limit.ts'
import { AlreadyAuthenticated, type Ticket } from './login.ts'
import { ServiceDown } from './soap.ts'
import { claimLogin, pauseLogin, readTicket, type StoredTicket, storeTicket } from './tickets.queries.ts'

export interface TicketOptions {
  db: Db
  log: Log
  /** Names the ticket in the database: another service, environment or certificate has another one. */
  key: string
  logIn(signal: AbortSignal): Promise<Ticket>
  now?: () => Date
  /** Time for the login service; longer than any caller waits, since a lost ticket can't be had again. */
  loginLimitMs?: number
  /** How often a caller that waits for another instance's ticket looks for it, and how long in all. */
  pollMs?: number
  patienceMs?: number
  /** How long no instance asks after a failed login: the service shuts out a caller that insists. */
  pauseMs?: number
}

export interface Tickets {
  /**
   * A valid ticket; never `refused`, a ticket that the registry no longer takes.
   *
   * @throws ServiceDown
   */
  current(refused?: Ticket): Promise<Ticket>
}

/** A ticket is renewed this long before it expires, so that it does not expire during a call. */
const RENEW_BEFORE_MS = 60_000

/** The tickets of one service, environment and certificate. */
export function keepTickets(options: TicketOptions): Tickets {
  const { db, log, key, logIn, now = () => new Date() } = options
  const { loginLimitMs = 30_000, pollMs = 250, patienceMs = 30_000, pauseMs = 60_000 } = options
  let held: Ticket | undefined
  let obtaining: Promise<Ticket> | undefined

  const lasts = (ticket: Ticket, ms: number): boolean => ticket.expiresAt.getTime() - ms > now().getTime()

  /** Takes the shared ticket, fetches a new one, or waits for the instance that fetches it. */
  const obtain = async (refused: Ticket | undefined): Promise<Ticket> => {
    const waitUntil = Date.now() + patienceMs
    let waitsForOther = false
    for (;;) {
      const row = await readTicket(db.kysely, key)
      const shared = ticketIn(row, refused)
      if (shared && lasts(shared, RENEW_BEFORE_MS)) return shared
      if (row?.paused && !waitsForOther) throw new ServiceDown('the login service refused a moment ago')
      const by = randomUUID()
      const claim = { key, by, leaseMs: loginLimitMs * 2, seen: row?.token ?? null }
      if (!row?.paused && !row?.claimed && (await claimLogin(db.kysely, claim))) {
        const ticket = await fetchTicket(by)
        if (ticket) return ticket
        // When there is no newer ticket, one in its last minute still serves.
        if (shared && lasts(shared, 0)) return shared
        waitsForOther = true
        continue
      }
      if (Date.now() >= waitUntil) throw new ServiceDown('no ticket came from whoever fetches it')
      await delay(pollMs)
    }
  }

  /** A new ticket, stored for all instances; undefined when another one got it and has not stored it yet. */
  const fetchTicket = async (by: string): Promise<Ticket | undefined> => {
    let ticket: Ticket
    try {
      ticket = await withTimeLimit(loginLimitMs, logIn)
    } catch (error) {
      await pauseLogin(db.kysely, key, by, pauseMs)
      if (error instanceof AlreadyAuthenticated) {
        log.warn({ service: key }, 'the login service says that there is a valid ticket already')
        return undefined
      }
      throw error
    }
    // The service gives no second ticket: if the database fails, at least this process keeps the one it got.
    held = ticket
    await storeTicket(db.kysely, key, ticket).catch((error: unknown) =>
      log.error({ err: error }, 'the ticket of the tax registry could not be stored'),
    )
    return ticket
  }

  return {
    async current(refused) {
      if (held && held.token !== refused?.token && lasts(held, RENEW_BEFORE_MS)) return held
      obtaining ??= obtain(refused).finally(() => {
        obtaining = undefined
      })
      held = await obtaining
      // A caller that shares the wait of an earlier caller may get the very ticket that was refused.
      if (held.token === refused?.token) throw new ServiceDown('the registry refuses the current ticket')
      return held
    },
  }
}

/** The ticket of a row, unless it is the one that was refused. */
function ticketIn(row: StoredTicket | undefined, refused: Ticket | undefined): Ticket | undefined {
  if (!row?.token || !row.sign || !row.expires_at || row.token === refused?.token) return undefined
  return { token: row.token, sign: row.sign, expiresAt: new Date(row.expires_at) }
}
