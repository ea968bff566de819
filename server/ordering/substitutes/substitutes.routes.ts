import * as calls from '../../../contract/substitutes.ts'
import { type Caller, clientOf } from '../../caller.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import type { Setting } from '../lines/lines.service.ts'
import * as decide from './decide.service.ts'
import { substitutesOf } from './substitutes.service.ts'

export function substitutesRoutes(app: App, { db, catalogue }: { db: Db; catalogue: Catalogue }): void {
  const settingOf = (caller: Caller, { clientId }: { clientId?: number | null | undefined }): Setting => ({
    catalogue,
    caller,
    clientId: clientOf(caller, clientId),
  })
  route(app, calls.findSubstitutes, ({ query, caller }) => substitutesOf(db.kysely, settingOf(caller, query), query))
  route(app, calls.decideSubstitute, ({ params, body, caller }) =>
    decide.decideSubstitute(db, settingOf(caller, body), { ...params, substituteId: body.substituteId }),
  )
  route(app, calls.forgetSubstitute, ({ params, query, caller }) =>
    decide.forgetSubstitute(db, settingOf(caller, query), params.articleId),
  )
  route(app, calls.getOfficeSubstitute, ({ params }) => decide.officeSubstitute(db.kysely, params.articleId))
  route(app, calls.setOfficeSubstitute, ({ params, body, caller }) =>
    decide.setOfficeSubstitute(db, { caller, catalogue }, { ...params, ...body }),
  )
}
