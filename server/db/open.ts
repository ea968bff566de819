/** The database, in one form for the embedded one and for a PostgreSQL server (DATABASE_URL). */
import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import type pg from 'pg'
import { openEmbedded } from './embedded/open-embedded.ts'
import type { DatabaseLimits } from './limits.ts'
import { type Log, silentLog } from './log.ts'
import { lookForMissedNews } from './missed-news.ts'
import { listenForNotifications } from './notification-listener.ts'
import { once } from './once.ts'
import { connectionConfig, openServerPool } from './server-pool.ts'
import { watchForSilence } from './silence.ts'
import type { Tables } from './tables.ts'
import { announcements, type Listener, type Topic } from './topics.ts'
import { type Delivery, notify, runTransaction, type TransactionWork } from './transactions.ts'

export { isTwice } from './errors.ts'
export type { Log } from './log.ts'
export type { Topic } from './topics.ts'

/** What every query function takes first: the database or a transaction on it. */
export type Queryable = Kysely<Tables> | Transaction<Tables>

export interface Db {
  readonly kind: 'embedded' | 'server'
  readonly kysely: Kysely<Tables>
  /**
   * Runs `work` in a transaction, again after the faults that transactions.ts names, so `work` may run several times.
   * `publish` tells every instance, once and only if the transaction commits. Inside `work` use `t` alone: the embedded
   * database has one connection, and a transaction that waits for it waits for itself.
   */
  tx<T>(work: TransactionWork<T>): Promise<T>
  /**
   * Calls `listener` for all news about a topic, also for those that this instance publishes. The payload
   * '*' means that anything about the topic may have changed (after a lost connection).
   *
   * @returns the function that stops hearing
   */
  on(topic: Topic, listener: Listener): () => void
  /** How many connections are open, how many of them are idle, and how many callers wait for one. */
  connections(): { readonly total: number; readonly idle: number; readonly waiting: number }
  /** Waits for running statements and closes; an embedded database writes everything to the disk first. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** PostgreSQL server to use; without it the embedded database. */
  url?: string | undefined
  /** Limits of the connections to a server. */
  limits?: DatabaseLimits
  /** Data folder; the embedded database lives in its `db`. */
  dataDir: string
  log?: Log
  /** Called with each SQL statement sent through Kysely, begin and commit among them (tests, benchmarks). */
  onStatement?: (statement: string) => void
  /**
   * Called when the embedded database stops by itself: nothing works any more and the process should
   * end. Without it the error is thrown as an uncaught exception.
   */
  onLost?: (error: Error) => void
}

/**
 * Opens the database; it may be empty or old (see migrate.ts).
 *
 * @throws DatabaseOpenError with a Spanish message for the console when it cannot be used
 */
export async function openDatabase(options: DatabaseOptions): Promise<Db> {
  return options.url ? openServer(options.url, options) : openInProcess(options)
}

async function openServer(url: string, { log = silentLog, limits, onStatement }: DatabaseOptions): Promise<Db> {
  const { pool, endUnanswered } = await openServerPool(url, log, limits)
  const heard = announcements(log)
  const listener = await listenForNotifications(connectionConfig(url), heard, log).catch(async (error) => {
    await pool.end()
    throw error
  })
  const silence = watchForSilence(listener.ask, () => {
    endUnanswered()
    listener.drop()
  })
  const connect = () =>
    silence.unlessSilent(
      () => pool.connect(),
      (late) => late.release(),
    )
  const kysely = kyselyOn({ connect, end: () => pool.end() }, onStatement)
  const delivery: Delivery = { beforeCommit: notify, afterCommit: () => {} }
  const stopLooking = lookForMissedNews(pool, heard, log)
  return {
    kind: 'server',
    kysely,
    tx: (work) => runTransaction(kysely, delivery, work),
    on: heard.on,
    connections: () => connectionsOf(pool),
    close: once(async () => {
      silence.stop()
      await stopLooking()
      await listener.stop()
      await pool.end()
    }),
  }
}

async function openInProcess(options: DatabaseOptions): Promise<Db> {
  const { dataDir, log = silentLog, onStatement, onLost = throwLater } = options
  const embedded = await openEmbedded(dataDir, log, onLost)
  const heard = announcements(log)
  const kysely = kyselyOn(embedded.pool, onStatement)
  const delivery: Delivery = {
    beforeCommit: async () => {},
    afterCommit: (news) => {
      for (const { topic, payload } of news) heard.emit(topic, payload)
    },
  }
  return {
    kind: 'embedded',
    kysely,
    tx: (work) => runTransaction(kysely, delivery, work),
    on: heard.on,
    connections: () => connectionsOf(embedded.pool),
    close: embedded.close,
  }
}

const connectionsOf = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
})

function kyselyOn(pool: PostgresPool, onStatement: DatabaseOptions['onStatement']): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    ...(onStatement && {
      log: ({ level, query }) => {
        if (level === 'query') onStatement(query.sql)
      },
    }),
  })
}

function throwLater(error: Error): void {
  setImmediate(() => {
    throw error
  })
}
