/** Whether ERP, mail server and receivers of notices got all of each order, once, after whatever happened to the shop or to them. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../server/db/open.ts'
import type { TestSmtpServer } from '../server/test/mail.ts'
import type { ErpStub } from '../server/test/stubs/erp.ts'
import type { StubRequest } from '../server/test/stubs/http-stub.ts'
import type { Shop } from './shop.ts'

/** Jobs of an order, and of sign-ins of the staff, who are told by mail (R269). */
const KINDS = ['erpOrder', 'webhook', 'newOrderMail', 'courseMail', 'newBrowserMail']
const MAILS = KINDS.filter((kind) => kind.endsWith('Mail'))
/** Milliseconds in which nothing more was done: what is missing then counts as lost. */
const STANDSTILL = 120_000

/** Lets no job wait: what failed is tried at once, and a killed worker's lease ends after 20 seconds instead of two minutes. */
export async function hurryOutbox({ kysely }: Db, leaseSeconds = 100): Promise<void> {
  await sql`update job set run_at = now() where state = 'pending' and kind in (${sql.join(KINDS)})`.execute(kysely)
  await sql`update job set lease_until = now() where state = 'running' and kind in (${sql.join(KINDS)})
    and lease_until < now() + ${leaseSeconds}::int * interval '1 second'`.execute(kysely)
}

/** Waits until the running shop's outbox is empty. A job that was given up, or a standstill, is a fault. */
export async function finishOutbox(
  { url, databaseUrl, look }: Pick<Shop, 'url' | 'databaseUrl' | 'look'>,
  faults: string[],
): Promise<void> {
  let [least, since] = [Number.POSITIVE_INFINITY, Date.now()]
  for (;;) {
    // While a shop runs on an embedded database nobody else can open it: there the jobs are hurried before its start.
    if (databaseUrl) await look(hurryOutbox)
    const told = await (await fetch(`${url}/metrics`)).text()
    const jobs = [...told.matchAll(/^bulto_jobs\{kind="(\w+)",state="(\w+)"\} (\d+)/gm)]
      .map(([, kind = '', state = '', count = '0']) => ({ kind, state, count: Number(count) }))
      .filter(({ kind, count }) => KINDS.includes(kind) && count > 0)
    const left = jobs.reduce((sum, { state, count }) => (state === 'dead' ? sum : sum + count), 0)
    if (left < least) [least, since] = [left, Date.now()]
    const isStanding = Date.now() - since > STANDSTILL
    if (left > 0 && !isStanding) {
      await delay(500)
      continue
    }
    for (const { kind, state, count } of jobs) faults.push(`${count} tareas ${kind} sin terminar (${state})`)
    return
  }
}

/** Who was told of orders. */
export interface Receivers {
  readonly erp: ErpStub
  readonly mails?: TestSmtpServer['mails']
  readonly notices?: readonly StubRequest[]
}

/** What came of something, each under its own key, and how often a key came again, which a receiver is told to expect. */
export interface Received {
  readonly came: number
  readonly again: number
  readonly lost: number
  readonly doubled: number
}

/** Compares what was received with the orders that are stored; what is lost or doubled goes to the faults, in Spanish. */
export async function checkOutbox(
  { kysely }: Db,
  { erp, mails, notices }: Receivers,
  faults: string[],
): Promise<{ erp: Received; mails: Received; notices: Received }> {
  const orders = await kysely.selectFrom('sales_order').select(['id', 'erp_state', 'erp_number']).execute()
  const ids = orders.map(({ id }) => String(id))
  for (const { id, erp_state, erp_number } of orders)
    if (erp_state !== 'accepted' || erp_number === null)
      faults.push(`el pedido ${id} quedó ${erp_state} con el número ${erp_number}`)
  if (new Set(orders.map(({ erp_number }) => erp_number)).size !== orders.length) faults.push('hay números repetidos')

  const { rows: jobs } = await sql<{ name: string; orderId: string | null; to: string | null }>`
    select kind || ' ' || id as name, payload->>'orderId' as "orderId", payload->>'to' as "to" from job
    where kind in (${sql.join(MAILS)}) and (kind <> 'courseMail' or payload ? 'to')`.execute(kysely)
  const posted = [...erp.posted].flatMap(([key, { body, times }]) =>
    Array.from({ length: times }, () => ({ key, name: String(body.IDCON_PED) })),
  )
  const told = (notices ?? []).flatMap(({ headers, body }) => {
    const { evento, datos } = JSON.parse(body) as { evento: string; datos: { IDCON_PED: number } }
    return evento === 'pedido.creado' ? [{ key: String(headers['webhook-id']), name: String(datos.IDCON_PED) }] : []
  })
  const mailed = (mails ?? []).map(({ messageId = '' }) => {
    const [, kind, id] = /(\w+Mail)-(\d+)-/.exec(messageId) ?? []
    return { key: messageId, name: `${kind} ${id}` }
  })
  if (mails) {
    // Each address has one mail of an order, and each order a mail to the office.
    const letters = jobs
      .filter(({ name }) => name.startsWith('newOrderMail'))
      .map(({ orderId, to }) => `${orderId} ${to}`)
    if (new Set(letters).size !== letters.length) faults.push('un pedido tiene dos correos a la misma dirección')
    const mailedOrders = new Set(letters.map((letter) => letter.split(' ')[0]))
    for (const id of ids) if (!mailedOrders.has(id)) faults.push(`el pedido ${id} no tiene correo`)
  }
  return {
    erp: compare('el ERP', posted, ids, faults),
    mails: mails
      ? compare(
          'el correo',
          mailed,
          jobs.map(({ name }) => name),
          faults,
        )
      : compare('', [], [], faults),
    notices: notices ? compare('un aviso', told, ids, faults) : compare('', [], [], faults),
  }
}

/** Each thing has to have come under one key; the same key again is a repetition. */
function compare(
  who: string,
  came: readonly { key: string; name: string }[],
  wanted: readonly string[],
  faults: string[],
): Received {
  const keysOf = new Map<string, Set<string>>()
  for (const { key, name } of came) keysOf.set(name, (keysOf.get(name) ?? new Set()).add(key))
  const lost = wanted.filter((name) => !keysOf.has(name))
  const known = new Set(wanted)
  const strange = [...keysOf.keys()].filter((name) => !known.has(name))
  const doubled = [...keysOf].filter(([, keys]) => keys.size > 1).map(([name]) => name)
  for (const name of lost) faults.push(`${who}: falta ${name}`)
  for (const name of strange) faults.push(`${who}: llegó ${name}, que no existe`)
  for (const name of doubled) faults.push(`${who}: ${name} llegó con dos claves`)
  const distinct = [...keysOf.values()].reduce((sum, keys) => sum + keys.size, 0)
  return { came: distinct, again: came.length - distinct, lost: lost.length, doubled: doubled.length + strange.length }
}
