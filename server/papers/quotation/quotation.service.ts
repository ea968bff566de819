/** Quotations (R312): a cart, or chosen articles, at today's prices, with a number and a day until which they hold. */
import { createHash } from 'node:crypto'
import { isVideo } from '../../../contract/media.ts'
import { noteInWords } from '../../../contract/order-text.ts'
import { discountAt, hasPrice, priceAt } from '../../../contract/price.ts'
import { priceReason } from '../../../contract/price-words.ts'
import { lineAmount, NO_CLIENT } from '../../../contract/rules.ts'
import type { Queryable } from '../../db/open.ts'
import type { CartKey } from '../../db/tables.ts'
import { dayText } from '../../lib/dates.ts'
import type { Face } from '../../lib/face.ts'
import { documentVariant } from '../../media/media.ts'
import { detailedCart } from '../../ordering/ordering.ts'
import { notFound } from '../../refusal.ts'
import {
  findPaperClient,
  findPaperStaff,
  findPaperUser,
  readPaperSettings,
} from '../trade-papers/paper-shop.queries.ts'
import { clientFactsOf, factsOf, paperShopOf, sellerFact } from '../trade-papers/paper-shop.rules.ts'
import { amountOf, noteLines, paperVatOf, vatSentences } from '../trade-papers/trade-paper.rules.ts'
import type { PaperClient, PaperLine, TradePaper } from '../trade-papers/trade-paper.types.ts'
import { quotationNumber } from './quotation-numbers.queries.ts'

export interface QuotationOptions {
  face: Face
  shopAddress: string
  /** The user of the staff who quotes: the seller of a client who has none. */
  quotedBy: number
  withPrices: boolean
  /** What the client is told besides; '' for nothing. */
  note: string
}

const DAY_MS = 86_400_000

/**
 * Reads a cart for a quotation, its lines in the order they were added.
 *
 * @throws Refusal NOT_FOUND when there is no such client or user
 */
export const cartQuotation = async (db: Queryable, cart: CartKey, options: QuotationOptions): Promise<TradePaper> =>
  (await numberedCart(db, cart, options)).paper

/** As `cartQuotation`, with its number and the last day of its prices. */
export async function numberedCart(db: Queryable, cart: CartKey, options: QuotationOptions): Promise<Numbered> {
  const client =
    cart.clientId === NO_CLIENT ? await findPaperUser(db, cart.userId) : await findPaperClient(db, cart.clientId)
  if (!client) throw notFound()
  const lines = (await detailedCart(db, cart)).map((line): PaperLine => {
    const media = [line.media1, line.media2, line.media3, line.media4, line.media5]
    const picture = media.find((file) => file !== null && !isVideo(file)) ?? null
    const isOrderable = line.sold && hasPrice(line)
    const { code, description, quantity, multiple, unitsPerPack } = line
    return {
      code,
      description,
      quantity,
      multiple,
      unitsPerPack,
      note: noteLines(noteInWords(line.note)),
      price: isOrderable
        ? {
            list: line.listPrice,
            discount: discountAt(line, quantity),
            reason: priceReason(line, quantity),
            unit: priceAt(line, quantity),
          }
        : null,
      soldOut: !isOrderable,
      picture: picture && documentVariant(picture),
      vatRate: line.vatRate ?? null,
    }
  })
  return numbered(db, { client, lines }, options)
}

interface Numbered {
  readonly number: number
  /** The last day on which its prices hold. */
  readonly until: Date
  readonly paper: TradePaper
}

type Quoted = Parameters<typeof numbered>[1]

/** A quotation of lines for a client, null for nobody in particular: its number, its days and its closing sentences. */
export const quotationOf = async (db: Queryable, quoted: Quoted, options: QuotationOptions): Promise<TradePaper> =>
  (await numbered(db, quoted, options)).paper

async function numbered(
  db: Queryable,
  { client, lines }: { client: PaperClient | null; lines: readonly PaperLine[] },
  { face, shopAddress, quotedBy, withPrices, note }: QuotationOptions,
): Promise<Numbered> {
  const settings = await readPaperSettings(db)
  const now = new Date()
  const date = dayText(now)
  const lastDay = new Date(now.getTime() + Number(settings.COTIZACION_DIAS) * DAY_MS)
  const until = dayText(lastDay)
  // Of chosen articles without quantities each counts as one: nothing but the sentence is said of them.
  const amounts = lines.map((line) => ({
    amount: amountOf(line) ?? line.price?.unit ?? 0,
    vatRate: line.vatRate ?? null,
  }))
  const vat = withPrices ? paperVatOf(amounts, settings.PRECIOS_CON_IVA === '1') : null
  const content = lines.map((line) => [line.code, line.quantity, line.price, line.note])
  const key = createHash('sha256')
    .update(
      JSON.stringify([date, until, client?.code, client?.cuit, client?.name, note, content, ...(vat ? [vat] : [])]),
    )
    .digest('hex')
  const number = await quotationNumber(db, key)
  const seller = client?.seller ? client : await findPaperStaff(db, quotedBy)
  const total = lines.reduce((sum, { price, quantity }) => sum + lineAmount(price?.unit ?? 0, quantity ?? 0), 0)
  const paper: TradePaper = {
    shop: paperShopOf(settings, face, shopAddress),
    title: 'Cotización',
    number: `N° ${number}`,
    days: [
      ['Fecha', date],
      ['Válida hasta', until],
    ],
    client: client?.name ?? '',
    clientFacts: client ? clientFactsOf(client) : [],
    terms: factsOf(seller ? [sellerFact(seller)] : []),
    note: noteLines(noteInWords(note)),
    kind: withPrices ? 'prices' : 'plain',
    withPictures: true,
    // Without prices the amounts are gone before anything is drawn.
    lines: withPrices ? lines : lines.map((line) => ({ ...line, price: null })),
    total: withPrices ? total : 0,
    vat,
    // The shop's sentence is about its prices, too: without them nothing is said of VAT or payment.
    closing: (withPrices
      ? [
          `Precios al ${date}, válidos hasta el ${until}.`,
          ...vatSentences(vat),
          ...settings.COTIZACION_TEXTO.split('\n'),
        ]
      : []
    ).filter((sentence) => sentence.trim() !== ''),
  }
  return { number, until: lastDay, paper }
}
