import * as calls from '../../../contract/order-documents.ts'
import { heldTexts } from '../../../contract/orders.ts'
import { isStaff } from '../../caller.ts'
import { takeOrder } from '../../db/hand-over.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import type { Face } from '../../lib/face.ts'
import { isOrderKeptBack, requireOrder } from '../../ordering/ordering.ts'
import type { Files } from '../../ports/files/port.ts'
import { conflict } from '../../refusal.ts'
import { sendPaper } from '../trade-papers/send-paper.ts'
import { tradePaperPdf, tradePaperSheet } from '../trade-papers/trade-paper-files.service.ts'
import { orderDocument } from './order-documents.service.ts'

interface Parts {
  db: Db
  files: Files
  face: () => Face
  shopAddress: string
}

export function orderDocumentsRoutes(app: App, { db: { kysely: db }, files, face, shopAddress }: Parts): void {
  route(app, calls.orderPdf, async ({ params: { id }, caller, asker, reply }) => {
    await requireOrder(db, caller, id, app.reach)
    const reader = isStaff(caller) ? 'office' : 'client'
    const pdf = await tradePaperPdf(files, asker, () => orderDocument(db, id, { face: face(), shopAddress, reader }))
    return sendPaper(reply, pdf, { name: `pedido-${id}.pdf`, type: calls.orderPdf.response.raw })
  })
  route(app, calls.orderSheet, async ({ params: { id }, caller, asker, reply }) => {
    await requireOrder(db, caller, id, app.reach)
    const reader = isStaff(caller) ? 'office' : 'client'
    const sheet = await tradePaperSheet(asker, () => orderDocument(db, id, { face: face(), shopAddress, reader }))
    return sendPaper(reply, sheet, { name: `pedido-${id}.xlsx`, type: calls.orderSheet.response.raw })
  })
  route(app, calls.packingList, async ({ params: { id }, caller, asker, reply }) => {
    await requireOrder(db, caller, id, app.reach)
    // Whoever prints it prepares it: it is not cancelled any more (R331).
    if (!(await takeOrder(db, id)))
      throw conflict(
        (await isOrderKeptBack(db, id)) ? heldTexts.notPrepared : 'El pedido se canceló: no hay nada que preparar',
      )
    const pdf = await tradePaperPdf(files, asker, () =>
      orderDocument(db, id, { face: face(), shopAddress, reader: 'depot' }),
    )
    return sendPaper(reply, pdf, { name: `preparacion-${id}.pdf`, type: calls.packingList.response.raw })
  })
}
