import { certificateTexts } from '../../../contract/certificates.ts'
import * as calls from '../../../contract/fulfilment.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { sendStoredFile } from '../../http/stored-file.ts'
import { withUpload } from '../../http/upload.ts'
import type { Files } from '../../ports/files/port.ts'
import { notFound } from '../../refusal.ts'
import { requireOrder } from '../orders/orders.service.ts'
import { findPaper } from './fulfilment.queries.ts'
import { fulfilment, pendingLines, setStates, undoStates } from './fulfilment.service.ts'
import { addPaper, removePaper } from './order-papers.service.ts'

export function fulfilmentRoutes(app: App, { db, files }: { db: Db; files: Files }): void {
  route(app, calls.getFulfilment, async ({ params, caller }) => {
    await requireOrder(db.kysely, caller, params.id, app.reach)
    return fulfilment(db.kysely, caller, params.id)
  })
  route(app, calls.getOrderPaper, async ({ params, caller, request, reply }) => {
    await requireOrder(db.kysely, caller, params.id, app.reach)
    const paper = await findPaper(db.kysely, params.id, params.paperId)
    if (!paper) throw notFound()
    reply.header('content-disposition', 'attachment; filename="comprobante.pdf"')
    return sendStoredFile(request, reply, files, {
      name: paper.file,
      contentType: 'application/pdf',
      // Somebody's bill is kept by nobody on the way.
      cacheControl: 'no-store',
    })
  })
  const paperLimits = {
    maxBytes: calls.PAPER_MAX_BYTES,
    tooLarge: calls.paperTexts.tooLarge,
    missing: certificateTexts.choose,
  }
  route(app, calls.addOrderPaper, (call) =>
    withUpload(call, paperLimits, ({ bytes }) =>
      addPaper({ db, files }, call.caller, call.params.id, { ...call.query, bytes }),
    ),
  )
  route(app, calls.removeOrderPaper, async ({ params, caller }) => {
    await removePaper(db, caller, params.id, params.paperId)
    return true
  })
  route(app, calls.listPendingLines, ({ query, caller }) => pendingLines(db.kysely, caller, query))
  route(app, calls.setOrderStates, ({ body, caller }) => setStates(db, caller, body))
  route(app, calls.undoOrderStates, ({ params, caller }) => undoStates(db, caller, params.id))
}
