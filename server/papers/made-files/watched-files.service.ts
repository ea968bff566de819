/** Watching documents while they are made: each watcher has a ticket, which ends when nobody looks at it any more. */
import type { DocumentProgress } from '../../../contract/documents.ts'
import type { Db } from '../../db/open.ts'
import { notFound, Refusal } from '../../refusal.ts'
import type { Interest, Progress } from './made-files.service.ts'
import { deleteTicket, insertTicket, touchTicket } from './watched-files.queries.ts'

/** Milliseconds. A browser asks every second; a browser that was closed asks no more. */
const FORGOTTEN_MS = 60_000
/** Tickets of one user at once. */
const MOST_TICKETS = 12
export const tooManyDocuments = 'Ya está preparando muchos documentos. Espere a que termine alguno'

const STATE = { waiting: 'en espera', making: 'en curso', done: 'listo', failed: 'no se pudo' } as const

interface Ticket {
  userId: number
  interest: Interest
  seenAt: number
}

export interface WatchedFiles<Order> {
  /** Asks for a document and makes a ticket. @throws Refusal 429 when the user has too many, and what asking throws */
  begin(userId: number, order: Order): Promise<DocumentProgress>
  /** The progress of a ticket. @throws Refusal 404 for a ticket that has ended, or another user's */
  look(userId: number, id: string): Promise<DocumentProgress>
  /** Gives a ticket up. @throws as `look` */
  cancel(userId: number, id: string): Promise<void>
  close(): void
}

/**
 * Tickets are stored in the database. An instance that is asked about another instance's ticket asks for the same document
 * itself, so that the document is ready wherever it is fetched.
 */
export function createWatchedFiles<Order>(
  { kysely }: Pick<Db, 'kysely'>,
  ask: (order: Order, userId: number) => Interest,
  now: () => number = () => performance.now(),
): WatchedFiles<Order> {
  const tickets = new Map<string, Ticket>()
  const giveUp = (id: string) => {
    tickets.get(id)?.interest.leave()
    tickets.delete(id)
  }
  const forget = () => {
    for (const [id, { seenAt }] of tickets) if (now() - seenAt > FORGOTTEN_MS) giveUp(id)
  }
  const sweep = setInterval(forget, FORGOTTEN_MS / 4).unref()
  const keep = (id: string, userId: number, interest: Interest): DocumentProgress => {
    // Of two looks at once, both may have found no ticket in memory.
    tickets.get(id)?.interest.leave()
    tickets.set(id, { userId, interest, seenAt: now() })
    return progressOf(id, interest.progress())
  }
  return {
    async begin(userId, order) {
      const interest = ask(order, userId)
      try {
        const id = await insertTicket(kysely, { userId, order: JSON.stringify(order), most: MOST_TICKETS })
        if (id === null) throw new Refusal('TOO_MANY', tooManyDocuments)
        return keep(id, userId, interest)
      } catch (error) {
        interest.leave()
        throw error
      }
    },
    async look(userId, id) {
      const storedOrder = UUID.test(id) ? await touchTicket(kysely, userId, id) : undefined
      if (storedOrder === undefined) {
        if (tickets.get(id)?.userId === userId) giveUp(id)
        throw notFound()
      }
      const ticket = tickets.get(id)
      if (!ticket) return keep(id, userId, ask(storedOrder as Order, userId))
      ticket.seenAt = now()
      return progressOf(id, ticket.interest.progress())
    },
    async cancel(userId, id) {
      const isOwn = UUID.test(id) && (await deleteTicket(kysely, userId, id))
      if (!isOwn) throw notFound()
      giveUp(id)
    },
    close() {
      clearInterval(sweep)
      for (const id of [...tickets.keys()]) giveUp(id)
    },
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const progressOf = (id: string, { state, ...progress }: Progress): DocumentProgress => ({
  id,
  state: STATE[state],
  ...progress,
})
