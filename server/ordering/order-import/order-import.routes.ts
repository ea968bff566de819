import * as calls from '../../../contract/order-import.ts'
import { priceOf } from '../../../contract/price.ts'
import { scopeOf } from '../../caller.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { type App, route } from '../../http/route.ts'
import { withUpload } from '../../http/upload.ts'
import { readingUpload, tooLargeToRead } from '../../spreadsheets/uploaded-sheet.ts'
import { readArticles } from '../codes/articles.service.ts'
import { LINE_BYTES } from '../lines/lines.rules.ts'
import { exampleFile } from './example.ts'
import { type ImportParts, importOrders } from './import-orders.service.ts'
import { findExample } from './order-import.queries.ts'
import { readOrderFile } from './read-order-file.service.ts'
import { reviewFile } from './review.service.ts'

export function orderImportRoutes(app: App, parts: ImportParts): void {
  const { db, catalogue } = parts
  route(app, calls.importExample, async ({ caller, reply }) => {
    const content = await findExample(db.kysely, scopeOf(caller))
    return reply
      .type(calls.importExample.response.raw)
      .header('content-disposition', 'attachment; filename="ejemplo-pedidos.xlsx"')
      .send(await exampleFile(app.face().name, content))
  })
  const limits = { maxBytes: calls.IMPORT_MAX_BYTES, tooLarge: tooLargeToRead }
  route(app, calls.reviewImport, (call) =>
    withUpload(call, limits, (upload) =>
      readingUpload(upload, async (bytes) => {
        const file = await readOrderFile(bytes, call.asker)
        return reviewFile(db.kysely, catalogue, call.caller, file, call.query.columns)
      }),
    ),
  )
  route(
    app,
    calls.importOrders,
    ({ body, caller, request }) =>
      importOrders(parts, caller, body, idempotencyKey(request), (error) =>
        request.log.error({ reqId: request.id, err: error }, 'an import stopped after its first orders'),
      ),
    { bodyLimit: LINE_BYTES * calls.IMPORT_MAX_ROWS },
  )
  route(app, calls.findByCodes, async ({ body, caller }) => {
    const codes = [...new Set(body.map(String))]
    const find = await readArticles(db.kysely, catalogue, caller.clientId, codes, { besideQuantity: false })
    return codes.flatMap((written) => {
      const found = find(written)
      if (found.kind !== 'article') return []
      const { listed: sold, ...article } = found.article
      return [{ ...article, written, unitPrice: priceOf(article), sold }]
    })
  })
}
