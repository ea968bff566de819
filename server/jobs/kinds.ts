/** The kinds of work that leave the building or are done once a day, and what each carries. */
import * as z from 'zod/mini'
import { webhookEvents } from '../../contract/webhooks.ts'

/**
 * Payload of each kind. It is stored as JSON and may be read by a later version of this program, so it
 * names what the work is about (ids) and leaves the rest to be read when the work is done.
 */
export const jobKinds = {
  /** One mail to one recipient about a new order: one that is refused repeats none of the others. */
  newOrderMail: z.object({ orderId: z.int(), to: z.string(), audience: z.enum(['client', 'shop']) }),
  /** To a prospect who registered. */
  receivedMail: z.object({ userId: z.int() }),
  /** To a user whom an admin enabled. */
  enabledMail: z.object({ userId: z.int() }),
  /** A password reset: the code is made when the mail is sent, so that it is nowhere in clear. */
  resetCodeMail: z.object({ userId: z.int() }),
  /** The tax registry was away at a registration: asked again, `round` counts how often. */
  verifyAccount: z.object({ userId: z.int(), round: z.int() }),
  /** Once a day: removes stored files to which nobody refers. */
  clearFiles: z.object({}),
  /** Looks for news of the ERP, again and again: one job for ever. */
  erpFeed: z.object({}),
  /** Tells somebody that the feed is refused. */
  feedRefusedMail: z.object({ to: z.string() }),
  /** Finds out what the ERP's news would change. */
  erpTrial: z.object({ runId: z.int() }),
  /** Hands an order over to the ERP. */
  erpOrder: z.object({ orderId: z.int() }),
  /** Hands a client over that is new, or whose terms were changed. */
  erpClient: z.object({ clientId: z.int() }),
  /** Tells one address outside what happened; `key` is the notice's own, the same in each of its tries. */
  webhook: z.object({
    webhookId: z.int(),
    key: z.string(),
    event: z.enum(webhookEvents),
    orderId: z.optional(z.int()),
    /** Of a change of state: as it was then. */
    state: z.optional(z.string()),
    erpNumber: z.optional(z.nullable(z.int())),
    userId: z.optional(z.int()),
  }),
} as const

export type JobKind = keyof typeof jobKinds
export type PayloadOf<K extends JobKind> = z.output<(typeof jobKinds)[K]>

/** What a handler knows about the job besides its payload. */
export interface JobInfo {
  id: number
  kind: JobKind
  /** 1 for the first one. */
  attempt: number
  /** ISO 8601. */
  createdAt: string
  /** Aborted when the service stops and can wait no longer: the job will be done again. */
  signal: AbortSignal
}

/**
 * Does one kind of job. It may be called again for a job that it has already done (a crash before the
 * outcome was stored), so it must make the repetition harmless or recognisable.
 *
 * @throws PermanentFailure when trying again would be pointless; anything else is tried again
 */
// biome-ignore lint/suspicious/noConfusingVoidType: most handlers return nothing, and need not say so.
export type Handler<K extends JobKind> = (payload: PayloadOf<K>, job: JobInfo) => Promise<Again | void>

/** What is never done, answered by its handler: the same job once more, after so many milliseconds. */
export interface Again {
  readonly againInMs: number
}
export type Handlers = { [K in JobKind]: Handler<K> }
