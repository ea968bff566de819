/** SQL of the mailbox (R326). */
import { type Insertable, type RawBuilder, sql, type Transaction } from 'kysely'
import { MAILBOX_PAGE_SIZE, type MailState } from '../../../contract/mailbox.ts'
import { clientTypes } from '../../../contract/roles.ts'
import type { SellerScope } from '../../db/chosen-clients.ts'
import { escapeLike } from '../../db/like.ts'
import type { Queryable } from '../../db/open.ts'
import { heldReason } from '../../db/order-rows.ts'
import type { Tables } from '../../db/tables.ts'

/** As the port's. */
interface Place {
  readonly validity: string
  readonly uid: number
}

/** How far a mailbox was read; its row is made at the first look. */
export async function findPlace(db: Queryable, account: string): Promise<Place> {
  await db
    .insertInto('mailbox')
    .values({ account, read_at: null, failing_since: null })
    .onConflict((c) => c.doNothing())
    .execute()
  const { validity, last_uid } = await db
    .selectFrom('mailbox')
    .select(['validity', 'last_uid'])
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return { validity, uid: last_uid }
}

export async function movePlace(t: Queryable, account: string, { validity, uid }: Place): Promise<void> {
  await sql`update mailbox set validity = ${validity},
    last_uid = case when validity = ${validity} then greatest(last_uid, ${uid}) else ${uid} end
    where account = ${account}`.execute(t)
}

export async function noteRead(db: Queryable, account: string): Promise<void> {
  await sql`update mailbox set read_at = now(), failing_since = null, failures = 0, fault = ''
    where account = ${account}`.execute(db)
}

/** Answers how often in a row the mailbox could not be read. */
export async function noteFault(db: Queryable, account: string, fault: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`update mailbox set failures = failures + 1, fault = ${fault},
    failing_since = coalesce(failing_since, now()) where account = ${account} returning failures`.execute(db)
  return rows[0]?.failures ?? 1
}

export const findMailbox = (db: Queryable) =>
  db
    .selectFrom('mailbox')
    .select(['read_at as readAt', 'fault', 'failing_since as failingSince'])
    .orderBy(sql`greatest(read_at, failing_since) desc nulls last`)
    .limit(1)
    .executeTakeFirst()

type NewMail = Omit<
  Insertable<Tables['received_mail']>,
  'client_id' | 'taken_by' | 'carted_at' | 'order_id' | 'answered_at'
>

/** The only client that an address is known by: chosen for it, or in the client's own data or of its users; null for none. */
const clientOfAddress = (address: string): RawBuilder<number | null> => sql`coalesce(
  (select client_id from mail_sender where address = ${address}),
  (select min(id) from (
    select id from client where active and ${address} = any(regexp_split_to_array(lower(email), '[;,[:space:]]+'))
    union select client_id from app_user
      where lower(email) = ${address} and client_id > 0 and active and type = any(${clientTypes})
  ) known having count(*) = 1))`

