import * as calls from '../../../contract/synonyms.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import type { Catalogue } from './catalogue.service.ts'
import { listSynonyms } from './synonyms.queries.ts'
import * as service from './synonyms.service.ts'

export function synonymsRoutes(app: App, { db, catalogue }: { db: Db; catalogue: Catalogue }): void {
  route(app, calls.listSynonyms, () => listSynonyms(db.kysely))
  route(app, calls.addSynonym, ({ body, caller }) => service.addSynonym(db, catalogue, caller, body))
  route(app, calls.removeSynonym, ({ params, caller }) => service.removeSynonym(db, caller, params.id))
}
