import * as calls from '../../../contract/branch-orders.ts'
import { clientOf } from '../../caller.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { type App, route } from '../../http/route.ts'
import { withUpload } from '../../http/upload.ts'
import { readingUpload, tooLargeToRead } from '../../spreadsheets/uploaded-sheet.ts'
import { LINE_BYTES } from '../lines/lines.rules.ts'
import { makeOrdersOfBranches } from './branch-orders.service.ts'
import { reviewBranchFile } from './branch-review.service.ts'
import { branchTemplate } from './branch-template.service.ts'
import type { ImportParts } from './import-orders.service.ts'

export function branchOrdersRoutes(app: App, { db, catalogue, effects }: ImportParts): void {
  route(app, calls.branchTemplate, async ({ query, caller, reply }) => {
    const clientId = clientOf(caller, query.clientId)
    const file = await branchTemplate(db.kysely, caller, clientId, app.face().name)
    return reply
      .type(calls.branchTemplate.response.raw)
      .header('content-disposition', 'attachment; filename="pedido-sucursales.xlsx"')
      .send(file)
  })
  const limits = { maxBytes: calls.BRANCH_MAX_BYTES, tooLarge: tooLargeToRead }
  route(app, calls.reviewBranches, (call) =>
    withUpload(call, limits, (upload) => {
      const { query, caller, asker } = call
      const sheet = { clientId: clientOf(caller, query.clientId), chosen: query.columns }
      return readingUpload(upload, (bytes) => reviewBranchFile(db.kysely, catalogue, caller, sheet, bytes, asker))
    }),
  )
  route(
    app,
    calls.makeBranchOrders,
    ({ body, caller, request }) =>
      makeOrdersOfBranches(
        db,
        effects,
        caller,
        { ...body, clientId: clientOf(caller, body.clientId) },
        idempotencyKey(request),
      ),
    { bodyLimit: LINE_BYTES * calls.BRANCH_MAX_CELLS },
  )
}
