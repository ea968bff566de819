/** Whether the ERP and the mail server got each order, once, after whatever happened to them. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../server/db/open.ts'
import type { TestSmtpServer } from '../../server/test/mail.ts'
import type { ErpStub } from '../../server/test/stubs/erp.ts'

/** Longest time until both have everything, in milliseconds; an ERP that was silent is waited for for a minute. */
const LONGEST_WAIT = 120_000

/** The running shop empties its outbox; what was lost or doubled goes to the faults. Answers what came, in Spanish. */
export async function checkOutbox(
  db: Db,
  { erp, smtp }: { erp: ErpStub; smtp: TestSmtpServer },
  faults: string[],
): Promise<string> {
  const waiting = async () => {
    // What failed is tried again after minutes; here at once.
    await sql`update job set run_at = now() where state = 'pending'`.execute(db.kysely)
    const jobs = db.kysely.selectFrom('job').where('kind', 'in', ['newOrderMail', 'erpOrder'])
    return (await jobs.where('state', 'in', ['pending', 'running']).select('id').execute()).length
  }
  for (const until = Date.now() + LONGEST_WAIT; (await waiting()) > 0 && Date.now() < until; )
    await delay(500)

  const orders = await db.kysely.selectFrom('sales_order').select('id').orderBy('id').execute()
  const { rows: mailJobs } = await sql<{ id: number; orderId: number }>`
    select id, (payload->>'orderId')::integer as "orderId" from job where kind = 'newOrderMail'`.execute(
    db.kysely,
  )
  const orderOf = new Map(mailJobs.map(({ id, orderId }) => [Number(id), orderId]))
  // A second delivery of the same mail has the same Message-ID, and a second post the same key: who gets them is told so.
  const mails = new Set(smtp.mails.map(({ messageId }) => messageId ?? ''))
  const mailed = [...mails].flatMap((id) => orderOf.get(Number(/newOrderMail-(\d+)-/.exec(id)?.[1])) ?? [])
  const posted = [...erp.posted.values()].map(({ body }) => Number(body.IDCON_PED))
  for (const [who, ids] of Object.entries({ 'el ERP': posted, 'el correo': mailed })) {
    for (const { id } of orders) {
      const times = ids.filter((one) => one === id).length
      if (times !== 1) faults.push(`${who} recibió ${times} veces el pedido ${id}`)
    }
    if (new Set(ids).size > orders.length) faults.push(`${who} recibió pedidos que la tienda no tiene`)
  }
  return `${orders.length} pedidos, ${posted.length} en el ERP y ${mailed.length} por correo`
}
