/** Outages: the shop cannot reach its database, its disk takes nothing more, or more comes than it can answer (R4). */
import { serverTexts } from '../../contract/errors.ts'
import { onceAMinute } from '../lib/once-a-minute.ts'
import { Refusal } from '../refusal.ts'
import { errorCode } from './errors.ts'
import type { Log } from './log.ts'

export type Outage = 'database' | 'disk' | 'load'

/** A request that would be answered late is refused at once (R277). One object for all: a stack for each would cost more. */
export const OVERLOAD = new (class Overload extends Error {
  override readonly name = 'Overload'
})('more requests than can be answered in time')

/** Connection errors of the system, and what PostgreSQL says when it ends, starts or takes no more connections. */
const AWAY: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // The store of files (server/ports/files/s3.ts).
  'STORE_AWAY',
  // A server that was made a standby takes no writes until the address leads to the new one.
  '25006',
])
/** SQLSTATE class 08: connection exceptions. */
const CONNECTION_EXCEPTION = /^08...$/
/** PostgreSQL gives a read-only disk the code of a lack of rights, which tells nothing. */
const READ_ONLY_TEXT = /: Read-only file system$/
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', '53100', '58030'])
/** The driver and its pool give these errors no code. */
const AWAY_TEXTS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired$|Query read timeout$|Client has encountered a connection error|Client was closed|Cannot use a pool after|The embedded database (has )?stopped)/

/** How many causes of an error are looked at: a chain of causes may be circular. */
const DEEPEST_CAUSE = 5

/** What an error says about the database or the disk; undefined when it is about neither. */
export function outageOf(error: unknown, depth = 0): Outage | undefined {
  if (error === OVERLOAD) return 'load'
  if (!(error instanceof Error) || error instanceof Refusal || depth > DEEPEST_CAUSE) return undefined
  const code = errorCode(error)
  if ((code !== undefined && FULL.has(code)) || READ_ONLY_TEXT.test(error.message)) return 'disk'
  if (code !== undefined && (AWAY.has(code) || CONNECTION_EXCEPTION.test(code))) return 'database'
  if (AWAY_TEXTS.test(error.message)) return 'database'
  return outageOf(error.cause, depth + 1)
}

/** Seconds after which a caller may ask again. */
export const RETRY_AFTER = 10
/** After too much load: 2 to 5 s, by chance, so that those who were refused together do not come back together. */
const loadRetryAfter = (): number => 2 + Math.floor(4 * Math.random())

const outageTexts: Record<Outage, string> = {
  database: serverTexts.databaseAway,
  disk: serverTexts.diskFull,
  load: serverTexts.overloaded,
}

/** The answer to a request that meets an outage: 503 with Retry-After. */
export const outageRefusal = (outage: Outage): Refusal =>
  outage === 'load'
    ? new Refusal('OVERLOADED', outageTexts.load, undefined, { 'retry-after': String(loadRetryAfter()) })
    : new Refusal('OUT_OF_SERVICE', outageTexts[outage], undefined, { 'retry-after': String(RETRY_AFTER) })

const logMessages: Record<Outage, string> = {
  database: 'the database is away',
  disk: 'the disk takes nothing more',
  load: 'more requests came than could be answered in time',
}

type OutageLog = (outage: Outage, error: unknown) => void
const outageLogs = new WeakMap<Log, OutageLog>()

/**
 * A function that logs outages, each at most once a minute, without a stack, with the number of errors left out since.
 * Requests, jobs and connections all meet the same outage, so all callers with the same log share the minute.
 */
export function outageLog(log: Log): OutageLog {
  const tell = (outage: Outage) =>
    onceAMinute<unknown>((error, leftOut) =>
      log.error({ code: errorCode(error), reason: messageOf(error), leftOut }, logMessages[outage]),
    )
  const tellers = { database: tell('database'), disk: tell('disk'), load: tell('load') }
  const known = outageLogs.get(log) ?? ((outage, error) => tellers[outage](error))
  outageLogs.set(log, known)
  return known
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
