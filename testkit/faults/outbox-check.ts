/** Whether the ERP and the mail server got each order, once, after whatever happened to them. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../server/db/open.ts'
import type { TestSmtpServer } from '../../server/test/mail.ts'
import type { ErpStub } from '../../server/test/stubs/erp.ts'

/** Longest time until both have everything, in milliseconds; an ERP that was silent is waited for for a minute. */
const LONGEST_WAIT = 120_000

/**
 * The running shop empties its outbox; what was lost or doubled goes to the faults. Answers what came, in Spanish.
 * @param office who gets a mail of every order
 */
export async function checkOutbox(
  db: Db,
  { erp, smtp, office }: { erp: ErpStub; smtp: TestSmtpServer; office: string },
  faults: string[],
): Promise<string> {
  const waiting = async () => {
    // What failed is tried again after minutes; here at once.
    await sql`update job set run_at = now() where state = 'pending'`.execute(db.kysely)
    const jobs = db.kysely.selectFrom('job').where('kind', 'in', ['newOrderMail', 'erpOrder'])
    return (await jobs.where('state', 'in', ['pending', 'running']).select('id').execute()).length
  }
  for (const until = Date.now() + LONGEST_WAIT; (await waiting()) > 0 && Date.now() < until; ) await delay(500)

  const orders = await db.kysely.selectFrom('sales_order').select('id').orderBy('id').execute()
  const { rows: mailJobs } = await sql<{ id: number; letter: string }>`
    select id, payload->>'orderId' || ' a ' || (payload->>'to') as letter from job where kind = 'newOrderMail'`.execute(
    db.kysely,
  )
  const letterOf = new Map(mailJobs.map(({ id, letter }) => [Number(id), letter]))
  // A second delivery of the same mail has the same Message-ID, and a second post the same key: who gets them is told so.
  const mails = new Set(smtp.mails.map(({ messageId }) => messageId ?? ''))
  const mailed = [...mails].flatMap((id) => letterOf.get(Number(/newOrderMail-(\d+)-/.exec(id)?.[1])) ?? [])
  const letters = orders.map(({ id }) => `${id} a ${office}`)
  const posted = [...erp.posted.values()].map(({ body }) => String(body.IDCON_PED))
  const ids = orders.map(({ id }) => String(id))
  faults.push(...miscounted('el ERP', posted, ids))
  faults.push(...miscounted('el correo', mailed, [...new Set([...letters, ...letterOf.values()])]))
  return `${orders.length} pedidos, ${posted.length} en el ERP y ${mailed.length} por correo`
}

const miscounted = (who: string, came: readonly string[], wanted: readonly string[]): string[] =>
  [...new Set([...came, ...wanted])].flatMap((name) => {
    const times = came.filter((other) => other === name).length
    return times === 1 && wanted.includes(name) ? [] : [`${who} recibió ${times} veces el pedido ${name}`]
  })
