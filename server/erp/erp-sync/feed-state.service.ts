/** Whether the ERP's feed is taken, and who is told when it is not (R42): a shop that sells at old prices must not be silent. */
import { isEmail } from '../../../contract/email.ts'
import type { FeedStatus } from '../../../contract/erp.ts'
import type { Db, Log, Queryable } from '../../db/open.ts'
import type { Handler } from '../../jobs/kinds.ts'
import { enqueueAll } from '../../jobs/outbox.ts'
import { deliver } from '../../mail/deliver.ts'
import { renderFeedRefusedMail } from '../../mail/feed-refused.ts'
import { dressedShop, type MailParts } from '../../mail/from-shop.ts'
import { type FileReport, groupedText } from './erp-sync.report.ts'
import {
  countUnassigned,
  countUsersOutOfUse,
  findTold,
  isWaitingKey,
  lockFeedState,
  noteSuccess,
  type Refused,
  readFeedState,
  storeRefused,
  waitingKey,
} from './feed-state.queries.ts'
import type { GuardCode } from './guards.rules.ts'
import { waitingFeeds } from './waiting.service.ts'

/** What a reading of the feed came to: its files, or why none of it could be taken. */
export type Reading = { readonly files: readonly FileReport[] } | { readonly fault: string }

/** The key of the feed as a whole; the other keys are kinds of records. */
const ALL = '*'
/** Reasons of one file that are stored and mailed; /admin/erp has all of them. */
const TOLD_REASONS = 5

/**
 * Notes what a reading came to. A refusal for a new reason goes to the log and by mail to those who are told of orders,
 * or to the admins. The same refusal again, at each look, is only counted.
 */
export async function noteReading(db: Db, reading: Reading, log: Log): Promise<void> {
  const news = await db.tx(async (t, publish) => {
    const { refused: before } = await lockFeedState(t)
    const now = afterReading(before, reading)
    const isRefused = refusedIn(reading).length > 0
    const isNew = refusedIn(reading).some(([kind, reason, known]) => !known && before[kind] !== reason)
    // A service is read every few seconds, mostly with nothing to note.
    if (isRefused || Object.keys(before).length > 0) await storeRefused(t, now, isRefused)
    if (!isRefused && Object.keys(now).length === 0) await noteSuccess(t)
    if (!isNew) return { isNew, files: [] }
    const jobs = (await toldOf(t)).map((to) => ({ kind: 'feedRefusedMail' as const, payload: { to } }))
    await enqueueAll(t, jobs)
    publish('job')
    return { isNew, files: refusedIn(reading).map(([, reason]) => reason.split('\n')[0] ?? '') }
  })
  if (news.isNew) log.warn({ files: news.files }, 'feed refused')
}

/** Notes an import by hand: what it took is refused no more. Whoever ran it was shown what it refused. */
export async function noteImportByHand(db: Db, files: readonly FileReport[]): Promise<void> {
  const taken = files.filter(({ outcome }) => outcome === 'imported')
  await db.tx(async (t) => {
    const { refused } = await lockFeedState(t)
    const now = afterReading(refused, { files: taken })
    await storeRefused(t, now, false)
    if (taken.length === files.length && Object.keys(now).length === 0) await noteSuccess(t)
  })
}

/** What is refused after a reading. Each file replaces the refusal of its kind; a feed that can be read ends the feed's fault. */
function afterReading(before: Refused, reading: Reading): Refused {
  if ('fault' in reading) return { ...before, [ALL]: reading.fault }
  const readKinds = new Set<string>([ALL, ...reading.files.flatMap(({ table }) => [table, waitingKey(table)])])
  const unread = Object.entries(before).filter(([kind]) => !readKinds.has(kind))
  return Object.fromEntries([...unread, ...refusedIn(reading).map(([kind, reason]) => [kind, reason])])
}

/** `known`: a person rejected these changes, so nobody is mailed about them. */
const refusedIn = (reading: Reading): [kind: string, reason: string, known: boolean][] =>
  'fault' in reading
    ? [[ALL, reading.fault, false]]
    : reading.files
        // A state that the shop does not know is taken and told.
        .filter(({ outcome, problems }) => outcome !== 'imported' || problems.length > 0)
        .map((file) =>
          file.outcome === 'waiting'
            ? [waitingKey(file.table), waitingReason(file), false]
            : [file.table, groupedText(file, TOLD_REASONS), file.problems.some(({ code }) => code === 'RECHAZADO')],
        )

/** Without figures: those of a service change at each reading, and are no news. */
const waitingReason = ({ file, guards }: FileReport): string =>
  `${file}: espera que una persona lo acepte (${guards.map(({ code }) => guardWords[code]).join(', ')})`

const guardWords: Record<GuardCode, string> = {
  BAJAS: 'muchas bajas',
  PRECIOS: 'muchos precios cambian mucho',
  DIEZ_VECES: 'precios que cambian diez veces o más',
  NOMBRES: 'marcas o categorías nuevas',
  FILAS: 'más corto que el anterior',
  DEPENDE: 'necesita otro archivo que espera',
}

/** The mail addresses that are told of orders; the admins' when there are none. */
async function toldOf(db: Queryable): Promise<string[]> {
  const { notified, admins } = await findTold(db)
  const listed = notified.split(/[;,\s]+/).filter(isEmail)
  return [...new Set(listed.length > 0 ? listed : admins.filter(isEmail))]
}

/** What an admin's home says of the feed. */
export async function feedStatus(db: Queryable): Promise<FeedStatus> {
  const { refused, refusedSince, successAt } = await readFeedState(db)
  const told = Object.entries(refused).filter(([key]) => !isWaitingKey(key))
  const unassigned = await countUnassigned(db)
  return {
    refused: told.map(([, reason]) => reason),
    refusedSince,
    successAt,
    unassigned: unassigned.all,
    unassignedShown: unassigned.shown,
    usersOutOfUse: await countUsersOutOfUse(db),
  }
}

/** Makes the handler of the jobs that `noteReading` stores: the mail says what is refused when it leaves. */
export function feedRefusedMailHandler(parts: MailParts): Handler<'feedRefusedMail'> {
  const { db, mailer } = parts
  return async ({ to }, job) => {
    const { refused } = await readFeedState(db.kysely)
    const reasons = Object.entries(refused).filter(([key]) => !isWaitingKey(key))
    const waiting = (await waitingFeeds(db.kysely)).map(({ file, preview }) =>
      [`${file}: espera su respuesta.`, ...preview.guards.map(({ message }) => `  ${message}`)].join('\n'),
    )
    // Put right or answered before the mail could leave.
    if (reasons.length === 0 && waiting.length === 0) return
    const mail = renderFeedRefusedMail(
      { refused: reasons.map(([, reason]) => reason), waiting },
      await dressedShop(parts),
    )
    await deliver(mailer, job, { to, mail })
  }
}
