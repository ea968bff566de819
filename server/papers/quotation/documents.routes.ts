import { CART_PDF, CART_SPREADSHEET, cartPdf, cartSpreadsheet } from '../../../contract/documents.ts'
import { type Caller, clientOf } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import type { Files } from '../../ports/files/port.ts'
import { quotationOf } from './quotation.service.ts'
import { quotationPdf, quotationSheet } from './quotation-files.service.ts'

interface Parts {
  db: Db
  files: Files
  shopName: string
}

export function documentsRoutes(app: App, { db, files, shopName }: Parts): void {
  const cartAsQuotation = (
    caller: Caller,
    { userId, clientId, withPrices }: { userId?: number; clientId?: number; withPrices: boolean },
  ) => {
    const cart = { userId: userId ?? caller.userId, clientId: clientOf(caller, clientId) }
    return quotationOf(db.kysely, cart, { shopName, withPrices })
  }

  route(app, cartSpreadsheet, async ({ query, caller, reply, asker }) =>
    reply
      .type(cartSpreadsheet.response.raw)
      .header('content-disposition', `attachment; filename="${CART_SPREADSHEET}"`)
      .send(toBuffer(await quotationSheet(asker, () => cartAsQuotation(caller, query)))),
  )
  route(app, cartPdf, async ({ query, caller, reply, asker }) => {
    const pdf = await quotationPdf(files, asker, () => cartAsQuotation(caller, query))
    return reply
      .type(cartPdf.response.raw)
      .header('content-disposition', `attachment; filename="${CART_PDF}"`)
      .send(toBuffer(pdf))
  })
}

const toBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
