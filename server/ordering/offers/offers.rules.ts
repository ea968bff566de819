/** The lines that a link keeps (R387): what was sent, at which prices, and what they cost now. Pure. */
import * as z from 'zod/mini'
import type { OfferLine } from '../../../contract/offers.ts'
import { hasPrice, priceAt } from '../../../contract/price.ts'
import type { LineToOrder, QuotedPrice } from '../orders/orders.rules.ts'
import { shownArticle } from '../readers/sheet/shown-article.rules.ts'

const step = z.object({ units: z.int(), percent: z.int(), unitPrice: z.int() })
const quotedPrice = z.object({
  listPrice: z.int(),
  listId: z.nullable(z.int()),
  discount: z.int(),
  bonus: z.int(),
  unitPrice: z.nullish(z.int()),
  steps: z.nullish(z.array(step)),
  reason: z.nullish(z.string()),
  promotion: z.nullish(z.string()),
  /** Whether the prices held VAT when they were quoted; absent from what was stored before that was kept. */
  withVat: z.optional(z.boolean()),
})

/** A line as the link keeps it. */
const keptLine = z.object({
  articleId: z.int(),
  code: z.string(),
  description: z.string(),
  quantity: z.int(),
  note: z.string(),
  /** Cents that a unit cost when it was sent. */
  sentPrice: z.int(),
  /** What the price is made of, of a quotation alone. */
  quoted: z.optional(quotedPrice),
})
export type KeptLine = z.output<typeof keptLine>

/** The lines of a stored offer; none of one whose texts were erased. */
export const readLines = (text: string): KeptLine[] => (text === '' ? [] : z.parse(z.array(keptLine), JSON.parse(text)))

/** What a price is made of, without the article. */
export const quotedPriceOf = (line: LineToOrder): QuotedPrice => {
  const { listPrice, listId, discount, bonus, unitPrice, steps, reason, promotion } = line
  return { listPrice, listId, discount, bonus, unitPrice, steps, reason, promotion }
}

/** Lines as a link keeps them; those of a quotation with the prices that it quotes, and whether these hold VAT. */
export const linesToKeep = (
  lines: readonly { article: LineToOrder; quantity: number; note: string }[],
  { isQuoted, withVat }: { isQuoted: boolean; withVat: boolean },
): KeptLine[] =>
  lines.map(({ article, quantity, note }) => ({
    ...{ articleId: article.articleId, code: article.code, description: article.description, quantity, note },
    sentPrice: priceAt(article, quantity),
    ...(isQuoted && { quoted: { ...quotedPriceOf(article), withVat } as KeptLine['quoted'] }),
  }))

/** A line as the client meets it; `today` undefined for an article that is gone. */
export function lineToShow({ quoted, ...line }: KeptLine, today: LineToOrder | undefined): OfferLine {
  if (!today) return { ...line, unitPrice: 0, multiple: 1, unitsPerPack: 1, vatRate: null, sold: false }
  const article = { ...today, ...quoted }
  return { ...shownArticle(article), ...line, sold: article.listed && hasPrice(article) }
}
