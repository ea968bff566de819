/** The one connection on which an instance hears what the other instances publish. */
import pg from 'pg'
import type { Log } from './log.ts'
import { outageLog } from './outage.ts'
import { type Announcements, everything, topics } from './topics.ts'
import { channelOf } from './transactions.ts'

export const listenerApplicationName = 'bulto-listener'

const firstPauseMs = 100
const longestPauseMs = 5_000

/**
 * Listens to all topics and announces each notification on `heard`. When the connection is lost it
 * connects again, with backoff, for as long as it takes. Then it announces `everything` on each topic,
 * because the notifications in between were missed.
 *
 * @returns once it listens. `ask` asks the server for nothing on this connection, which no statement ever keeps busy; `drop` gives
 *   the connection up for a new one.
 */
export async function listenForNotifications(
  config: pg.ClientConfig,
  heard: Announcements,
  log: Log,
): Promise<{ ask(): Promise<unknown>; drop(): void; stop(): Promise<void> }> {
  const topicOf = new Map(topics.map((topic) => [channelOf(topic), topic]))
  const tellOutage = outageLog(log)
  let ended = false
  let current: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  const connect = async () => {
    const client = new pg.Client({ ...config, application_name: listenerApplicationName, keepAlive: true })
    let listening = false
    client.on('error', (error) => tellOutage('database', error))
    client.on('end', () => {
      if (listening) connectAgainAfter(firstPauseMs)
    })
    client.on('notification', ({ channel, payload }) => {
      const topic = topicOf.get(channel)
      if (topic) heard.emit(topic, payload ?? '')
    })
    current = client
    try {
      await client.connect()
      await client.query(topics.map((topic) => `listen ${channelOf(topic)}`).join('; '))
      listening = true
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  }

  const connectAgain = async (pause: number) => {
    try {
      await connect()
    } catch (error) {
      tellOutage('database', error)
      connectAgainAfter(Math.min(pause * 2, longestPauseMs))
      return
    }
    for (const topic of topics) heard.emit(topic, everything)
  }

  const connectAgainAfter = (pause: number) => {
    if (ended) return
    // With jitter, or all instances would meet a restarted server at once.
    retry = setTimeout(() => void connectAgain(pause), pause * (0.5 + Math.random()))
    retry.unref()
  }

  await connect()
  return {
    ask: async () => current?.query('select 1'),
    drop: () => void current?.end().catch(() => {}),
    stop: async () => {
      ended = true
      clearTimeout(retry)
      await current?.end().catch(() => {})
    },
  }
}
