/** The kinds of jobs, with the payload of each. */
import * as z from 'zod/mini'
import { webhookEvents } from '../../contract/webhooks.ts'

/**
 * Payload of each kind. It is stored as JSON and may be read by a later version of this program, so it
 * holds ids; the handler reads all other data when it runs.
 */
export const jobKinds = {
  /** One mail to one recipient about a new order; so a refused recipient does not repeat the mails to the others. */
  newOrderMail: z.object({
    orderId: z.int(),
    to: z.string(),
    audience: z.enum(['client', 'seller', 'shop']),
  }),
  /** A mail to one of those who were mailed a new order, that it was cancelled before anybody took it (R331). */
  cancelledOrderMail: z.object({ orderId: z.int(), to: z.string() }),
  /** A mail to one of those who were mailed a new order, that it was changed before anybody took it (R383). */
  changedOrderMail: z.object({ orderId: z.int(), version: z.int(), to: z.string() }),
  /** A mail to one of those who were mailed a held order, that it was let go (R391). */
  letGoMail: z.object({ orderId: z.int(), to: z.string() }),
  /** Lets held orders go that no rule holds any more, after the ERP told of accounts or a rule changed (R391). */
  heldOrders: z.object({}),
  /**
   * A mail to the client about what became of an order (R307): first without `to`, which makes one job for each address.
   * `parcel` is the guide or remito of a dispatch, `day` its day (yyyy-mm-dd). The kind keeps its old name, because stored jobs have it.
   */
  courseMail: z.object({
    orderId: z.int(),
    about: z.enum(['accepted', 'dispatched', 'missing']),
    parcel: z.string(),
    day: z.string(),
    to: z.optional(z.string()),
  }),
  /**
   * A message to a user who agreed to them, about an order that was received or a dispatch of it (R394). `begun` is set while it
   * leaves (`beginOnce`).
   */
  orderMessage: z.object({
    orderId: z.int(),
    userId: z.int(),
    about: z.enum(['received', 'dispatched']),
    parcel: z.string(),
    day: z.string(),
    begun: z.optional(z.boolean()),
  }),
  /** A mail to a prospect who registered. */
  receivedMail: z.object({ userId: z.int() }),
  /** A mail to one of the office's addresses that somebody registered (R311). */
  registrationMail: z.object({ userId: z.int(), to: z.string() }),
  /** A mail to a user whom an admin enabled. */
  enabledMail: z.object({ userId: z.int() }),
  /** A mail with a code to reset the password. The code is made when the mail is sent, so that it is stored nowhere in clear. */
  resetCodeMail: z.object({ userId: z.int() }),
  /** A mail to a buyer about a cart that was sent to be confirmed (R372). */
  sentCartMail: z.object({
    listId: z.int(),
    userId: z.int(),
    about: z.enum(['waiting', 'returned', 'confirmed']),
  }),
  /** A mail to a seller about what a client answered to an order that was sent by link (R388). */
  offerMail: z.object({ offerId: z.int(), userId: z.int(), about: z.enum(['accepted', 'declined']) }),
  /** Looks for what users asked to be told, and makes their mails (R381): one recurring job. */
  notices: z.object({}),
  /** A user's mail of notices. */
  noticesMail: z.object({ mailId: z.int() }),
  /** A mail to a buyer whom a client's first user invited (R370), with a code as in `resetCodeMail`. */
  invitationMail: z.object({ userId: z.int() }),
  /** A mail to one of the two addresses of a user whose address was changed (R268); the old one is stored nowhere else. */
  emailChangedMail: z.object({ userId: z.int(), to: z.string(), isNew: z.boolean() }),
  /** A mail to somebody of the staff who signed in in a new browser (R269); `device` is the browser in words. */
  newBrowserMail: z.object({ userId: z.int(), device: z.string() }),
  /** A mail to a user about the second factor: switched on or off, a recovery code used, or all of them new (R262 to R265). */
  secondFactorMail: z.object({ userId: z.int(), event: z.enum(['on', 'off', 'recovery-code', 'recovery-codes']) }),
  /** A mail to a user whose password somebody else set: the office or the operator (R321). */
  passwordSetMail: z.object({ userId: z.int() }),
  /** Asks the tax registry again about a registration during which it was not available; `round` counts how often. */
  verifyAccount: z.object({ userId: z.int(), round: z.int() }),
  /** Once a day: removes stored files to which nobody refers. */
  clearFiles: z.object({}),
  /** Once, after an upgrade: makes the size for print of pictures that were stored before there was that size (R212). */
  picturePrints: z.object({}),
  /** Polls the ERP's feed: one recurring job. */
  erpFeed: z.object({}),
  /** A mail that the ERP's feed is refused. */
  feedRefusedMail: z.object({ to: z.string() }),
  /** Takes a feed that waited and that a person accepted. */
  erpWaiting: z.object({ waitingId: z.int() }),
  /** Reads the mailbox: one recurring job. */
  mailbox: z.object({}),
  /** The answer to a received mail, with the number of the order that was made of it. */
  answerMail: z.object({ mailId: z.int() }),
  /** Drops a run of batches that nobody has touched for half an hour. */
  pushRun: z.object({ runId: z.int() }),
  /** Tells the ERP's service what became of what it sent. */
  erpReport: z.object({ runId: z.int() }),
  /** Finds out what the ERP's news would change. */
  erpTrial: z.object({ runId: z.int() }),
  /** Hands an order over to the ERP. */
  erpOrder: z.object({ orderId: z.int() }),
  /** Hands a client over that is new, or whose terms were changed. */
  erpClient: z.object({ clientId: z.int() }),
  /** Calls one webhook with an event; `key` is the notice's idempotency key, the same in each attempt. */
  webhook: z.object({
    webhookId: z.int(),
    key: z.string(),
    event: z.enum(webhookEvents),
    orderId: z.optional(z.int()),
    /** For a change of an order's state: the state at that time. */
    state: z.optional(z.string()),
    erpNumber: z.optional(z.nullable(z.int())),
    /** The state of its fulfilment at that time, in words where the shop does not know it, its pending units and totals. */
    course: z.optional(z.string()),
    courseText: z.optional(z.string()),
    pendingUnits: z.optional(z.int()),
    comingTotal: z.optional(z.int()),
    billedTotal: z.optional(z.nullable(z.int())),
    userId: z.optional(z.int()),
  }),
} as const

