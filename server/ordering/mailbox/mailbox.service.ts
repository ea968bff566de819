/** The mails as the staff works with them (R326 to R329). */
import { buffer } from 'node:stream/consumers'
import { sql, type Transaction } from 'kysely'
import { isEmail } from '../../../contract/email.ts'
import { type MailAct, type MailEntry, mailTexts } from '../../../contract/mailbox.ts'
import { type Caller, scopeOf } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { enqueue } from '../../jobs/outbox.ts'
import type { Asker } from '../../lib/fair-queue.ts'
import type { Files } from '../../ports/files/port.ts'
import { conflict, notFound, wrongField } from '../../refusal.ts'
import { chooseClient, findMail, isActiveClient, lockMail, updateMail } from './mailbox.queries.ts'
import { orderedText } from './quoted.rules.ts'
import { askReader } from './take-mails.service.ts'

/** A mail that the caller may see. @throws Refusal 404 */
async function requireMail(db: Queryable, caller: Caller, id: number) {
  const mail = await findMail(db, scopeOf(caller), id)
  if (!mail) throw notFound()
  return mail
}

export async function mailOf(db: Queryable, caller: Caller, id: number): Promise<MailEntry> {
  const mail = await requireMail(db, caller, id)
  const quotedOrder = orderedText(mail.quoted)
  return { ...mail, quotedOrder, total: 1, hasOriginal: mail.file !== '', isMine: mail.takenById === caller.userId }
}

/** A file of a mail, counted from 1, or with 0 the mail. @throws Refusal 404 */
export async function mailFile(
  { db, files }: { db: Db; files: Files },
  caller: Caller,
  { id, number }: { id: number; number: number },
  asker: Asker,
): Promise<{ name: string; bytes: Uint8Array }> {
  const mail = await requireMail(db.kysely, caller, id)
  const stored = number >= 0 && number <= mail.files.length && mail.file !== '' ? await files.get(mail.file) : null
  if (!stored) throw notFound()
  const source = await buffer(stored.stream)
  const listed = mail.files[number - 1]
  if (!listed) return { name: `correo-${id}.eml`, bytes: source }
  return { name: listed.name, bytes: await askReader({ source, part: number }, asker.key, asker.signal) }
}

type Change = (t: Transaction<Tables>, mail: Awaited<ReturnType<typeof requireMail>>) => Promise<unknown>
/** Changes a mail while nobody else does, and answers it. */
async function change(db: Db, caller: Caller, id: number, to: Change): Promise<MailEntry> {
  return db.tx(async (t, publish) => {
    await lockMail(t, id)
    await to(t, await requireMail(t, caller, id))
    publish('job')
    return mailOf(t, caller, id)
  })
}

/** @throws Refusal 409 when the mail is answered, 400 when there is no such client */
export const setMailClient = (db: Db, caller: Caller, id: number, clientId: number): Promise<MailEntry> =>
  change(db, caller, id, async (t, { sender, answeredAt }) => {
    if (answeredAt !== null) throw conflict(mailTexts.answered)
    if (!(await isActiveClient(t, clientId))) throw wrongField('clientId', mailTexts.noClient)
    return chooseClient(t, { id, address: sender, clientId, userId: caller.userId })
  })

/** @throws Refusal 409 when somebody else makes the order, or the mail is answered; 400 without a reason to set it aside */
export const actOnMail = (
  db: Db,
  caller: Caller,
  id: number,
  { act, reason }: { act: MailAct; reason: string },
): Promise<MailEntry> =>
  change(db, caller, id, (t, mail) => {
    const isOthers = mail.takenById !== null && mail.takenById !== caller.userId
    if (mail.answeredAt !== null) throw conflict(mailTexts.answered)
    if (isOthers && act !== 'release' && act !== 'back') throw conflict(mailTexts.takenBy(mail.takenBy))
    switch (act) {
      case 'take':
        return updateMail(t, id, { taken_by: caller.userId, reason: '' })
      case 'carted':
        // Rows that follow an order of the mail belong to that order's mail still.
        return updateMail(t, id, {
          taken_by: caller.userId,
          reason: '',
          ...(mail.orderId === null && { carted_at: sql<string>`now()` }),
        })
      case 'release':
        return updateMail(t, id, { taken_by: null, carted_at: null })
      case 'aside':
        if (reason.trim() === '') throw wrongField('reason', mailTexts.reasonMissing)
        return updateMail(t, id, { reason: reason.trim() })
      case 'back':
        return updateMail(t, id, { reason: '' })
    }
  })

/** Answers the sender with the order's number, once: the mail goes out by the outbox. @throws Refusal 409 */
export const answerMail = (db: Db, caller: Caller, id: number): Promise<MailEntry> =>
  change(db, caller, id, async (t, { orderId, sender, answeredAt }) => {
    if (answeredAt !== null) throw conflict(mailTexts.answered)
    if (orderId === null) throw conflict(mailTexts.noOrder)
    if (!isEmail(sender)) throw conflict(mailTexts.noSender)
    await updateMail(t, id, { order_id: orderId, answered_at: sql<string>`now()` })
    await enqueue(t, { kind: 'answerMail', payload: { mailId: id }, uniqueKey: `answerMail:${id}` })
  })
