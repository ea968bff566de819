import { addressInWords } from '../../../contract/address-text.ts'
import * as calls from '../../../contract/branch-orders.ts'
import { clientOf } from '../../caller.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { type App, route } from '../../http/route.ts'
import { withUpload } from '../../http/upload.ts'
import { readingUpload, tooLargeToRead } from '../../spreadsheets/uploaded-sheet.ts'
import { LINE_BYTES } from '../lines/lines.rules.ts'
import { listOftenTaken } from './branch-orders.queries.ts'
import { makeOrdersOfBranches } from './branch-orders.service.ts'
import { branchesOf, reviewBranchFile } from './branch-review.service.ts'
import { branchTemplateFile } from './branch-template.ts'
import type { ImportParts } from './import-orders.service.ts'

/** Articles of the template. */
const USUAL = 200

export function branchOrdersRoutes(app: App, { db, catalogue, effects }: ImportParts): void {
  route(app, calls.branchTemplate, async ({ query, caller, reply }) => {
    const clientId = clientOf(caller, query.clientId)
    const branches = await branchesOf(db.kysely, caller, clientId)
    const names = branches.map(({ name }) => name)
    return reply
      .type(calls.branchTemplate.response.raw)
      .header('content-disposition', 'attachment; filename="pedido-sucursales.xlsx"')
      .send(
        await branchTemplateFile(app.shopName, {
          // A name that two branches have does not tell them apart; the id does.
          branches: branches.map(({ id, name, ...address }) =>
            name === '' ? addressInWords(address) : names.indexOf(name) === names.lastIndexOf(name) ? name : String(id),
          ),
          articles: await listOftenTaken(db.kysely, clientId, USUAL),
        }),
      )
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
