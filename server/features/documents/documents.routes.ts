import { CART_PDF, CART_SPREADSHEET, cartPdf, cartSpreadsheet } from '../../../contract/documents.ts'
import type { Db } from '../../db/open.ts'
import { type Caller, clientOf } from '../../http/access.ts'
import { type App, route } from '../../http/route.ts'
import type { DocumentPool } from './document-pool.service.ts'
import { quotationOf } from './quotation.service.ts'
import { quotationSheet } from './quotation-sheet.ts'

interface Parts {
  db: Db
  documents: DocumentPool
  shopName: string
}

export function documentsRoutes(app: App, { db, documents, shopName }: Parts): void {
  const cartAsQuotation = (
    caller: Caller,
    { userId, clientId, withPrices }: { userId?: number; clientId?: number; withPrices: boolean },
  ) => {
    const cart = { userId: userId ?? caller.userId, clientId: clientOf(caller, clientId) }
    return quotationOf(db.kysely, cart, { shopName, withPrices })
  }

  route(app, cartSpreadsheet, async ({ query, caller, reply }) =>
    reply
      .type(cartSpreadsheet.response.raw)
      .header('content-disposition', `attachment; filename="${CART_SPREADSHEET}"`)
      .send(await quotationSheet(await cartAsQuotation(caller, query))),
  )
  route(app, cartPdf, async ({ query, caller, reply }) => {
    const pdf = await documents.quotationPdf(await cartAsQuotation(caller, query))
    return reply
      .type(cartPdf.response.raw)
      .header('content-disposition', `attachment; filename="${CART_PDF}"`)
      .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
  })
}
