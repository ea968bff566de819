/** Taking in what the ERP tells of orders and accounts (R304 to R306). The order in which it comes does not matter. */
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { enqueueAll } from '../../jobs/outbox.ts'
import type { FeedFile, FeedProblem, FeedRow, NewsTable, ProblemCode, RowResult } from '../../ports/erp/erp.ts'
import { linkProblem } from '../../ports/webhooks/webhooks.ts'
import { lockOrders, remakeFulfilments } from './fulfilment.queries.ts'
import * as queries from './order-updates.queries.ts'
import { stateOf } from './state-words.ts'
import { fulfilmentChanged, type OrderUpdate, tellClients } from './tell-clients.service.ts'

type Tx = Transaction<Tables>
/** A record of any kind of news, by the fields that one or another has. */
interface News {
  id: number
  orderId?: number | null
  orderNumber?: number | null
  clientId?: number
  articleId?: number
  replacedBy?: number | null
  at?: string
  state?: string
  kind?: string
  link?: string
  [field: string]: string | number | null | undefined
}

export interface TakenNews {
  /** Rows that were not taken. */
  problems: FeedProblem[]
  /** What was taken and somebody has to look at: states that the shop does not know. */
  remarks: FeedProblem[]
  inserted: number
  changed: number
  removed: number
  unchanged: number
  /** By their place, the rows that were taken. */
  results: ReadonlyMap<number, RowResult>
}

/**
 * Stores the good rows of a file of news and makes the fulfilments of their orders anew. Of a key that comes twice the later
 * time counts, in a file as between files; the same row again changes nothing.
 */
export async function takeNews(
  t: Tx,
  file: FeedFile<NewsTable>,
  onWritten: (count: number) => void,
): Promise<TakenNews> {
  const { table } = file
  const rows = file.rows as unknown as FeedRow<News>[]
  const { owners, createdAt, problems } = await ownersOf(t, file, rows)
  const bad = new Set(problems.map(({ row }) => row))
  const latest = new Map<number, FeedRow<News>>()
  for (const line of rows) {
    if (bad.has(line.row)) continue
    const known = latest.get(line.record.id)
    if (!known || (line.record.at ?? '') >= (known.record.at ?? '')) latest.set(line.record.id, line)
  }
  const taken = [...latest.values()]
  const keys = taken.map(({ record }) => record.id)
  const isAboutOrders = queries.stored[table].owner === 'order_id'
  // A correction may move news to another order, and what is gone was about one.
  const before = isAboutOrders
    ? await queries.ownersOf(t, table, [...keys, ...file.gone.map(Number)])
    : new Map<number, number>()
  if (isAboutOrders) await lockOrders(t, [...new Set([...owners.values(), ...before.values()])])
  const isAboutAccounts = table === 'clientAccounts' || table === 'clientBills'
  if (table === 'clientBills') {
    const known = await queries.ownersOf(t, table, [...keys, ...file.gone.map(Number)])
    await queries.lockAccounts(t, [...owners.values(), ...known.values()])
  }
  const written = await queries.writeNews(
    t,
    table,
    taken.map(({ row, record }) => rowOf(table, record, owners.get(row) ?? 0)),
    onWritten,
  )
  const gone = file.gone.length > 0 ? await queries.deleteNews(t, table, file.gone.map(Number)) : []
  const byKey = new Map(taken.map((line) => [line.record.id, line]))
  if (isAboutOrders) {
    const orderIds = new Set([
      ...written.map(({ owner }) => owner),
      ...written.flatMap(({ key }) => before.get(key) ?? []),
      ...gone,
    ])
    if (orderIds.size > 0) await fulfilmentChanged(t, await remakeFulfilments(t, [...orderIds]))
    await tellClients(
      t,
      written.flatMap(({ key, owner, isNew }): OrderUpdate[] => {
        const record = byKey.get(key)?.record
        const ordered = createdAt.get(owner)
        return isNew && record && ordered !== undefined
          ? [{ ...updateOf(table, record), orderId: owner, orderedAt: ordered }]
          : []
      }),
    )
  }
  // After the rows are written: an order that came while the account was locked is seen by now.
  if (isAboutAccounts && written.length + gone.length > 0 && (await queries.isAnyHeld(t)))
    await enqueueAll(t, [{ kind: 'heldOrders', payload: {} }])
  const inserted = written.filter(({ isNew }) => isNew).length
  const results = new Map<number, RowResult>([
    ...rows.flatMap(({ row }): [number, RowResult][] => (bad.has(row) ? [] : [[row, 'unchanged']])),
    ...written.map(({ key, isNew }): [number, RowResult] => [byKey.get(key)?.row ?? 0, isNew ? 'inserted' : 'changed']),
    ...[...(file.goneRows?.keys() ?? [])].map((row): [number, RowResult] => [row, 'deactivated']),
  ])
  return {
    results,
    problems,
    remarks: table === 'orderStates' ? unknownStates(file, written, byKey) : [],
    inserted,
    changed: written.length - inserted,
    removed: gone.length,
    unchanged: rows.length - bad.size - written.length,
  }
}

