/** An order on paper (R310): as its client or the office reads it, and as the depot packs it. */
import {
  deliveryInWords,
  missingInWords,
  noteInWords,
  otherTotalsOf,
  saleTermsInWords,
} from '../../../contract/order-text.ts'
import { PICKUP } from '../../../contract/orders.ts'
import { isAgreed, type PaidPrice } from '../../../contract/price.ts'
import { roles } from '../../../contract/roles.ts'
import { lineAmount, NO_CLIENT } from '../../../contract/rules.ts'
import { findFace } from '../../db/face.ts'
import type { FulfilmentLineRow } from '../../db/fulfilment-lines.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { dayText, formatInstant } from '../../lib/dates.ts'
import type { Face } from '../../lib/face.ts'
import type { Files } from '../../ports/files/port.ts'
import { notFound } from '../../refusal.ts'
import { findPaperClient, findPaperUser, readPaperSettings } from '../trade-papers/paper-shop.queries.ts'
import { clientFactsOf, factsOf, paperShopOf, sellerFact } from '../trade-papers/paper-shop.rules.ts'
import { noteLines, paperVatOf, vatSentences } from '../trade-papers/trade-paper.rules.ts'
import type { Fact, PaperLine, TradePaper } from '../trade-papers/trade-paper.types.ts'
import { tradePaperPdf } from '../trade-papers/trade-paper-files.service.ts'
import { findFulfilmentLines, findOrderHead, listPaperLines, type OrderHead } from './order-documents.queries.ts'

export interface OrderDocumentOptions {
  face: Face
  shopAddress: string
  /** 'client' is not told the sale terms, which the seller chose (R235); 'depot' sees no amounts. */
  reader: 'client' | 'office' | 'depot'
}

/**
 * Reads an order for its paper. Amounts are those that were agreed. For the depot no line has a price.
 * @throws Refusal NOT_FOUND when there is no such order
 */
export async function orderDocument(
  db: Queryable,
  orderId: number,
  { face, shopAddress, reader }: OrderDocumentOptions,
): Promise<TradePaper> {
  const head = await findOrderHead(db, orderId)
  if (!head) throw notFound()
  const settings = await readPaperSettings(db)
  const client =
    head.clientId === NO_CLIENT ? await findPaperUser(db, head.userId) : await findPaperClient(db, head.clientId)
  const isForDepot = reader === 'depot'
  const lines = await listPaperLines(db, orderId)
  const amounts = lines.map(({ unitPrice, quantity, vatRate }) => ({
    amount: lineAmount(unitPrice, quantity),
    vatRate,
  }))
  const vat = isForDepot ? null : paperVatOf(amounts, head.pricesWithVat)
  // Of lines of one article the first one tells what became of them.
  const fates = await findFulfilmentLines(db, orderId)
  const fateOf = (articleId: number) => {
    const fate = fates.get(articleId)
    fates.delete(articleId)
    return fate
  }
  return {
    shop: paperShopOf(settings, face, shopAddress),
    title: isForDepot ? 'Lista de preparación' : 'Pedido web',
    number: isForDepot ? `Pedido web N° ${orderId}` : `N° ${orderId}`,
    days: factsOf([
      ['Fecha', isForDepot ? dayText(new Date(head.createdAt)) : formatInstant(head.createdAt)],
      ['N° de pedido', head.erpNumber ?? ''],
      [reader === 'client' ? 'Su N° de pedido' : 'Pedido del cliente', head.importNumber ?? ''],
      ['Estado', isForDepot ? '' : head.fulfilmentText],
    ]),
    client: head.businessName,
    clientFacts: client ? clientFactsOf(client) : [],
    terms: factsOf([
      ...deliveryFacts(head),
      ...(isForDepot || !client ? [] : [sellerFact(client)]),
      ['Cargado por', (roles[head.makerType].isStaff || head.wasSent) && !isForDepot ? head.madeBy : ''],
      ['Remitos', isForDepot ? '' : head.notes],
      ['Comprobantes', isForDepot ? '' : head.papers],
      ['Condición', reader === 'office' ? saleTermsInWords(head) : ''],
    ]),
    note: noteLines(noteInWords(head.note)),
    kind: isForDepot ? 'packing' : 'prices',
    withPictures: false,
    lines: lines.map((line): PaperLine => {
      const { code, description, quantity, multiple, unitsPerPack, note } = line
      const fate = fateOf(line.articleId)
      return {
        code,
        description,
        // The depot packs what comes.
        quantity: isForDepot ? Math.max(0, quantity - (fate?.missing ?? 0)) : quantity,
        multiple,
        unitsPerPack,
        note: noteLines(noteInWords(note)),
        price: isForDepot ? null : paidPrice(line),
        soldOut: false,
        became: fate ? becameInWords(fate) : '',
        picture: null,
      }
    }),
    total: isForDepot ? 0 : head.total,
    vat,
    otherTotals: isForDepot ? [] : otherTotalsOf({ ...head, pricesWithVat: vat?.pricesWithVat }),
    closing: vatSentences(vat),
  }
}

/** 'No vienen 6: sin stock', or why units are still to come; '' where nothing is to be said. */
const becameInWords = (fate: FulfilmentLineRow): string =>
  [missingInWords(fate), fate.replacedBy && `en su lugar viene ${fate.replacedBy}`, fate.reason]
    .filter(Boolean)
    .join(': ')

function deliveryFacts(head: OrderHead): Fact[] {
  return [
    ['Entrega', deliveryInWords(head)],
    ['Transporte', head.addressId === PICKUP ? '' : head.carrier],
  ]
}

const paidPrice = (line: PaidPrice & { priceReason: string }): PaperLine['price'] => ({
  list: line.listPrice,
  discount: isAgreed(line) ? null : line.discount,
  reason: line.priceReason,
  unit: line.unitPrice,
})

/** Makes the PDFs that mails carry, one at a time, so that those who wait for a file at a screen have their turn. */
export const orderPdfMaker =
  ({ db, files, shopName, shopAddress }: { db: Db; files: Files; shopName: string; shopAddress: string }) =>
  (orderId: number, reader: 'client' | 'office'): Promise<Uint8Array> =>
    tradePaperPdf(files, { key: 'mails' }, async () => {
      const face = await findFace(db.kysely, shopName)
      return orderDocument(db.kysely, orderId, { face, shopAddress, reader })
    })
