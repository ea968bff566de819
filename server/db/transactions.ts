/** Transactions with retry, whose news go out only when they commit. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { errorCode } from './errors.ts'
import { UNPREPARED } from './preparing-client.ts'
import type { Tables } from './tables.ts'
import type { Publish, Topic } from './topics.ts'

export type TransactionWork<T> = (t: Transaction<Tables>, publish: Publish) => Promise<T>

export interface News {
  topic: Topic
  payload: string
}

/** When the news of a transaction are told: on a server with its commit, embedded after its commit. */
export interface Delivery {
  beforeCommit(t: Transaction<Tables>, news: readonly News[]): Promise<void>
  afterCommit(news: readonly News[]): void
}

const attempts = 5
const firstPauseMs = 10
/** PostgreSQL's own limit for what NOTIFY carries; kept on both kinds so that they agree. */
const payloadLimit = 7999

/**
 * The only faults that a retry can mend: serialization_failure, deadlock_detected, a row that another transaction deleted after
 * it was looked at (foreign_key_violation: the next try finds it gone and says so), and a prepared statement that the
 * server does not know any more or that answers other columns since a migration (preparing-client.ts).
 */
const retriable: ReadonlySet<string | undefined> = new Set(['40001', '40P01', '23503', ...UNPREPARED])

/** Runs `work` again, with backoff, after the faults of `retriable`: it may run several times, so it must be all or nothing. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !retriable.has(errorCode(error))) throw error
      // With jitter, or the same two transactions would meet again.
      await delay(firstPauseMs * 2 ** attempt * Math.random())
    }
  }
}

/**
 * Runs `work` in a transaction, with retries. So it must have no effect outside the transaction; the news of an attempt that
 * fails are never told.
 */
export async function runTransaction<T>(
  kysely: Kysely<Tables>,
  delivery: Delivery,
  work: TransactionWork<T>,
): Promise<T> {
  const { value, news } = await withRetries(() => {
    const outbox = newsOutbox()
    return kysely.transaction().execute(async (t) => {
      const value = await work(t, outbox.publish)
      const news = outbox.take()
      if (news.length > 0) await delivery.beforeCommit(t, news)
      return { value, news }
    })
  })
  delivery.afterCommit(news)
  return value
}

/** Tells all news in one statement. NOTIFY is transactional: a rollback takes them back. */
export async function notify(t: Transaction<Tables>, news: readonly News[]): Promise<void> {
  const channels = news.map(({ topic }) => channelOf(topic))
  const payloads = news.map(({ payload }) => payload)
  await sql`select pg_notify(channel, payload) from unnest(${channels}::text[], ${payloads}::text[]) as news (channel, payload)`.execute(
    t,
  )
}

/** The channel of a topic. Channels belong to the whole database, which the shop may share, hence the prefix. */
export function channelOf(topic: Topic): string {
  return `bulto_${topic}`
}

function newsOutbox(): { publish: Publish; take(): News[] } {
  // Like NOTIFY, the same news twice in a transaction is told once.
  const collected = new Map<string, News>()
  let open = true
  return {
    publish: (topic, payload = '') => {
      if (!open) throw new Error('publish() was called after its transaction')
      if (Buffer.byteLength(payload) > payloadLimit) throw new RangeError(`The payload for ${topic} is too long`)
      collected.set(`${topic} ${payload}`, { topic, payload })
    },
    take: () => {
      open = false
      return [...collected.values()]
    },
  }
}
