import { CART_PDF, CART_SPREADSHEET, cartPdf, cartSpreadsheet } from '../../../contract/documents.ts'
import { type Caller, clientOf } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import type { Files } from '../../ports/files/port.ts'
import { sendPaper } from '../trade-papers/send-paper.ts'
import { tradePaperPdf, tradePaperSheet } from '../trade-papers/trade-paper-files.service.ts'
import { cartQuotation } from './quotation.service.ts'

interface Parts {
  db: Db
  files: Files
  shopName: string
  shopAddress: string
}

interface Asked {
  userId?: number | undefined
  clientId?: number | undefined
  withPrices: boolean
  note?: string | undefined
}

export function documentsRoutes(app: App, { db, files, ...shop }: Parts): void {
  const read = (caller: Caller, { userId, clientId, withPrices, note = '' }: Asked) => {
    const cart = { userId: userId ?? caller.userId, clientId: clientOf(caller, clientId) }
    return cartQuotation(db.kysely, cart, { ...shop, quotedBy: caller.userId, withPrices, note })
  }

  route(app, cartSpreadsheet, async ({ query, caller, reply, asker }) =>
    sendPaper(reply, await tradePaperSheet(asker, () => read(caller, query)), {
      name: CART_SPREADSHEET,
      type: cartSpreadsheet.response.raw,
    }),
  )
  route(app, cartPdf, async ({ query, caller, reply, asker }) =>
    sendPaper(reply, await tradePaperPdf(files, asker, () => read(caller, query)), {
      name: CART_PDF,
      type: cartPdf.response.raw,
    }),
  )
}
