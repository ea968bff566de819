/** Checks that mail server and ERP got everything although instances were killed, and each thing under one idempotency key. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Cluster } from './cluster.ts'

/** Distinct mails and orders that were received, and how many repetitions arrived. */
export interface OutboxReport {
  mails: number
  /** Mails that arrived again, under the Message-ID of an earlier one. */
  mailsTwice: number
  /** Orders that the ERP has. */
  exports: number
  /** Orders that the ERP got more than once, under one key. */
  exportsTwice: number
}

const kinds = ['newOrderMail', 'erpOrder'] as const
/** The staff of the run signs in, too, and is told by mail (R269). */
const SIGN_IN = 'newBrowserMail'
/** Each client is told that the ERP accepted the order (R307): one job for the order, and one for each address. */
const ACCEPTED = 'courseMail'
const waited = [...kinds, SIGN_IN, ACCEPTED]
/** Longest time until the outbox is empty, in milliseconds. */
const LONGEST_WAIT = 240_000

/** Waits until the outbox is empty, and compares what was received with `orderIds`, the orders that exist. */
export async function checkOutbox(
  cluster: Cluster,
  orderIds: ReadonlySet<number>,
  fault: (words: string) => void,
): Promise<OutboxReport> {
  const { db, mails, erp } = cluster
  await finishJobs(cluster, fault)
  const jobs = await db.kysely
    .selectFrom('job')
    .select(['kind', sql<number>`count(*)::int`.as('count')])
    .where('kind', 'in', [...kinds, SIGN_IN, ACCEPTED])
    .where(sql<boolean>`(kind <> ${ACCEPTED} or payload ? 'to')`)
    .groupBy('kind')
    .execute()
  const countOf = (kind: string) => jobs.find((row) => row.kind === kind)?.count ?? 0
  for (const kind of [...kinds, ACCEPTED]) {
    const count = countOf(kind)
    if (count !== orderIds.size) fault(`${orderIds.size} pedidos y ${count} tareas ${kind}`)
  }
  const keys = mails.map(({ messageId }) => messageId)
  const received = new Set(keys).size
  const noted = countOf('newOrderMail') + countOf(ACCEPTED) + countOf(SIGN_IN)
  if (received !== noted) fault(`${noted} correos anotados y ${received} recibidos`)

  const posted = [...erp.posted.values()]
  const postedIds = posted.map(({ body }) => Number(body.IDCON_PED))
  if (new Set(postedIds).size !== postedIds.length) fault('el ERP tiene un pedido con dos claves')
  for (const id of orderIds) if (!postedIds.includes(id)) fault(`el ERP no tiene el pedido ${id}`)
  for (const id of postedIds) if (!orderIds.has(id)) fault(`el ERP tiene el pedido ${id}, que no existe`)
  const orders = await db.kysely.selectFrom('sales_order').select(['id', 'erp_state', 'erp_number']).execute()
  for (const { id, erp_state, erp_number } of orders)
    if (erp_state !== 'accepted' || erp_number === null)
      fault(`el pedido ${id} quedó ${erp_state} con el número ${erp_number}`)
  if (new Set(orders.map(({ erp_number }) => erp_number)).size !== orders.length) fault('hay números repetidos')
  return {
    mails: received,
    mailsTwice: keys.length - received,
    exports: postedIds.length,
    exportsTwice: posted.filter(({ times }) => times > 1).length,
  }
}

/** Waits for the outbox. A killed instance's jobs are leased for two minutes; here a lease ends after 20 seconds. */
async function finishJobs({ db }: Cluster, fault: (words: string) => void): Promise<void> {
  const unfinishedJobs = async () => {
    await sql`update job set lease_until = now() where state = 'running' and lease_until < now() + interval '100 seconds'
      and kind in (${sql.join(waited)})`.execute(db.kysely)
    return db.kysely
      .selectFrom('job')
      .select(['id', 'kind', 'state', 'error'])
      .where('kind', 'in', waited)
      .where('state', '<>', 'done')
      .execute()
  }
  for (const until = Date.now() + LONGEST_WAIT; ; await delay(500)) {
    const jobs = await unfinishedJobs()
    if (jobs.length === 0) return
    const dead = jobs.find(({ state }) => state === 'dead')
    if (!dead && Date.now() < until) continue
    const [first = dead] = jobs
    return fault(`${jobs.length} tareas sin terminar, ${first?.kind}: ${dead?.error ?? 'tarda demasiado'}`)
  }
}
