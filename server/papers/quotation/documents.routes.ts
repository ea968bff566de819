import { CART_PDF, CART_SPREADSHEET, cartPdf, cartSpreadsheet } from '../../../contract/documents.ts'
import { MOST_LINK_DAYS } from '../../../contract/links.ts'
import { offerQuotation } from '../../../contract/offers.ts'
import { type Caller, clientOf } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { dayInArgentina } from '../../lib/dates.ts'
import type { Face } from '../../lib/face.ts'
import { offerCart } from '../../ordering/ordering.ts'
import type { Files } from '../../ports/files/port.ts'
import { sendPaper } from '../trade-papers/send-paper.ts'
import { tradePaperPdf, tradePaperSheet } from '../trade-papers/trade-paper-files.service.ts'
import { cartQuotation, numberedCart } from './quotation.service.ts'

interface Parts {
  db: Db
  files: Files
  face: () => Face
  shopAddress: string
}

interface Asked {
  userId?: number | undefined
  clientId?: number | undefined
  withPrices: boolean
  note?: string | undefined
}

/** A quotation is accepted by the link that has its number (R387): within its days, and those of a link. */
const lastDayOf = (until: Date): string =>
  dayInArgentina(new Date(Math.min(until.getTime(), Date.now() + MOST_LINK_DAYS * DAY_MS)))
const DAY_MS = 86_400_000

export function documentsRoutes(app: App, { db, files, face, shopAddress }: Parts): void {
  const read = (caller: Caller, { userId, clientId, withPrices, note = '' }: Asked) => {
    const cart = { userId: userId ?? caller.userId, clientId: clientOf(caller, clientId) }
    return cartQuotation(db.kysely, cart, { face: face(), shopAddress, quotedBy: caller.userId, withPrices, note })
  }

  route(app, offerQuotation, ({ body, caller }) =>
    db.tx(async (t) => {
      const cart = { userId: caller.userId, clientId: clientOf(caller, body.clientId) }
      const options = { face: face(), shopAddress, quotedBy: caller.userId, withPrices: true, note: body.note }
      const { number, until } = await numberedCart(t, cart, options)
      return offerCart(t, { ...body, caller, lastDay: lastDayOf(until) }, number)
    }),
  )
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
