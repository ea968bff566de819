import * as calls from '../../../contract/bulk-edit.ts'
import type { Db } from '../../db/open.ts'
import { type App, type Call, route } from '../../http/route.ts'
import { withUpload } from '../../http/upload.ts'
import { readingUpload, tooLargeToRead } from '../../spreadsheets/uploaded-sheet.ts'
import { applyBulk, readArticleSheet, reviewBulk } from './bulk-edit.service.ts'
import { lastBatches, undoBatch } from './undo.service.ts'

/** Bytes: 20,000 pasted lines of 50 characters, each line's end and tab written with two. */
const PASTE_LIMIT = 2 * 2 ** 20

export function bulkEditRoutes(app: App, { db }: { db: Db }): void {
  const largeBody = { bodyLimit: PASTE_LIMIT }
  const limits = { maxBytes: calls.BULK_MAX_BYTES, tooLarge: tooLargeToRead }
  const sheetOf = (call: Pick<Call<typeof calls.reviewSheet>, 'request' | 'asker' | 'query'>) =>
    withUpload(call, limits, async (upload) => {
      const reading = await readingUpload(upload, (bytes) => readArticleSheet(db.kysely, bytes, call.asker))
      return { kind: 'sheet', reading, withStale: call.query.withStale ?? false } as const
    })
  route(app, calls.reviewChoice, ({ body }) => reviewBulk(db.kysely, { kind: 'choice', ...body }))
  route(app, calls.applyChoice, ({ body: { fingerprint, ...choice }, caller }) =>
    applyBulk(db, caller, { kind: 'choice', ...choice }, fingerprint),
  )
  route(app, calls.reviewPaste, ({ body }) => reviewBulk(db.kysely, { kind: 'paste', ...body }), largeBody)
  route(
    app,
    calls.applyPaste,
    ({ body: { fingerprint, ...pasted }, caller }) => applyBulk(db, caller, { kind: 'paste', ...pasted }, fingerprint),
    largeBody,
  )
  route(app, calls.reviewSheet, async (call) => reviewBulk(db.kysely, await sheetOf(call)))
  route(app, calls.applySheet, async (call) => applyBulk(db, call.caller, await sheetOf(call), call.query.fingerprint))
  route(app, calls.listBatches, ({ query }) => lastBatches(db.kysely, query.page, query.size))
  route(app, calls.undoBatch, ({ params, body, caller }) => undoBatch(db, caller, params.id, body.confirmed))
}
