/** Reviews a file of orders: the orders that it would become. Nothing is made (R24, R204, R241). */

import { addressInWords } from '../../../contract/address-text.ts'
import type { ImportNotice } from '../../../contract/cart-lines.ts'
import { clientNotFound, clientOutOfUse } from '../../../contract/clients.ts'
import {
  EXAMPLE_NUMBER,
  exampleRefused,
  IMPORT_MAX_ROWS,
  type ImportReview,
  type ReviewedOrder,
} from '../../../contract/order-import.ts'
import { SALE_CONDITIONS } from '../../../contract/orders.ts'
import { lineAmount, NO_CLIENT } from '../../../contract/rules.ts'
import type { SheetColumns } from '../../../contract/sheet-columns.ts'
import type { Caller } from '../../caller.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Queryable } from '../../db/open.ts'
import { nextTurn } from '../../lib/turns.ts'
import { malformed, Refusal } from '../../refusal.ts'
import type { NamedSheet } from '../../spreadsheets/sheet.ts'
import { readArticlesOfClients } from '../codes/articles.service.ts'
import type { OfferedArticle } from '../codes/offers.queries.ts'
import { type Find, noticesOf, type Plan, planLines } from '../lines/lines.rules.ts'
import { markUnusual, unusualQuantities } from '../lines/unusual.service.ts'
import { readFile } from '../readers/sheet/read-file.service.ts'
import {
  codesOf,
  noticesOfRows,
  reviewRows,
  type SheetReviewRow,
  wireRow,
} from '../readers/sheet/review-rows.service.ts'
import type { WrittenRow } from '../readers/sheet/sheet.types.ts'
import { substitutesFor } from '../substitutes/substitutes.service.ts'
import { groupRows, sayLikeNumbers } from './group-rows.rules.ts'
import { type ClientsOfCuit, clientsByCuit, type OrderClient } from './order-clients.service.ts'
import type { AskedItem, AskedOrder } from './order-file.types.ts'
import { findImported, findImportedArticles } from './order-import.queries.ts'
import { readCells } from './read-cells.rules.ts'
import { itemsOf, noticesOfOrder } from './row-lists.rules.ts'

export const withoutRows =
  'La planilla no tiene filas con pedidos. Compárela con la planilla de ejemplo e intente nuevamente'
const tooManyRows = `Se importan hasta ${IMPORT_MAX_ROWS.toLocaleString('es-AR')} filas por vez: divida la planilla`

/**
 * The orders of a file with all rows that are left out or doubtful, or the question about its columns.
 * @throws Refusal 400 for a file without rows, 413 for too many rows
 */
export async function reviewFile(
  db: Queryable,
  catalogue: Catalogue,
  caller: Caller,
  sheets: readonly NamedSheet[],
  chosen: readonly SheetColumns[] | undefined,
): Promise<ImportReview> {
  // How rows are read follows from codes and names; what they cost, from each order's client.
  const { snapshot } = catalogue.current('base')
  const { userId } = caller
  const file = await readFile(db, snapshot, sheets, { kind: 'orders', userId, clientId: NO_CLIENT, chosen })
  const { columns, said } = file
  if (columns.asking) return { orders: [], notices: [], rows: 0, said, columns }
  if (file.rows.length === 0) throw malformed(withoutRows)
  if (file.rows.length > IMPORT_MAX_ROWS) throw new Refusal('TOO_LARGE', tooManyRows)
  const { orders, notices } = groupRows(file.rows)
  const clients = await clientsByCuit(db, caller, [...new Set(orders.map(({ cuit }) => cuit))])
  // Where a CUIT has several clients, the chosen address decides later; until then the first one counts.
  const clientOf = (cuit: string): number => clients.get(cuit)?.clients[0]?.id ?? NO_CLIENT
  const find = await readArticlesOfClients(
    db,
    catalogue,
    orders.map(({ cuit, rows }) => ({ clientId: clientOf(cuit), asked: codesOf(rows) })),
  )
  const before = await importedBefore(db, orders)
  const reviewed: ReviewedOrder[] = []
  const all: SheetReviewRow[] = []
  for (const order of orders) {
    await nextTurn()
    const clientsOfCuit = clients.get(order.cuit)
    const cart = { userId, clientId: clientOf(order.cuit) }
    const read = await reviewRows(
      order.rows,
      {
        snapshot: catalogue.current(cart.clientId).snapshot,
        find: find(cart.clientId),
        withPrices: true,
        sheetNames: file.sheetNames,
        substitutes: (gone) => substitutesFor(db, { catalogue, clientId: cart.clientId }, gone),
      },
      { inCart: () => 0, unusual: (lines) => unusualQuantities(db, cart, lines, () => 0) },
    )
    const rows = await markUnusual(db, cart, read)
    all.push(...rows)
    reviewed.push(reviewOrder(order, clientsOfCuit, rows, before.get(keyOf(order))))
  }
  return {
    orders: reviewed,
    notices,
    rows: file.count,
    columns,
    said: [...noticesOfRows(all), ...said, ...sayLikeNumbers(orders)],
  }
}

/** The key of an order of a file: its CUIT and its number there. */
export const keyOf = ({ cuit, number }: { cuit: string | null; number: string | null }) => `${cuit} ${number}`

