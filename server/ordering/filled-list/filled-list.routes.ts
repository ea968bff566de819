import * as calls from '../../../contract/filled-list.ts'
import { clientOf } from '../../caller.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { readUpload } from '../../http/upload.ts'
import { tooLargeToRead } from '../../spreadsheets/uploaded-sheet.ts'
import { reviewListFile } from '../readers/sheet/review-list.service.ts'

export function filledListRoutes(app: App, { db, catalogue }: { db: Db; catalogue: Catalogue }): void {
  route(app, calls.reviewList, async ({ query, caller, request, asker }) => {
    const { bytes } = await readUpload(request, { maxBytes: calls.LIST_MAX_BYTES, tooLarge: tooLargeToRead })
    const list = { clientId: clientOf(caller, query.clientId), chosen: query.columns }
    return reviewListFile(db.kysely, catalogue, caller, list, bytes, asker)
  })
}
