/** What left for the mail server and the ERP while instances were killed: everything, and once by its key. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Cluster } from './cluster.ts'

export interface OutboxReport {
  mails: number
  mailsTwice: number
  exports: number
  exportsTwice: number
}

const kinds = ['newOrderMail', 'erpOrder'] as const
const LONGEST_WAIT = 240_000

/** Waits until all has left, and compares what was received with the orders there are. */
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
    .where('kind', 'in', kinds)
    .groupBy('kind')
    .execute()
  for (const kind of kinds) {
    const count = jobs.find((row) => row.kind === kind)?.count ?? 0
    if (count !== orderIds.size) fault(`${orderIds.size} pedidos y ${count} tareas ${kind}`)
  }
  const keys = mails.map(({ messageId }) => messageId)
  const received = new Set(keys).size
  if (received !== orderIds.size) fault(`${orderIds.size} correos anotados y ${received} recibidos`)

  const posted = [...erp.posted.values()]
  const there = posted.map(({ body }) => Number(body.IDCON_PED))
  if (new Set(there).size !== there.length) fault('el ERP tiene un pedido con dos claves')
  for (const id of orderIds) if (!there.includes(id)) fault(`el ERP no tiene el pedido ${id}`)
  for (const id of there) if (!orderIds.has(id)) fault(`el ERP tiene el pedido ${id}, que no existe`)
  const orders = await db.kysely.selectFrom('sales_order').select(['id', 'erp_state', 'erp_number']).execute()
  for (const { id, erp_state, erp_number } of orders)
    if (erp_state !== 'accepted' || erp_number === null)
      fault(`el pedido ${id} quedó ${erp_state} con el número ${erp_number}`)
  if (new Set(orders.map(({ erp_number }) => erp_number)).size !== orders.length)
    fault('hay números repetidos')
  return {
    ...{ mails: received, mailsTwice: keys.length - received },
    ...{ exports: there.length, exportsTwice: posted.filter(({ times }) => times > 1).length },
  }
}

/** Waits for the outbox; what a killed instance had is free after two minutes, which are not waited for here. */
async function finishJobs({ db }: Cluster, fault: (words: string) => void): Promise<void> {
  const left = async () => {
    await sql`update job set lease_until = now() where state = 'running' and lease_until < now() + interval '100 seconds'
      and kind in (${sql.join(kinds)})`.execute(db.kysely)
    return db.kysely
      .selectFrom('job')
      .select(['id', 'kind', 'state', 'error'])
      .where('kind', 'in', kinds)
      .where('state', '<>', 'done')
      .execute()
  }
  for (const until = Date.now() + LONGEST_WAIT; ; await delay(500)) {
    const jobs = await left()
    if (jobs.length === 0) return
    const dead = jobs.find(({ state }) => state === 'dead')
    if (!dead && Date.now() < until) continue
    const [first = dead] = jobs
    return fault(`${jobs.length} tareas sin terminar, ${first?.kind}: ${dead?.error ?? 'tarda demasiado'}`)
  }
}
