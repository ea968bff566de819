/** Polling, for changes that no notification told of: it got lost, or the change was made by hand. */
import type pg from 'pg'
import { onceAMinute } from '../lib/once-a-minute.ts'
import { errorCode } from './errors.ts'
import type { Log } from './log.ts'
import { outageLog, outageOf } from './outage.ts'
import { type Announcements, everything, type Topic } from './topics.ts'

/** With the time that a rebuild takes, such a change shows within a second. */
const LOOK_MS = 500

/** The topics that need it: sessions are remembered for a second only, and the worker looks for jobs itself. */
const polledTopics = ['catalogue', 'settings'] as const satisfies readonly Topic[]
type Signs = Record<(typeof polledTopics)[number], string | null>

/**
 * Looks at the database every half second and announces `everything` of a topic that changed since the last look.
 *
 * @returns the function that ends it, once no look is under way
 */
export function lookForMissedNews(pool: pg.Pool, heard: Announcements, log: Log): () => Promise<void> {
  const tellOutage = outageLog(log)
  let last: Signs | undefined
  let ended = false
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()
  const report = onceAMinute<unknown>((error, leftOut) =>
    log.warn({ err: error, leftOut }, 'the database could not be asked for news'),
  )
  const look = async () => {
    try {
      const signs = await readSigns(pool)
      const before = last
      last = signs
      for (const topic of polledTopics) if (before && before[topic] !== signs[topic]) heard.emit(topic, everything)
    } catch (error) {
      // Before the first migration the tables are missing.
      if (outageOf(error)) tellOutage('database', error)
      else if (!isMissingTable(error)) report(error)
    }
    lookLater()
  }
  const lookLater = () => {
    if (ended) return
    timer = setTimeout(() => {
      looking = look()
    }, LOOK_MS).unref()
  }
  lookLater()
  return () => {
    ended = true
    clearTimeout(timer)
    return looking
  }
}

const isMissingTable = (error: unknown): boolean => errorCode(error) === '42P01'

async function readSigns(pool: pg.Pool): Promise<Signs> {
  const { rows } = await pool.query<Signs>(`select
    (select version::text from catalogue_version) as catalogue,
    (select count(*) || '.' || coalesce(sum(version), 0) from setting) as settings`)
  return rows[0] ?? { catalogue: null, settings: null }
}