/** What a client may hear of: the state or the article that news are about. */
const updateOf = (table: NewsTable, record: News): Omit<OrderUpdate, 'orderId' | 'orderedAt'> => ({
  table,
  key: record.id,
  at: record.at ?? '',
  state: record.state === undefined ? undefined : stateOf(record.state),
  parcel: String(record.guide || record.note || ''),
})

/** The states that the shop does not know, of rows that were stored now: each is told once. */
function unknownStates(
  { headings }: FeedFile<NewsTable>,
  written: readonly queries.Written[],
  byKey: ReadonlyMap<number, FeedRow<News>>,
): FeedProblem[] {
  return written.flatMap(({ key }) => {
    const line = byKey.get(key)
    const { state = '' } = line?.record ?? {}
    if (!line || stateOf(state) !== 'other') return []
    const message = `La tienda no conoce el estado «${state}»: el pedido lo muestra como está escrito`
    return [{ code: 'REGLA', row: line.row, column: headings.state ?? null, message }]
  })
}

/** The order or client of each row, by row number, and the rows that name what is not there. */
async function ownersOf(t: Tx, { table, headings }: FeedFile<NewsTable>, rows: readonly FeedRow<News>[]) {
  const problems: FeedProblem[] = []
  const owners = new Map<number, number>()
  const createdAt = new Map<number, string>()
  const refuse = (row: number, field: string, message: string, code: ProblemCode = 'NO_EXISTE') =>
    problems.push({ code, row, column: headings[field] ?? null, message })
  const valuesOf = (field: string) => [
    ...new Set(rows.flatMap(({ record }) => (record[field] ? [Number(record[field])] : []))),
  ]
  if (queries.stored[table].owner === 'client_id') {
    const field = table === 'clientAccounts' ? 'id' : 'clientId'
    const known = await queries.idsIn(t, 'client', valuesOf(field))
    for (const { row, record } of rows) {
      const clientId = Number(record[field])
      if (known.has(clientId)) owners.set(row, clientId)
      else refuse(row, field, `El cliente ${clientId} no existe`)
    }
    return { owners, createdAt, problems }
  }
  const orders = await queries.findOrders(t, valuesOf('orderId'), valuesOf('orderNumber'))
  const articles = await queries.idsIn(t, 'article', [...valuesOf('articleId'), ...valuesOf('replacedBy')])
  const byId = new Map(orders.map((order) => [order.id, order]))
  const byNumber = new Map(orders.map((order) => [order.number, order]))
  for (const { row, record } of rows) {
    const { orderId, orderNumber, articleId, replacedBy, link } = record
    const order = orderId ? byId.get(orderId) : orderNumber ? byNumber.get(orderNumber) : undefined
    const field = orderId ? 'orderId' : 'orderNumber'
    if (!order) refuse(row, field, `El pedido ${orderId || orderNumber} no existe`)
    else if (orderId && orderNumber && order.number !== null && order.number !== orderNumber)
      refuse(row, 'orderNumber', `El pedido ${orderId} tiene el número ${order.number}, no ${orderNumber}`, 'REGLA')
    for (const named of ['articleId', 'replacedBy'] as const) {
      const id = named === 'articleId' ? articleId : replacedBy
      if (id && !articles.has(id)) refuse(row, named, `El artículo ${id} no existe`)
    }
    const wrong = link ? linkProblem(link) : undefined
    if (wrong) refuse(row, 'link', wrong, 'REGLA')
    if (order) {
      owners.set(row, order.id)
      createdAt.set(order.id, order.createdAt)
    }
  }
  return { owners, createdAt, problems }
}

/** A record as the row that is stored. */
function rowOf(table: NewsTable, record: News, owner: number): queries.NewsRow {
  const { id, at = null, carrier = '', guide = '', packages = null, reason = '' } = record
  const about = { erp_id: id, order_id: owner, at }
  const amount = record.amount ?? null
  switch (table) {
    case 'orderStates': {
      const state = stateOf(record.state ?? '')
      const text = state === 'other' ? (record.state ?? '') : ''
      return { ...about, state, text, source: 'erp', carrier, guide, packages, reason }
    }
    case 'orderLines': {
      const { articleId = null, accepted = null, replacedBy = null } = record
      return { ...about, article_id: articleId, accepted, reason, replaced_by: replacedBy }
    }
    case 'orderDispatches': {
      const { articleId = null, quantity = null, note = '' } = record
      return { ...about, article_id: articleId, quantity, note, carrier, guide, packages }
    }
    case 'orderPapers': {
      const { kind = '', number = '', day = null, link = '' } = record
      return { erp_id: id, order_id: owner, kind, number, day, amount, link }
    }
    case 'clientAccounts':
      return { client_id: id, at, balance: record.balance ?? null, credit_limit: record.limit ?? null }
    case 'clientBills': {
      const { kind = '', number = '', day = null, dueDay = null, balance = null } = record
      return { erp_id: id, client_id: owner, at, kind, number, day, due_day: dueDay, amount, balance }
    }
  }
}