/** The last orders that were imported with these CUITs and numbers, by `keyOf`. An order without a number is never found. */
export async function earlierOrders(db: Queryable, orders: readonly { cuit: string; number: string }[]) {
  const numbered = orders.filter(({ number }) => number !== '')
  const found = await findImported(
    db,
    numbered.map(({ cuit }) => cuit),
    numbered.map(({ number }) => number),
  )
  return new Map(found.map((order) => [keyOf(order), order]))
}

/** Finds the articles of orders in the database, by client: orders freeze what each client pays. */
export const articlesOfOrders = (
  db: Queryable,
  catalogue: Catalogue,
  orders: readonly { readonly clientId: number | null; readonly items: readonly AskedItem[] }[],
): Promise<(clientId: number) => Find<OfferedArticle>> =>
  readArticlesOfClients(
    db,
    catalogue,
    orders.map(({ clientId, items }) => ({
      clientId: clientId ?? NO_CLIENT,
      asked: items.map(({ code, articleId }) => articleId ?? code),
    })),
  )

/** The lines of one order, and the notices about its rows. */
export type OrderPlan = Pick<Plan<OfferedArticle>, 'lines'> & { readonly notices: ImportNotice[] }
export function planRows(rows: readonly AskedItem[], find: Find<OfferedArticle>): OrderPlan {
  const { lines, notices } = readCells(rows)
  const plan = planLines(lines, find)
  return { lines: plan.lines, notices: [...notices, ...noticesOf(plan)].sort((a, b) => a.row - b.row) }
}

/** The quantities of a plan, to be checked for unusual ones (R34). */
export const quantitiesOf = (plan: OrderPlan = NO_PLAN) =>
  plan.lines.map(({ article, quantity }) => ({ ...article, quantity }))

const NO_PLAN: OrderPlan = { lines: [], notices: [] }

/** The last order that an earlier import made of a CUIT and number. */
interface Earlier {
  id: number
  copy: number | null
  /** Ids of the articles in all copies. */
  articles: ReadonlySet<number>
}

/** As `earlierOrders`, with the articles of all copies of each. */
export async function importedBefore(
  db: Queryable,
  orders: readonly { cuit: string; number: string }[],
): Promise<Map<string, Earlier>> {
  const earlier = await earlierOrders(db, orders)
  const known = orders.filter((order) => earlier.has(keyOf(order)))
  if (known.length === 0) return new Map()
  const cuits = known.map(({ cuit }) => cuit)
  const numbers = known.map(({ number }) => number)
  const articles = new Map<string, Set<number>>()
  for (const line of await findImportedArticles(db, cuits, numbers))
    articles.set(keyOf(line), (articles.get(keyOf(line)) ?? new Set()).add(line.articleId))
  return new Map(
    [...earlier].map(([key, { id, copy }]) => [key, { id, copy, articles: articles.get(key) ?? new Set() }]),
  )
}

/** Whether an order has the number of the example file. */
export const isExample = ({ number }: { number: string }): boolean => number.toUpperCase() === EXAMPLE_NUMBER

/** Why an order is not imported, whatever its rows hold; '' for none. */
function refusalOf(number: string, client: OrderClient | undefined): string {
  if (!client) return clientNotFound
  if (isExample({ number })) return exampleRefused
  return client.inUse ? '' : clientOutOfUse.toStaff
}

function reviewOrder(
  { cuit, number, rows: written }: AskedOrder<WrittenRow>,
  clientsOfCuit: ClientsOfCuit | undefined,
  reviewed: readonly SheetReviewRow[],
  earlier: Earlier | undefined,
): ReviewedOrder {
  const [client] = clientsOfCuit?.clients ?? []
  const refusal = refusalOf(number, client)
  const isOrderedBefore = ({ articles: [article], articles }: SheetReviewRow): boolean =>
    articles.length === 1 && article !== undefined && (earlier?.articles.has(article.articleId) ?? false)
  const rows = reviewed.map((row) =>
    earlier && isOrderedBefore(row) ? { ...row, marks: [...row.marks, `ya está en el pedido web ${earlier.id}`] } : row,
  )
  const items = refusal === '' ? itemsOf(rows) : []
  const severalClients = (clientsOfCuit?.clients.length ?? 0) > 1
  return {
    cuit,
    number,
    refusal,
    clientId: client?.id ?? null,
    businessName: client?.businessName ?? '',
    condition: client && (SALE_CONDITIONS as readonly number[]).includes(client.condition) ? client.condition : 1,
    addresses: (clientsOfCuit?.addresses ?? []).map((address) => {
      const { id, clientId } = address
      const owner = clientsOfCuit?.clients.find((client) => client.id === clientId)?.businessName
      return { id, label: [severalClients && owner, addressInWords(address)].filter(Boolean).join(', ') }
    }),
    items,
    total: items.reduce((sum, item) => sum + lineAmount(item.unitPrice, item.quantity), 0),
    notices: noticesOfOrder(rows, written, refusal),
    rows: rows.map(wireRow),
    missing: rows.flatMap((row, place) => (isOrderedBefore(row) ? [] : [place])),
    least: client?.least ?? null,
    earlierOrder: refusal === '' ? (earlier?.id ?? null) : null,
  }
}
