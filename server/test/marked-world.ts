/**
 * A shop in which every text that belongs to somebody carries that person's marker, a word that stands nowhere by chance.
 * The owners of rows are written by hand; a table that is missing here fails the run.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import { makeArticle, makeClient, makeSeller, makeUser } from './make.ts'

/** Two sellers with two clients each, a supervisor, an admin; `office`: what only an admin reads; `secret`: what nobody reads. */
export const owners = [
  'A1',
  'A2',
  'B1',
  'B2',
  'sellerA',
  'sellerB',
  'supervisor',
  'admin',
  'office',
  'secret',
] as const
export type Owner = (typeof owners)[number]
export const clientNames = ['A1', 'A2', 'B1', 'B2'] as const

export interface MarkedWorld {
  markers: Record<Owner, string>
  /** User ids. */
  users: Record<Exclude<Owner, 'office' | 'secret'>, number>
  /** What stands for each owner where a request names something: ids of all its rows, codes, CUITs. */
  names: Record<Owner, string[]>
  clients: Record<
    (typeof clientNames)[number],
    { id: number; cuit: string; orderId: number; addressId: number }
  >
  articleId: number
  /** 'table.column' of every text that carries a marker. */
  marked: string[]
}

/** Whose a row is, as an SQL expression over its columns; a function is given the ids. */
const byUser = (column: string) => `(select marker_of_user(${column}))`
const byClient = (column: string) => `(select marker_of_client(${column}))`
export const ownerOf: Record<string, string> = {
  app_user: byUser('id'),
  user_address: byUser('user_id'),
  sheet_columns: byUser('user_id'),
  cart_line: byClient('client_id'),
  client: byClient('id'),
  client_address: byClient('client_id'),
  sales_order: byClient('client_id'),
  sales_order_line: byClient('(select client_id from sales_order where id = order_id)'),
  order_event: byClient('(select client_id from sales_order where id = order_id)'),
  order_dispatch: byClient('(select client_id from sales_order where id = order_id)'),
  order_line_news: byClient('(select client_id from sales_order where id = order_id)'),
  order_paper: byClient('(select client_id from sales_order where id = order_id)'),
  client_account: byClient('client_id'),
  client_bill: byClient('client_id'),
  audit: `'office'`,
  change_batch: `'office'`,
  erp_run: `'office'`,
  erp_waiting: `'office'`,
  erp_waiting_rows: `'office'`,
  job: `'office'`,
  missed_search: `'office'`,
  webhook: `'office'`,
  erp_cursor: `'office'`,
  erp_key: `'office'`,
  erp_batch: `'office'`,
  registry_ticket: `'secret'`,
}
/** Tables whose texts are everybody's, or that hold no text of anybody. */
export const nobodys: Record<string, string> = {
  article: 'the catalogue',
  brand: 'the catalogue',
  category: 'the catalogue',
  listing: 'the catalogue',
  media: 'the catalogue',
  price: 'the catalogue',
  quotation: 'numbers of contents that nobody reads back',
  certificate: 'public',
  slide: 'public',
  setting: 'public, but for those that access-run.slow.test.ts asks about',
  carrier: 'a list for everybody',
  vat_condition: 'a list of the office, without persons',
  zone: 'a list for everybody',
  seller: 'names that clients may read',
  catalogue_version: 'a number',
  erp_feed: 'one row of numbers',
  erp_taken: 'numbers',
  demo_fill: 'a date',
  drill: 'a date',
  last_backup: 'a path of the operator, told by no call',
  counted_try: 'hashes',
  session: 'hashes, and what a browser says of itself: own-sessions.test.ts asks for those of others',
  known_browser: 'hashes',
  second_factor: 'secrets that no call answers: second-factor.test.ts',
  password_reset: 'hashes',
  device_key: 'a key of each user alone, as bytes; its call takes no id',
  document_ticket: 'its id is the ticket, drawn by chance',
  made_document: 'names made of hashes',
  erp_outbox: 'ids of orders and clients: push.test.ts asks for those',
}
/** Texts of somebody's rows that must keep their form; each is a secret, an address of the web, or one of a few words. */
const KEPT = new Set([
  'app_user.cuit',
  'client.cuit',
  'app_user.type',
  'job.kind',
  'erp_waiting.kind',
  'erp_waiting.state',
  'job.state',
  'webhook.events',
  'erp_key.rights',
  'audit.entity',
  'change_batch.kind',
  'cart_line.channel',
  'sales_order.channel',
  'sales_order.erp_state',
  'sales_order.course_state',
  'order_event.state',
  'order_event.source',
  'sales_order_line.channel',
  'sheet_columns.kind',
  'sheet_columns.roles',
])

