import { saveCartLines } from '../../../contract/cart-lines.ts'
import * as calls from '../../../contract/filled-list.ts'
import { clientOf } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { readUpload } from '../../http/upload.ts'
import { tooLargeToRead } from '../../spreadsheets/uploaded-sheet.ts'
import { reviewListFile } from './filled-list.service.ts'
import { loadLines } from './load-lines.service.ts'

/** As many lines as may be sent, with long observations. */
const BODY_LIMIT = 8 * 2 ** 20

export function filledListRoutes(app: App, { db }: { db: Db }): void {
  route(app, calls.reviewList, async ({ query, caller, request }) => {
    const { bytes } = await readUpload(request, { maxBytes: calls.LIST_MAX_BYTES, tooLarge: tooLargeToRead })
    return reviewListFile(db.kysely, caller, clientOf(caller, query.clientId), bytes)
  })
  route(
    app,
    saveCartLines,
    ({ body, caller }) => loadLines(db, caller, clientOf(caller, body.clientId), body.lines),
    { bodyLimit: BODY_LIMIT },
  )
}