export type JobKind = keyof typeof jobKinds

/**
 * Kinds that every other kind overtakes: mails about orders and to the office. A busy hour or one file of dispatches makes
 * hundreds of them, and with a mail server that is silent each takes 15 seconds. Neither the ERP's news nor somebody who needs a
 * code waits for them.
 */
export const LAST_KINDS: readonly JobKind[] = [
  'newOrderMail',
  'cancelledOrderMail',
  'changedOrderMail',
  'letGoMail',
  'courseMail',
  'sentCartMail',
  'offerMail',
  'noticesMail',
  'answerMail',
  'feedRefusedMail',
]
/**
 * Kinds whose call may go on in the program that was called, after this one has stopped. An order that is being made there is
 * not found yet by whoever looks for it (R420): such a job is begun again after this time, in milliseconds.
 */
export const LINGERING: Partial<Record<JobKind, number>> = { erpOrder: 150_000, erpClient: 150_000 }
export type PayloadOf<K extends JobKind> = z.output<(typeof jobKinds)[K]>

/** The facts about a job that a handler gets besides its payload. */
export interface JobInfo {
  id: number
  kind: JobKind
  /** 1 for the first one. */
  attempt: number
  /** ISO 8601. */
  createdAt: string
  /** Aborted when the service stops before the job ends: another worker will do the job again. */
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

/** The answer of a recurring job's handler: run the same job again after so many milliseconds. */
export interface Again {
  readonly againInMs: number
}
export type Handlers = { [K in JobKind]: Handler<K> }
