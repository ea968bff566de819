/**
 * What is told (R381): looked for off the path of requests, by one instance at a time, for some users in a transaction. What is
 * told is marked as told in the transaction that stores its mail and the job that sends it.
 */
import { readVersion } from '../../db/catalogue-version.ts'
import type { Db } from '../../db/open.ts'
import type { Again, Handler } from '../../jobs/kinds.ts'
import { enqueueAll } from '../../jobs/outbox.ts'
import { dayInArgentina } from '../../lib/dates.ts'
import { MOST_CHANGES, type NoticesOfClient, type NoticesToMail } from '../../mail/notices.ts'
import { type Hours, waitForHours } from './hours.ts'
import * as queries from './judge.queries.ts'

/** How many users are judged in one transaction: who ends notices waits for no more. */
const USERS_AT_ONCE = 50

/**
 * Makes the mails of all users who have something to be told, one for each who was not mailed today. Answers how many.
 * @param signal when it is aborted, the users who are left are told the next time
 */
export async function tellUsers(db: Db, { now, signal }: { now: Date; signal?: AbortSignal }): Promise<number> {
  let made = 0
  for (let after: number | undefined = 0; after !== undefined && !signal?.aborted; ) {
    const round = await tellSome(db, after, now)
    made += round.made
    after = round.last
  }
  return made
}

/** Tells the next users after one; `last` is undefined when there are no more, or another judge is at work. */
const tellSome = (db: Db, after: number, now: Date): Promise<{ made: number; last: number | undefined }> =>
  db.tx(async (t, publish) => {
    if (!(await queries.isOnlyJudge(t))) return { made: 0, last: undefined }
    const users = await queries.listUsersToTell(t, { after, limit: USERS_AT_ONCE, now })
    if (users.length === 0) return { made: 0, last: undefined }
    const met = await queries.listMetWishes(t, users)
    const moved = await queries.listMovedPrices(t, users)
    const told = [...new Set([...met, ...moved].map(({ userId }) => userId))]
    if (told.length > 0) {
      const names = await queries.listClientNames(
        t,
        [...met, ...moved].map(({ clientId }) => clientId),
      )
      const mails = told.map((userId) => {
        const ofUser = (row: { userId: number }) => row.userId === userId
        return { userId, content: JSON.stringify(contentOf(met.filter(ofUser), moved.filter(ofUser), names)) }
      })
      await queries.deleteWishes(t, met)
      await queries.storeToldPrices(t, moved)
      const ids = await queries.insertMails(t, mails, now)
      await enqueueAll(
        t,
        ids.map((mailId) => ({ kind: 'noticesMail', payload: { mailId } })),
      )
      publish('job')
    }
    return { made: told.length, last: users.length < USERS_AT_ONCE ? undefined : users.at(-1) }
  })

/** What a mail says, by client; their names stand in it where there are several. */
function contentOf(
  met: readonly queries.MetWish[],
  moved: readonly queries.MovedPrice[],
  names: ReadonlyMap<number, string>,
): NoticesToMail {
  const clientIds = [...new Set([...met, ...moved].map(({ clientId }) => clientId))]
  return {
    clients: clientIds.map((clientId): NoticesOfClient => {
      const ofClient = (row: { clientId: number }) => row.clientId === clientId
      const prices = moved.filter(ofClient)
      return {
        clientId,
        client: clientIds.length > 1 ? (names.get(clientId) ?? '') : '',
        articles: met.filter(ofClient).map(({ code, description, price, priceThen, stock, stockThen }) => ({
          ...{ code, description, price, stock },
          ...{ priceBefore: priceThen, stockBefore: stockThen },
        })),
        lists: [...new Set(prices.map(({ listId }) => listId))].map((id) => {
          const changes = prices.filter(({ listId }) => listId === id)
          return {
            ...{ id, name: changes[0]?.list ?? '', count: changes.length },
            changes: changes.slice(0, MOST_CHANGES).map(({ code, description, price, priceBefore }) => ({
              ...{ code, description, price, priceBefore },
            })),
          }
        }),
      }
    }),
  }
}

/** How often it is looked whether anything of the catalogue changed. */
const LOOK_MS = 15_000
/** Of the time, this part at most goes into judging: a judge who took a second rests for 20. */
const REST = 20

interface Judge {
  readonly db: Db
  readonly hours: Hours
  readonly now?: () => Date
}

/**
 * Makes the handler of the recurring job. It judges when the catalogue is another one than it judged last and has been the same for
 * one look, so that a feed in several parts is told as one; else once a day, for what changed on the day of a user's last mail.
 */
export function noticesHandler({ db, hours, now = () => new Date() }: Judge): Handler<'notices'> {
  let judged = { version: -1, day: '' }
  let seen = -1
  return async (_payload, { signal }): Promise<Again> => {
    const at = now()
    const wait = waitForHours(at, hours)
    if (wait > 0) return { againInMs: wait }
    const version = await readVersion(db.kysely)
    const isSettled = version === seen
    seen = version
    const day = dayInArgentina(at)
    if (!isSettled || (version === judged.version && day === judged.day)) return { againInMs: LOOK_MS }
    const began = performance.now()
    await tellUsers(db, { now: at, signal })
    judged = { version, day }
    return { againInMs: Math.max(LOOK_MS, REST * (performance.now() - began)) }
  }
}