export async function makeMarkedWorld(db: Db): Promise<MarkedWorld> {
  const { kysely } = db
  const markers = Object.fromEntries(
    owners.map((owner) => [owner, `zq${randomBytes(5).toString('hex')}`]),
  ) as MarkedWorld['markers']
  const article = await makeArticle(db)
  const sellers = { A: await makeSeller(db), B: await makeSeller(db) }
  const users = {
    sellerA: (await makeUser(db, 'vendedor', { seller_id: sellers.A })).id,
    sellerB: (await makeUser(db, 'vendedor', { seller_id: sellers.B })).id,
    supervisor: (await makeUser(db, 'supervisor')).id,
    admin: (await makeUser(db, 'admin')).id,
  } as MarkedWorld['users']
  const clients = {} as MarkedWorld['clients']
  const names = Object.fromEntries(owners.map((owner) => [owner, [] as string[]])) as MarkedWorld['names']
  for (const [at, name] of clientNames.entries()) {
    const cuit = `3070000000${at}`
    const client = await makeClient(db, { cuit, seller_id: sellers[name.startsWith('A') ? 'A' : 'B'] })
    const user = await makeUser(db, 'cliente', { client_id: client.id })
    users[name] = user.id
    const typed = await kysely
      .insertInto('user_address')
      .values({ user_id: user.id, street: 'Sarmiento 1', province_id: 1, city: 'Lanús' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const order = await kysely
      .insertInto('sales_order')
      .values({
        ...{ user_id: user.id, created_by: user.id, client_id: client.id, business_name: 'x', address: 'x' },
        ...{
          address_id: client.addresses[0] ?? 0,
          sale_condition: 1,
          total: 100,
          line_count: 1,
          channel: 'import',
        },
        ...{ idempotency_key: `llave-${at}`, import_cuit: cuit, import_number: `9${at}`, import_copy: 0 },
        ...{ note: 'x', erp_reason: 'x', sale_line: 'x', erp_state: 'observed' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kysely
      .insertInto('sales_order_line')
      .values({
        ...{
          order_id: order.id,
          article_id: article.id,
          code: 'x',
          description: 'x',
          list_price: 100,
          discount: 0,
        },
        ...{ unit_price: 100, multiple: 1, quantity: 1, note: 'x', created_by: user.id, channel: 'import' },
      })
      .execute()
    const paperId = await tellCourse(db, order.id, article.id, client.id)
    const line = await kysely
      .insertInto('cart_line')
      .values({
        ...{ user_id: user.id, client_id: client.id, article_id: article.id, quantity: 1, note: 'x' },
        ...{ channel: 'web', created_by: user.id },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kysely
      .insertInto('sheet_columns')
      .values({ kind: 'list', user_id: user.id, client_id: null, headings: 'x', roles: ['code'] })
      .execute()
    clients[name] = { id: client.id, cuit, orderId: order.id, addressId: client.addresses[0] ?? 0 }
    names[name] = [client.id, user.id, typed.id, order.id, line.id, paperId, ...client.addresses].map(String)
    names[name].push(cuit, `C${client.id}`)
  }
  for (const name of ['sellerA', 'sellerB', 'supervisor', 'admin'] as const)
    names[name].push(String(users[name]))
  names.office = await fillOffice(db, users)
  const marked = await markAll(db, { markers, users, clients })
  return { markers, users, names, clients, articleId: article.id, marked }
}

/** What became of an order, and its client's account; answers the id of its paper. */
async function tellCourse({ kysely }: Db, orderId: number, articleId: number, clientId: number) {
  const about = { erp_id: orderId, order_id: orderId, at: '2026-03-01T12:00:00Z' }
  await kysely
    .insertInto('order_event')
    .values({ ...about, state: 'other', text: 'x', source: 'erp', carrier: 'x', guide: 'x', reason: 'x' })
    .execute()
  await kysely
    .insertInto('order_dispatch')
    .values({ ...about, article_id: articleId, quantity: 1, note: 'x', carrier: 'x', guide: 'x' })
    .execute()
  await kysely
    .insertInto('order_line_news')
    .values({ ...about, article_id: articleId, accepted: 0, reason: 'x' })
    .execute()
  const bill = { kind: 'x', number: 'x', day: '2026-03-01', amount: 100 }
  await kysely
    .insertInto('client_account')
    .values({ client_id: clientId, at: about.at, balance: 100, credit_limit: null })
    .execute()
  await kysely
    .insertInto('client_bill')
    .values({ ...bill, erp_id: orderId, client_id: clientId, at: about.at, due_day: null, balance: 100 })
    .execute()
  const paper = await kysely
    .insertInto('order_paper')
    .values({ ...bill, erp_id: orderId, order_id: orderId, link: 'x', file: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return paper.id
}

/** Rows that only an admin reads, and secrets that nobody does; answers their ids. */
async function fillOffice({ kysely }: Db, users: MarkedWorld['users']): Promise<string[]> {
  const audit = await kysely
    .insertInto('audit')
    .values({
      ...{ user_id: users.admin, action: 'update', entity: 'user', entity_id: String(users.admin) },
      ...{ before: '{}', after: '{}' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const job = await kysely
    .insertInto('job')
    .values({ kind: 'enabledMail', payload: '{"userId":1}', state: 'dead', error: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const webhook = await kysely
    .insertInto('webhook')
    .values({ url: 'https://avisos.example/x', secret: 'whsec_x', events: ['pedido.creado'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  const key = await kysely
    .insertInto('erp_key')
    .values({ name: 'x', hash: randomBytes(32), rights: ['articulos:leer'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('erp_batch')
    .values({ key_id: key.id, idempotency_key: 'x', request_hash: randomBytes(32), answer: 'x' })
    .execute()
  await kysely.insertInto('erp_run').values({ source: 'x', complete: true, report: '{}' }).execute()
  const waiting = await kysely
    .insertInto('erp_waiting')
    .values({ ...{ kind: 'zones', source: 'x', file: 'x', digest: 'x' }, head: '{}', shown: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('erp_waiting_rows')
    .values({ waiting_id: waiting.id, part: 0, rows: '[]' })
    .execute()
  await kysely.insertInto('missed_search').values({ day: '2026-11-01', text: 'x', count: 9 }).execute()
  await kysely.insertInto('registry_ticket').values({ key: 'x', token: 'x', sign: 'x' }).execute()
  return [audit.id, job.id, webhook.id, key.id, waiting.id].map(String)
}

/** Puts each owner's marker into every text column of the owner's rows; answers the columns. */
async function markAll(
  { kysely }: Db,
  { markers, users, clients }: Pick<MarkedWorld, 'markers' | 'users' | 'clients'>,
) {
  const cases = (pairs: [number, string][]) =>
    pairs.map(([id, marker]) => `when ${id} then '${marker}'`).join(' ')
  const userCases = cases(Object.entries(users).map(([name, id]) => [id, markers[name as Owner]]))
  const clientCases = cases(clientNames.map((name) => [clients[name].id, markers[name]]))
  for (const [name, list] of [
    ['user', userCases],
    ['client', clientCases],
  ])
    await sql`create function ${sql.raw(`marker_of_${name}`)}(id int) returns text language sql immutable as ${sql.raw(`'select case id ${list?.replaceAll("'", "''")} end'`)}`.execute(
      kysely,
    )
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name::text as "table", column_name::text as "column" from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and is_generated = 'NEVER' order by 1, 2`.execute(
    kysely,
  )
  const marked: string[] = []
  for (const { table, column } of rows) {
    const owner = ownerOf[table]
    const name = `${table}.${column}`
    if (owner === undefined || KEPT.has(name)) continue
    const isSecret = ['app_user.password_hash', 'webhook.secret'].includes(name)
    const marker = isSecret
      ? `'${markers.secret}'`
      : owner.replace(/^'(\w+)'$/, (_, who: Owner) => `'${markers[who]}'`)
    // A unique text keeps its end.
    const value =
      name === 'app_user.email'
        ? `${marker} || id || '@example.test'`
        : name === 'client.code'
          ? `${marker} || id`
          : marker
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.raw(value)} where ${sql.raw(marker)} is not null`.execute(
      kysely,
    )
    marked.push(name)
  }
  return marked
}

/** Every row of an owner, whatever its table, in order: what a write of somebody else must leave as it was. */
export async function rowsOf({ kysely }: Db, marker: string): Promise<string[]> {
  const found: string[] = []
  for (const table of Object.keys(ownerOf)) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(x)::text as row from ${sql.table(table)} as x where to_jsonb(x)::text like ${`%${marker}%`} order by 1`.execute(
      kysely,
    )
    found.push(...rows.map(({ row }) => `${table} ${row}`))
  }
  return found
}
