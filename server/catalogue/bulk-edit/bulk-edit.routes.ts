import type { FastifyRequest } from 'fastify'
import * as calls from '../../../contract/bulk-edit.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { readUpload } from '../../http/upload.ts'
import type { Asker } from '../../lib/fair-queue.ts'
import { tooLargeToRead } from '../../spreadsheets/uploaded-sheet.ts'
import { applyBulk, readArticleSheet, reviewBulk } from './bulk-edit.service.ts'
import { lastBatches, undoBatch } from './undo.service.ts'

/** Bytes: 20,000 pasted lines of 50 characters, each line's end and tab written with two. */
const PASTE_LIMIT = 2 * 2 ** 20

export function bulkEditRoutes(app: App, { db }: { db: Db }): void {
  const largeBody = { bodyLimit: PASTE_LIMIT }
  const sheetOf = async (request: FastifyRequest, asker: Asker, withStale = false) => {
    const { bytes } = await readUpload(request, { maxBytes: calls.BULK_MAX_BYTES, tooLarge: tooLargeToRead })
    return { kind: 'sheet', reading: await readArticleSheet(db.kysely, bytes, asker), withStale } as const
  }
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
  route(app, calls.reviewSheet, async ({ query, request, asker }) =>
    reviewBulk(db.kysely, await sheetOf(request, asker, query.withStale)),
  )
  route(app, calls.applySheet, async ({ query, request, caller, asker }) =>
    applyBulk(db, caller, await sheetOf(request, asker, query.withStale), query.fingerprint),
  )
  route(app, calls.listBatches, ({ query }) => lastBatches(db.kysely, query.page))
  route(app, calls.undoBatch, ({ params, body, caller }) => undoBatch(db, caller, params.id, body.confirmed))
}
