import * as calls from '../../../contract/filled-list.ts'
import { clientOf } from '../../caller.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { withUpload } from '../../http/upload.ts'
import { readingUpload, tooLargeToRead } from '../../spreadsheets/uploaded-sheet.ts'
import { reviewListFile } from '../readers/sheet/review-list.service.ts'

export function filledListRoutes(app: App, { db, catalogue }: { db: Db; catalogue: Catalogue }): void {
  const limits = { maxBytes: calls.LIST_MAX_BYTES, tooLarge: tooLargeToRead }
  route(app, calls.reviewList, (call) =>
    withUpload(call, limits, (upload) => {
      const { query, caller, asker } = call
      const list = { clientId: clientOf(caller, query.clientId), chosen: query.columns }
      return readingUpload(upload, (bytes) => reviewListFile(db.kysely, catalogue, caller, list, bytes, asker))
    }),
  )
}
