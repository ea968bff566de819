/** Showing what a file would become, without storing anything. */
import { clientNotFound } from '../../../contract/clients.ts'
import type { ImportReview, ReviewedOrder } from '../../../contract/order-import.ts'
import { SALE_CONDITIONS } from '../../../contract/orders.ts'
import { lineAmount } from '../../../contract/rules.ts'
import type { Caller } from '../../caller.ts'
import type { Queryable } from '../../db/open.ts'
import { malformed } from '../../refusal.ts'
import { doubtful, dropped, groupRows } from './group-rows.rules.ts'
import { type ClientsOfCuit, clientsByCuit } from './order-clients.service.ts'
import type { AskedItem, AskedOrder, FileRow, ImportArticle } from './order-file.types.ts'
import { findArticles, findImported } from './order-import.queries.ts'
import { type PlannedItem, type PlannedOrder, planItems } from './plan-order.rules.ts'

/** For other files that ask for articles row by row. */
export { type AskedItem, doubtful, dropped, type PlannedItem }

export const withoutRows =
  'La planilla no tiene filas con pedidos. Compárela con la planilla de ejemplo e intente nuevamente'

/** The orders of a file, with everything that is left out or doubtful. @throws Refusal 400 for a file without rows */
export async function reviewRows(
  db: Queryable,
  caller: Caller,
  rows: readonly FileRow[],
): Promise<ImportReview> {
  const { orders, notices, rowCount } = groupRows(rows)
  if (rowCount === 0) throw malformed(withoutRows)
  const clients = await clientsByCuit(db, caller, [...new Set(orders.map(({ cuit }) => cuit))])
  const articles = await articlesByCode(db, orders)
  const earlier = await earlierOrders(db, orders)
  return {
    orders: orders.map((order) =>
      reviewOrder(order, clients.get(order.cuit), articles, earlier.get(keyOf(order))?.id ?? null),
    ),
    notices,
    rows: rowCount,
  }
}

/** What an order is known by in files. */
export const keyOf = ({ cuit, number }: { cuit: string | null; number: string | null }) => `${cuit} ${number}`

/** What was imported before of these CUITs and numbers; an order without a number is never known again. */
export async function earlierOrders(db: Queryable, orders: readonly { cuit: string; number: string }[]) {
  const numbered = orders.filter(({ number }) => number !== '')
  const found = await findImported(
    db,
    numbered.map(({ cuit }) => cuit),
    numbered.map(({ number }) => number),
  )
  return new Map(found.map((order) => [keyOf(order), order]))
}

/** A row of a list or a cart: the article stands there by its code, or by its id. */
export type AskedRow = Omit<AskedItem, 'code'> & { code?: string; articleId?: number }

/** What becomes of rows that ask for articles: lines at today's prices and multiples, and why others are none. */
export async function planAsked(db: Queryable, asked: readonly AskedRow[]): Promise<PlannedOrder> {
  const codes = new Set(asked.flatMap(({ code }) => code ?? []))
  const ids = new Set(asked.flatMap(({ articleId }) => articleId ?? []))
  const found = await findArticles(db, { codes: [...codes], ids: [...ids] })
  const codeOf = new Map(found.map(({ articleId, code }) => [articleId, code]))
  return planItems(
    asked.map((row) => ({
      ...row,
      code: row.code ?? codeOf.get(row.articleId ?? 0) ?? String(row.articleId),
    })),
    new Map(found.map((article) => [article.code, article])),
  )
}

/** The articles that orders ask for, by code. */
export async function articlesByCode(
  db: Queryable,
  orders: readonly { readonly items: readonly AskedItem[] }[],
): Promise<Map<string, ImportArticle>> {
  const codes = new Set(orders.flatMap(({ items }) => items.map(({ code }) => code)))
  const found = await findArticles(db, { codes: [...codes] })
  return new Map(found.map((article) => [article.code, article]))
}

function reviewOrder(
  { cuit, number, items: asked }: AskedOrder,
  of: ClientsOfCuit | undefined,
  articles: ReadonlyMap<string, ImportArticle>,
  earlierOrder: number | null,
): ReviewedOrder {
  const [client] = of?.clients ?? []
  if (!of || !client) {
    return {
      ...{ cuit, number, clientId: null, businessName: '', condition: 1, addresses: [], items: [], total: 0 },
      notices: asked.map(({ row, code }) => dropped(row, code, clientNotFound)),
      earlierOrder: null,
    }
  }
  const { items, notices } = planItems(asked, articles)
  const severalClients = of.clients.length > 1
  return {
    cuit,
    number,
    clientId: client.id,
    businessName: client.businessName,
    condition: (SALE_CONDITIONS as readonly number[]).includes(client.condition) ? client.condition : 1,
    addresses: of.addresses.map(({ id, street, locality, clientId }) => {
      const owner = of.clients.find((one) => one.id === clientId)?.businessName
      return { id, label: [severalClients && owner, street, locality].filter(Boolean).join(', ') }
    }),
    items: items.map((item) => ({
      row: item.row,
      code: item.article.code,
      description: item.article.description,
      askedQuantity: item.askedQuantity,
      quantity: item.quantity,
      price: item.agreedPrice,
      unitPrice: item.unitPrice,
      note: item.note,
    })),
    total: items.reduce((sum, item) => sum + lineAmount(item.unitPrice, item.quantity), 0),
    notices,
    earlierOrder,
  }
}