/** Stores a mail; one that is stored already changes nothing. */
export async function insertMail(t: Transaction<Tables>, mail: NewMail): Promise<void> {
  await t
    .insertInto('received_mail')
    .values({
      ...mail,
      client_id: mail.sender === '' ? null : clientOfAddress(mail.sender),
      ...{ taken_by: null, carted_at: null, order_id: null, answered_at: null },
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/**
 * The order that was made of a mail: the first one of the cart into which rows of it were put, by whoever took the mail. An import, what
 * a client accepted by link in the taker's name, and an order that was cancelled are none.
 */
const orderOfMail = sql<number | null>`coalesce(m.order_id, (select min(o.id) from sales_order o
  where o.client_id = m.client_id and o.created_by = m.taken_by and o.created_at >= m.carted_at and o.channel = 'web'
    and o.withdrawn_at is null and o.course_state <> 'cancelled'
    and not exists (select from offer where order_id = o.id)))`

const mails = (db: Queryable, seller: SellerScope) => {
  const found = db
    .selectFrom('received_mail as m')
    .leftJoin('client as c', 'c.id', 'm.client_id')
    .leftJoin('app_user as u', 'u.id', 'm.taken_by')
    .select((of) => [
      'm.id',
      'm.received_at as receivedAt',
      'm.sender',
      'm.sender_name as senderName',
      'm.subject',
      sql<number>`jsonb_array_length(m.files)`.as('fileCount'),
      'm.client_id as clientId',
      of.fn.coalesce('c.business_name', sql<string>`''`).as('businessName'),
      sql<string>`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.business_name, '')`.as('takenBy'),
      'm.taken_by as takenById',
      'm.reason',
      'm.answered_at as answeredAt',
      orderOfMail.as('orderId'),
    ])
  return seller === undefined ? found : found.where('c.seller_id', '=', seller)
}

const erpNumber = sql<number | null>`(select erp_number from sales_order where id = "orderId")`
const stateOf = sql<MailState>`case when reason <> '' then 'aside' when "orderId" is not null then 'order'
  when "takenById" is not null then 'taken' else 'new' end`

/** A page of the mails that a caller may see, the last first. */
export function listMails(
  db: Queryable,
  seller: SellerScope,
  { state, text, page }: { state?: MailState | undefined; text: string; page: number },
) {
  const pattern = `%${escapeLike(text.trim().toLowerCase())}%`
  return db
    .with('mail', () => mails(db, seller))
    .with('shown', (and) =>
      and
        .selectFrom('mail')
        .selectAll()
        .select([stateOf.as('state'), erpNumber.as('erpNumber')]),
    )
    .selectFrom('shown')
    .selectAll()
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .$if(state !== undefined, (found) => found.where('state', '=', state as MailState))
    .$if(text.trim() !== '', (found) =>
      found.where(
        sql<boolean>`lower(sender || ' ' || "senderName" || ' ' || subject || ' ' || "businessName") like ${pattern}`,
      ),
    )
    .orderBy('receivedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MAILBOX_PAGE_SIZE)
    .offset(page * MAILBOX_PAGE_SIZE)
    .execute()
}

/** One mail; undefined where there is none that the caller may see. */
export function findMail(db: Queryable, seller: SellerScope, id: number) {
  return db
    .with('mail', () =>
      mails(db, seller)
        .select(['m.sent_at as sentAt', 'm.text', 'm.quoted', 'm.files', 'm.remarks', 'm.file'])
        .select(['m.message_id as messageId', 'm.thread'])
        .where('m.id', '=', id),
    )
    .selectFrom('mail')
    .selectAll()
    .select([stateOf.as('state'), erpNumber.as('erpNumber')])
    .executeTakeFirst()
}

/** Lets nobody else change a mail until the transaction ends. */
export async function lockMail(t: Transaction<Tables>, id: number): Promise<void> {
  await t.selectFrom('received_mail').select('id').where('id', '=', id).forUpdate().execute()
}

export const updateMail = (
  t: Transaction<Tables>,
  id: number,
  change: Partial<{
    taken_by: number | null
    carted_at: RawBuilder<string> | null
    reason: string
    order_id: number | null
    answered_at: RawBuilder<string> | null
  }>,
) => t.updateTable('received_mail').set(change).where('id', '=', id).execute()

export const isActiveClient = async (db: Queryable, id: number): Promise<boolean> =>
  (await db.selectFrom('client').select('active').where('id', '=', id).executeTakeFirst())?.active === true

/** Remembers whose mails an address sends: for this mail, for its others that are nobody's, and for later ones. */
export async function chooseClient(
  t: Transaction<Tables>,
  { id, address, clientId, userId }: { id: number; address: string; clientId: number; userId: number },
): Promise<void> {
  await sql`update received_mail set client_id = ${clientId}, carted_at = null
    where id = ${id} or (client_id is null and sender = ${address} and ${address} <> '')`.execute(t)
  if (address === '') return
  await sql`insert into mail_sender (address, client_id, chosen_by) values (${address}, ${clientId}, ${userId})
    on conflict (address) do update set client_id = excluded.client_id, chosen_by = excluded.chosen_by`.execute(t)
}

/** What the answer to a mail says. */
export async function findAnswer(db: Queryable, id: number) {
  const { rows } = await sql<{
    sender: string
    subject: string
    messageId: string
    thread: string
    orderId: number
    erpNumber: number | null
    isHeld: boolean
    contactMail: string
    contactPhone: string
  }>`select m.sender, m.subject, m.message_id as "messageId", m.thread, o.id as "orderId", o.erp_number as "erpNumber",
      ${heldReason} is not null as "isHeld",
      coalesce((select value from setting where key = 'CONTACTO_MAIL'), '') as "contactMail",
      coalesce((select value from setting where key = 'CONTACTO_TEL'), '') as "contactPhone"
    from received_mail m join sales_order o on o.id = m.order_id where m.id = ${id}`.execute(db)
  return rows[0]
}
