import * as calls from '../../../contract/order-import.ts'
import { unitPrice } from '../../../contract/rules.ts'
import type { Db } from '../../db/open.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { type App, route } from '../../http/route.ts'
import { readUpload } from '../../http/upload.ts'
import { tooLargeToRead } from '../../spreadsheets/uploaded-sheet.ts'
import type { OrderEffects } from '../orders/place-order.service.ts'
import { exampleFile } from './example.ts'
import { importOrders } from './import-orders.service.ts'
import { scopeOf } from './order-clients.service.ts'
import { findArticles, findExample } from './order-import.queries.ts'
import { readOrderFile } from './read-order-file.service.ts'
import { reviewRows } from './review.service.ts'

/** 5,000 rows with long observations. */
const BODY_LIMIT = 8 * 2 ** 20

export function orderImportRoutes(app: App, { db, effects }: { db: Db; effects: OrderEffects }): void {
  route(app, calls.importExample, async ({ caller, reply }) => {
    const content = await findExample(db.kysely, scopeOf(caller))
    return reply
      .type(calls.importExample.response.raw)
      .header('content-disposition', 'attachment; filename="ejemplo-pedidos.xlsx"')
      .send(await exampleFile(content))
  })
  route(app, calls.reviewImport, async ({ caller, request }) => {
    const { bytes } = await readUpload(request, {
      maxBytes: calls.IMPORT_MAX_BYTES,
      tooLarge: tooLargeToRead,
    })
    return reviewRows(db.kysely, caller, await readOrderFile(bytes))
  })
  route(
    app,
    calls.importOrders,
    ({ body, caller, request }) =>
      importOrders(db, effects, caller, body, idempotencyKey(request), (error) =>
        request.log.error({ err: error }, 'an import stopped after its first orders'),
      ),
    { bodyLimit: BODY_LIMIT },
  )
  route(app, calls.findByCodes, async ({ body }) => {
    const codes = [...new Set(body.map(String))]
    const articles = new Map((await findArticles(db.kysely, { codes })).map((one) => [one.code, one]))
    return codes.flatMap((code) => {
      const article = articles.get(code)
      if (!article) return []
      const { listPrice, discount, listed: sold, ...rest } = article
      return [{ ...rest, unitPrice: unitPrice(listPrice, discount), sold }]
    })
  })
}
