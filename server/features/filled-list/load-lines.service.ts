/** Many lines on their way into a cart: planned together, stored together, each answered for itself (R20, R34, R225). */
import type { ImportNotice, LinesAnswer, ListLine } from '../../../contract/cart-lines.ts'
import { lineAmount, MAX_LINE_AMOUNT } from '../../../contract/rules.ts'
import type { Caller } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { CartKey } from '../../db/tables.ts'
import {
  askQuantity,
  requireClient,
  simpleCart,
  storeLines,
  takeOut,
  unusualQuantities,
} from '../cart/cart.service.ts'
import { type AskedRow, dropped, type PlannedItem, planAsked } from '../order-import/review.service.ts'

/** Lines of one statement, whose values may not be more than 65,535. */
const LINES_AT_ONCE = 2_000

/** A line as it is asked for, by the article's id or its code. */
export interface LineToLoad {
  row: number
  articleId?: number | undefined
  code?: string | undefined
  /** By its id, zero takes the article out. */
  quantity: number
  note?: string | null | undefined
  /** Leaves the line out with a question instead of storing an unusual quantity. */
  ask?: boolean | undefined
}

/**
 * Sets lines in the caller's cart, in one transaction, and answers what was set and what not. What a sheet names by its
 * code came by import; without an observation its line keeps its own.
 */
export function loadLines(
  db: Db,
  caller: Caller,
  clientId: number,
  given: readonly LineToLoad[],
): Promise<LinesAnswer> {
  requireClient(caller, clientId)
  const cart: CartKey = { userId: caller.userId, clientId }
  const byRow = new Map(given.map((line) => [line.row, line]))
  const isRemoval = (line: LineToLoad) => line.articleId !== undefined && !(line.quantity > 0)
  const removals = given.filter(isRemoval)
  const asked = given
    .filter((line) => !isRemoval(line))
    .map(({ row, articleId, code, quantity, note }) => ({
      ...{ row, quantity, price: null, note: note ?? '' },
      ...(articleId === undefined ? { code: code ?? '' } : { articleId }),
    }))
  return db.tx(async (t) => {
    const { lines, notices, there } = await planList(t, cart, asked, { lock: true })
    const stored: ListLine[] = []
    for (const { item, line, unusual } of lines) {
      const from = byRow.get(line.row)
      if (unusual === undefined || !from?.ask) {
        const emptied = from?.articleId !== undefined && from.note === ''
        stored.push(emptied ? { ...line, note: '' } : line)
        continue
      }
      const { code, description } = item.article
      const reason = askQuantity(line.quantity, `${code} ${description}`, unusual)
      notices.push({ ...dropped(line.row, code, reason), asking: true })
    }
    const rows = stored.map((line) => ({
      articleId: line.articleId,
      quantity: line.quantity,
      note: line.note,
      channel: byRow.get(line.row)?.articleId === undefined ? ('import' as const) : ('web' as const),
      createdBy: caller.userId,
      shownPrice: line.unitPrice,
    }))
    const ids = new Map<number, number>()
    for (let first = 0; first < rows.length; first += LINES_AT_ONCE)
      for (const saved of await storeLines(t, cart, rows.slice(first, first + LINES_AT_ONCE)))
        ids.set(saved.article_id, saved.id)
    const gone = removals.map(({ row, articleId = 0 }) => ({ row, articleId }))
    if (gone.length > 0)
      await takeOut(
        t,
        cart,
        gone.map(({ articleId }) => articleId),
      )
    const taken = gone.map(({ row, articleId }) => ({
      ...{ row, articleId, code: '', description: '', askedQuantity: 0, quantity: 0, unitPrice: 0, note: '' },
      inCart: there.get(articleId)?.quantity ?? 0,
    }))
    return answerOf(
      [...stored.map((line) => ({ ...line, lineId: ids.get(line.articleId) })), ...taken],
      notices,
      { rows: given.length, untouched: 0 },
    )
  })
}

interface PlannedLine {
  item: PlannedItem
  line: ListLine
  /** Why its quantity looks like a slip (R34), if it does. */
  unusual: string | undefined
}

/** The lines that asked rows come to beside what the cart holds, and why others are none. */
export async function planList(
  db: Queryable,
  cart: CartKey,
  asked: readonly AskedRow[],
  { lock = false } = {},
): Promise<{
  lines: PlannedLine[]
  notices: ImportNotice[]
  there: ReadonlyMap<number, { quantity: number; note: string }>
}> {
  const { items, notices } = await planAsked(db, asked)
  const there = new Map((await simpleCart(db, cart, { lock })).map((line) => [line.articleId, line]))
  const unusual = await unusualQuantities(
    db,
    cart,
    items.map(({ article, quantity }) => ({ ...article, quantity })),
    (articleId) => there.get(articleId)?.quantity ?? 0,
  )
  const lines: PlannedLine[] = []
  for (const item of items) {
    const { row, article, quantity, unitPrice } = item
    if (lineAmount(unitPrice, quantity) > MAX_LINE_AMOUNT) {
      notices.push(dropped(row, article.code, 'La cantidad es demasiado grande'))
      continue
    }
    const inCart = there.get(article.articleId)
    lines.push({
      item,
      unusual: unusual.get(article.articleId),
      line: {
        row,
        articleId: article.articleId,
        code: article.code,
        description: article.description,
        askedQuantity: item.askedQuantity,
        quantity,
        unitPrice,
        // Without an observation the line keeps its own.
        note: item.note || (inCart?.note ?? ''),
        inCart: inCart?.quantity ?? 0,
      },
    })
  }
  return { lines, notices, there }
}

/** The answer about lines; what each comes to is summed. */
export const answerOf = (
  lines: readonly ListLine[],
  notices: readonly ImportNotice[],
  counts: Pick<LinesAnswer, 'rows' | 'untouched'>,
): LinesAnswer => ({
  lines: [...lines],
  total: lines.reduce((sum, line) => sum + lineAmount(line.unitPrice, line.quantity), 0),
  notices: [...notices].sort((a, b) => a.row - b.row),
  ...counts,
})
