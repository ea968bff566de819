/**
 * A shop in which every text that belongs to somebody carries that person's marker, a word that stands nowhere by chance.
 * The owners of rows are written by hand; a table that is missing here fails the run.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import { fillPerson, fillShop } from './filled-tables.ts'
import { makeArticle, makeClient, makeMail, makeSeller, makeUser } from './make.ts'
import { idsOf } from './world-ids.ts'

/** Two sellers with two clients each, a supervisor, an admin; `office`: what only an admin reads; `secret`: what nobody reads. */
export const owners = ['A1', 'A2', 'B1', 'B2', 'sellerA', 'sellerB', 'supervisor', 'admin', 'office', 'secret'] as const
export type Owner = (typeof owners)[number]
export const clientNames = ['A1', 'A2', 'B1', 'B2'] as const

/** A client's own records, as a request may name them. */
export interface Belongings {
  id: number
  cuit: string
  orderId: number
  addressId: number
  typedAddressId: number
  lineId: number
  listId: number
  paperId: number
}

export interface MarkedWorld {
  markers: Record<Owner, string>
  /** What shows that an answer holds something of an owner: the marker, and secrets that take no marker. */
  needles: Record<Owner, string[]>
  /** User ids. */
  users: Record<Exclude<Owner, 'office' | 'secret'>, number>
  /** What may stand where a request names something: the ids of all rows of all tables, codes, CUITs, numbers of orders. */
  pool: string[]
  clients: Record<(typeof clientNames)[number], Belongings>
  articleId: number
  articleCode: string
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
  session: byUser('user_id'),
  device_key: byUser('user_id'),
  known_browser: byUser('user_id'),
  second_factor: byUser('user_id'),
  password_reset: byUser('user_id'),
  document_ticket: byUser('user_id'),
  erp_outbox: byClient("case kind when 'client' then record_id end"),
  cart_line: byClient('client_id'),
  saved_list: byClient('client_id'),
  substitute: byClient('client_id'),
  article_wish: byUser('user_id'),
  list_watch: byUser('user_id'),
  list_watch_price: byUser('user_id'),
  notice_mail: byUser('user_id'),
  notice_link: byUser('user_id'),
  message_consent: byUser('user_id'),
  saved_list_line: byClient('(select client_id from saved_list where id = list_id)'),
  sent_cart: byClient('client_id'),
  shared_link: byClient('client_id'),
  offer: byClient('client_id'),
  client: byClient('id'),
  client_address: byClient('client_id'),
  sales_order: byClient('client_id'),
  sales_order_line: byClient('(select client_id from sales_order where id = order_id)'),
  order_version: byClient('(select client_id from sales_order where id = order_id)'),
  order_version_line: byClient('(select client_id from sales_order where id = order_id)'),
  order_event: byClient('(select client_id from sales_order where id = order_id)'),
  order_dispatch: byClient('(select client_id from sales_order where id = order_id)'),
  order_line_news: byClient('(select client_id from sales_order where id = order_id)'),
  order_paper: byClient('(select client_id from sales_order where id = order_id)'),
  client_account: byClient('client_id'),
  client_bill: byClient('client_id'),
  past_order: byClient('client_id'),
  past_order_line: byClient('(select client_id from past_order where id = past_id)'),
  client_price: byClient('client_id'),
  received_mail: byClient('client_id'),
  mail_sender: byClient('client_id'),
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
  feed_mapping: `'office'`,
  feed_key: `'office'`,
  erp_batch: `'office'`,
  push_run: `'office'`,
  push_run_batch: `'office'`,
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
  price_step: 'the catalogue',
  price_ahead: 'numbers',
  price_list: 'names of the office, and clients may read whose prices they pay',
  list_price: 'numbers',
  promotion: 'names of the office, and clients read them beside their prices',
  promotion_article: 'numbers',
  synonym: 'words of the office',
  old_address: 'public addresses of articles',
  order_rule: 'amounts and days, which those whom they are for are told',
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
  mailbox: 'which mailbox is read, told by no call, and one of a few sentences about it',
  demo_fill: 'a date',
  drill: 'a date',
  last_backup: 'a path of the operator, told by no call',
  counted_try: 'hashes',
  made_document: 'names made of hashes',
}
/** Records of a person alone: whoever may read them, nobody but that person and an admin changes them. */
export const personal = new Set([
  'app_user',
  'session',
  'device_key',
  'known_browser',
  'second_factor',
  'password_reset',
  'document_ticket',
  'sheet_columns',
])
/** Texts of somebody's rows that must keep their form; each is a name that requests carry, a secret, an address of the web, or one of a few words. */
const KEPT = new Set([
  'app_user.cuit',
  'client.cuit',
  'client.code',
  'sales_order.import_cuit',
  'sales_order.import_number',
  'app_user.type',
  'job.kind',
  'erp_waiting.kind',
  'erp_waiting.state',
  'job.state',
  'webhook.events',
  'erp_key.rights',
  'audit.entity',
  'audit.entity_id',
  'erp_outbox.kind',
  'erp_outbox.key',
  'change_batch.kind',
  'cart_line.channel',
  'saved_list.kind',
  'sent_cart.state',
  'shared_link.kind',
  'offer.state',
  'shared_link.opens',
  'app_user.order_right',
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
  const markers = Object.fromEntries(
    owners.map((owner) => [owner, `zq${randomBytes(5).toString('hex')}`]),
  ) as MarkedWorld['markers']
  const article = await makeArticle(db)
  await fillShop(db, article)
  const sellers = { A: await makeSeller(db), B: await makeSeller(db) }
  const users = {
    sellerA: (await makeUser(db, 'vendedor', { seller_id: sellers.A })).id,
    sellerB: (await makeUser(db, 'vendedor', { seller_id: sellers.B })).id,
    supervisor: (await makeUser(db, 'supervisor')).id,
    admin: (await makeUser(db, 'admin')).id,
  } as MarkedWorld['users']
  const clients = {} as MarkedWorld['clients']
  const needles = Object.fromEntries(owners.map((owner) => [owner, [markers[owner]]])) as MarkedWorld['needles']
  for (const [at, name] of clientNames.entries()) {
    const cuit = `3070000000${at}`
    const client = await makeClient(db, { cuit, seller_id: sellers[name.startsWith('A') ? 'A' : 'B'] })
    const user = await makeUser(db, 'cliente', { client_id: client.id })
    users[name] = user.id
    const records = await fillClient(db, { at, cuit, client, userId: user.id, articleId: article.id })
    clients[name] = { id: client.id, cuit, addressId: client.addresses[0] ?? 0, ...records }
  }
  for (const name of Object.keys(users) as (keyof typeof users)[]) {
    const key = await fillPerson(db, users[name], clients[name as 'A1']?.id ?? null)
    for (const form of ['base64', 'base64url', 'hex'] as const) needles[name].push(key.toString(form))
  }
  await fillOffice(db, users)
  const marked = await markAll(db, { markers, users, clients })
  const codes = Object.values(clients).flatMap(({ id, cuit }) => [cuit, `C${id}`])
  const numbers = clientNames.map((_, at) => `9${at}`)
  const pool = [...new Set([...(await idsOf(db)), ...codes, ...numbers])]
  return { markers, needles, users, pool, clients, marked, articleId: article.id, articleCode: article.code }
}

interface Filling {
  at: number
  cuit: string
  client: { id: number; addresses: number[] }
  userId: number
  articleId: number
}

/** What a client and its user have: an order with its fulfilment, a cart, a typed address, chosen columns. */
async function fillClient(db: Db, { at, cuit, client, userId, articleId }: Filling) {
  const { kysely } = db
  const typed = await kysely
    .insertInto('user_address')
    .values({ user_id: userId, street: 'Sarmiento 1', province_id: 1, city: 'Lanús' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const order = await kysely
    .insertInto('sales_order')
    .values({
      user_id: userId,
      created_by: userId,
      client_id: client.id,
      business_name: 'x',
      address: 'x',
      address_id: client.addresses[0] ?? 0,
      sale_condition: 1,
      total: 100,
      line_count: 1,
      idempotency_key: `llave-${at}`,
      change_key: 'x',
      import_cuit: cuit,
      import_number: `9${at}`,
      import_copy: 0,
      note: 'x',
      erp_reason: 'x',
      sale_line: 'x',
      erp_state: 'observed',
      channel: 'import',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('sales_order_line')
    .values({
      order_id: order.id,
      article_id: articleId,
      code: 'x',
      description: 'x',
      list_price: 100,
      discount: 0,
      unit_price: 100,
      multiple: 1,
      quantity: 1,
      note: 'x',
      created_by: userId,
      channel: 'import',
    })
    .execute()
  await kysely
    .insertInto('order_version')
    .values({ order_id: order.id, version: 1, made_by: userId, change_key: 'x', note: 'x', total: 100 })
    .execute()
  await kysely
    .insertInto('order_version_line')
    .values({
      ...{ order_id: order.id, version: 1, nth: 1, article_id: articleId, code: 'x', description: 'x' },
      ...{ list_price: 100, discount: 0, unit_price: 100, price_reason: 'x', quantity: 1, note: 'x' },
    })
    .execute()
  const paperId = await tellFulfilment(db, order.id, articleId, client.id)
  const line = await kysely
    .insertInto('cart_line')
    .values({
      user_id: userId,
      client_id: client.id,
      article_id: articleId,
      quantity: 1,
      note: 'x',
      channel: 'web',
      created_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: listId } = await kysely
    .insertInto('saved_list')
    .values({ user_id: userId, client_id: client.id, kind: 'list', name: 'x', shared: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('saved_list_line')
    .values({ list_id: listId, place: 0, article_id: articleId, quantity: 1, note: 'x', shown_price: 100 })
    .execute()
  await kysely
    .insertInto('substitute')
    .values({ client_id: client.id, article_id: articleId, substitute_id: null, decided_by: userId })
    .execute()
  await kysely
    .insertInto('article_wish')
    .values({ user_id: userId, client_id: client.id, article_id: articleId, price_then: 0, stock_then: 0 })
    .execute()
  await kysely.insertInto('list_watch').values({ user_id: userId, list_id: listId }).execute()
  await kysely
    .insertInto('list_watch_price')
    .values({ user_id: userId, list_id: listId, article_id: articleId, unit_price: 100 })
    .execute()
  await kysely
    .insertInto('notice_mail')
    .values({ user_id: userId, made_at: new Date(), content: '{"clients":[]}' })
    .execute()
  const sent = { list_id: listId, client_id: client.id, user_id: userId, address_id: 0, order_id: order.id }
  await kysely
    .insertInto('sent_cart')
    .values({ ...sent, note: 'x', word: 'x', state: 'returned', decided_by: userId })
    .execute()
  await kysely
    .insertInto('shared_link')
    .values({
      ...{ kind: 'paper', opens: 'order', opens_id: order.id },
      token_hash: randomBytes(32).toString('base64url'),
      client_id: client.id,
      user_id: userId,
      ends_at: new Date(Date.now() + 86_400_000),
    })
    .execute()
  await kysely
    .insertInto('offer')
    .values({ client_id: client.id, user_id: userId, list_id: null, quotation: null, address_id: 0, lines: 'x' })
    .execute()
  await makeMail(db, { client_id: client.id, taken_by: userId, order_id: order.id, file: 'x', reason: 'x' })
  await kysely
    .insertInto('mail_sender')
    .values({ address: `sol${at}@example.test`, client_id: client.id, chosen_by: userId })
    .execute()
  await kysely
    .insertInto('sheet_columns')
    .values({ kind: 'list', user_id: userId, client_id: null, headings: 'x', roles: ['code'] })
    .execute()
  return { orderId: order.id, typedAddressId: typed.id, lineId: line.id, listId, paperId }
}

/** What became of an order, and its client's account; answers the id of its paper. */
async function tellFulfilment({ kysely }: Db, orderId: number, articleId: number, clientId: number) {
  const about = { erp_id: orderId, order_id: orderId, at: '2026-03-01T12:00:00Z' }
  await kysely
    .insertInto('order_event')
    .values({ ...about, state: 'other', text: 'x', source: 'erp', carrier: 'x', guide: 'x', reason: 'x' })
    .execute()
  await kysely
    .insertInto('client_price')
    .values({ id: `${clientId}/${articleId}/`, client_id: clientId, article_id: articleId, list_price: 80_00 })
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
  const past = { client_id: clientId, at: about.at, number: 'x', state: 'x', total: 100 }
  await kysely
    .insertInto('past_order')
    .values([
      { ...past, id: 2 * orderId, shop_order_id: null },
      { ...past, id: 2 * orderId + 1, shop_order_id: orderId },
    ])
    .execute()
  await kysely
    .insertInto('past_order_line')
    .values({ past_id: 2 * orderId, line: 1, code: 'x', description: 'x', quantity: 1, unit_price: 100 })
    .execute()
  const paper = await kysely
    .insertInto('order_paper')
    .values({ ...bill, erp_id: orderId, order_id: orderId, link: 'x', file: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return paper.id
}

/** Rows that only an admin reads, and secrets that nobody does. */
async function fillOffice({ kysely }: Db, users: MarkedWorld['users']): Promise<void> {
  const batch = await kysely
    .insertInto('change_batch')
    .values({ user_id: users.admin, kind: 'bulk', row_count: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('audit')
    .values({
      user_id: users.admin,
      action: 'update',
      entity: 'user',
      entity_id: String(users.admin),
      before: '{}',
      after: '{}',
      batch_id: batch.id,
    })
    .execute()
  await kysely
    .insertInto('job')
    .values({ kind: 'enabledMail', payload: '{"userId":1}', state: 'dead', error: 'x' })
    .execute()
  await kysely
    .insertInto('webhook')
    .values({ url: 'https://avisos.example/x', secret: 'whsec_x', events: ['pedido.creado'] })
    .execute()
  const key = await kysely
    .insertInto('erp_key')
    .values({ name: 'x', hash: randomBytes(32), rights: ['articulos:leer'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('erp_batch')
    .values({ key_id: key.id, idempotency_key: 'x', request_hash: randomBytes(32), answer: 'x' })
    .execute()
  const run = await kysely
    .insertInto('push_run')
    .values({ key_id: key.id, list: 'zonas' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('push_run_batch')
    .values({ run_id: run.id, number: 0, hash: randomBytes(32), rows: '[]' })
    .execute()
  await kysely.insertInto('erp_run').values({ source: 'x', complete: true, report: '{}' }).execute()
  const waiting = await kysely
    .insertInto('erp_waiting')
    .values({ kind: 'zones', source: 'x', file: 'x', digest: 'x', head: '{}', shown: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely.insertInto('erp_waiting_rows').values({ waiting_id: waiting.id, part: 0, rows: '[]' }).execute()
  await kysely.insertInto('mailbox').values({ account: 'x', read_at: null, failing_since: null }).execute()
  await kysely.insertInto('missed_search').values({ day: '2026-11-01', text: 'x', count: 9 }).execute()
  await kysely.insertInto('registry_ticket').values({ key: 'x', token: 'x', sign: 'x' }).execute()
}

/** Puts each owner's marker into every text column of the owner's rows; answers the columns. */
async function markAll(
  { kysely }: Db,
  { markers, users, clients }: Pick<MarkedWorld, 'markers' | 'users' | 'clients'>,
) {
  const cases = (pairs: [number, string][]) => pairs.map(([id, marker]) => `when ${id} then '${marker}'`).join(' ')
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
    where table_schema = 'public' and data_type = 'text' and is_generated = 'NEVER' order by 1, 2`.execute(kysely)
  const marked: string[] = []
  for (const { table, column } of rows) {
    const owner = ownerOf[table]
    const name = `${table}.${column}`
    if (owner === undefined || KEPT.has(name)) continue
    const isSecret = ['app_user.password_hash', 'webhook.secret'].includes(name)
    const marker = isSecret ? `'${markers.secret}'` : owner.replace(/^'(\w+)'$/, (_, who: Owner) => `'${markers[who]}'`)
    // A unique text keeps its end.
    const ends: Record<string, string> = {
      'app_user.email': " || id || '@example.test'",
      // The name of a stored file.
      'order_paper.file': " || '.pdf'",
    }
    const value = marker + (ends[name] ?? '')
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.raw(value)} where ${sql.raw(marker)} is not null`.execute(
      kysely,
    )
    marked.push(name)
  }
  return marked
}

export interface OwnedRow {
  table: string
  owner: Owner
  row: string
}

/** Every row that belongs to somebody, whatever its table: what a write of somebody else must leave as it was. */
export async function rowsOf({ kysely }: Db, markers: MarkedWorld['markers']): Promise<OwnedRow[]> {
  const parts = Object.entries(ownerOf).map(([table, owner]) => {
    const marker = sql.raw(owner.replace(/^'(\w+)'$/, (_, who: Owner) => `'${markers[who]}'`))
    return sql`select ${sql.lit(table)} as "table", to_jsonb(x)::text as "row", ${marker}::text as marker
      from ${sql.table(table)} as x`
  })
  const { rows } = await sql<{ table: string; row: string; marker: string | null }>`
    select * from (${sql.join(parts, sql` union all `)}) as owned where marker is not null`.execute(kysely)
  const ownerByMarker = new Map(owners.map((owner) => [markers[owner], owner]))
  return rows.flatMap(({ table, row, marker }) => {
    const owner = ownerByMarker.get(marker ?? '')
    return owner ? [{ table, owner, row }] : []
  })
}
