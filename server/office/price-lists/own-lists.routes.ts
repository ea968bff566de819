import { BULK_MAX_BYTES } from '../../../contract/bulk-edit.ts'
import * as calls from '../../../contract/own-lists.ts'
import type { Db } from '../../db/open.ts'
import { type App, type Call, route } from '../../http/route.ts'
import { withUpload } from '../../http/upload.ts'
import { readingUpload, tooLargeToRead } from '../../spreadsheets/uploaded-sheet.ts'
import { ownPricesSheet } from './own-lists.headings.ts'
import * as service from './own-lists.service.ts'

export function ownListsRoutes(app: App, { db }: { db: Db }): void {
  const limits = { maxBytes: BULK_MAX_BYTES, tooLarge: tooLargeToRead }
  const sheetOf = (call: Pick<Call<typeof calls.reviewListSheet>, 'request' | 'asker'>) =>
    withUpload(call, limits, (upload) => readingUpload(upload, (bytes) => service.readPriceSheet(bytes, call.asker)))
  route(app, calls.getOwnList, ({ params }) => service.ownList(db.kysely, params.id))
  // 20,000 codes are larger than other bodies.
  const bodyLimit = 1024 * 1024
  route(app, calls.createOwnList, ({ body, caller }) => service.createOwnList(db, caller, body), { bodyLimit })
  route(app, calls.changeOwnList, ({ params, body, caller }) => service.changeOwnList(db, caller, params.id, body), {
    bodyLimit,
  })
  route(app, calls.listOwnPrices, ({ params, query }) => service.ownPrices(db.kysely, params.id, query), {
    sheet: { ...ownPricesSheet, rows: ({ params }) => service.ownPrices(db.kysely, params.id, {}) },
  })
  route(app, calls.setOwnPrice, async ({ params, body, caller }) => {
    await service.setOwnPrice(db, caller, params, body)
    return true as const
  })
  route(app, calls.reviewListSheet, async (call) =>
    service.reviewListSheet(db.kysely, call.params.id, call.query.begins, await sheetOf(call)),
  )
  route(app, calls.applyListSheet, async (call) =>
    service.applyListSheet(db, call.caller, call.params.id, call.query, await sheetOf(call)),
  )
  route(app, calls.undoListChange, ({ params, body, caller }) =>
    service.undoListChange(db, caller, params.id, body.since),
  )
}
