/** Those who watch a document being made: one ticket each, given up when nobody looks at it any more. */
import { randomUUID } from 'node:crypto'
import type { DocumentProgress } from '../../../contract/documents.ts'
import { notFound, Refusal } from '../../refusal.ts'
import type { Interest, Progress } from './made-files.service.ts'

/** A browser asks every second; one that was closed asks no more. */
const FORGOTTEN_MS = 60_000
/** A user who wants more at once waits. */
const MOST_TICKETS = 12
export const tooManyDocuments = 'Ya está preparando muchos documentos. Espere a que termine alguno'

const STATE = { waiting: 'en espera', making: 'en curso', done: 'listo', failed: 'no se pudo' } as const

interface Ticket {
  userId: number
  interest: Interest
  seenAt: number
}

export interface WatchedFiles {
  /** @throws Refusal 429 when the user watches too many */
  begin(userId: number, ask: () => Interest): DocumentProgress
  /** @throws Refusal 404 for a ticket that is over, or another user's */
  look(userId: number, id: string): DocumentProgress
  /** Gives a ticket up. @throws as `look` */
  cancel(userId: number, id: string): void
  close(): void
}

export function createWatchedFiles(now: () => number = () => performance.now()): WatchedFiles {
  const tickets = new Map<string, Ticket>()
  const give = (id: string) => {
    tickets.get(id)?.interest.leave()
    tickets.delete(id)
  }
  const forget = () => {
    for (const [id, { seenAt }] of tickets) if (now() - seenAt > FORGOTTEN_MS) give(id)
  }
  const sweep = setInterval(forget, FORGOTTEN_MS / 4).unref()
  const own = (userId: number, id: string): Ticket => {
    const ticket = tickets.get(id)
    if (ticket?.userId !== userId) throw notFound()
    return ticket
  }
  return {
    begin(userId, ask) {
      forget()
      const mine = [...tickets.values()].filter((ticket) => ticket.userId === userId).length
      if (mine >= MOST_TICKETS) throw new Refusal('TOO_MANY', tooManyDocuments)
      const id = randomUUID()
      const interest = ask()
      tickets.set(id, { userId, interest, seenAt: now() })
      return told(id, interest.progress())
    },
    look(userId, id) {
      const ticket = own(userId, id)
      ticket.seenAt = now()
      return told(id, ticket.interest.progress())
    },
    cancel(userId, id) {
      own(userId, id)
      give(id)
    },
    close() {
      clearInterval(sweep)
      for (const id of [...tickets.keys()]) give(id)
    },
  }
}

const told = (id: string, { state, ...progress }: Progress): DocumentProgress => ({
  id,
  state: STATE[state],
  ...progress,
})
