import * as calls from '../../../contract/saved-lists.ts'
import { type Caller, clientOf } from '../../caller.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Db } from '../../db/open.ts'
import { type App, type Call, route } from '../../http/route.ts'
import { LINE_BYTES } from '../lines/lines.rules.ts'
import type { Setting } from '../lines/lines.service.ts'
import type { OrderEffects } from '../orders/place-order.service.ts'
import { savedListSheet } from './saved-lists.headings.ts'
import * as service from './saved-lists.service.ts'
import * as sentCarts from './sent-carts.service.ts'

interface Parts {
  db: Db
  catalogue: Catalogue
  effects: OrderEffects
}

export function savedListsRoutes(app: App, { db, catalogue, effects }: Parts): void {
  const settingOf = (caller: Caller, { clientId }: { clientId?: number | null | undefined }): Setting => ({
    catalogue,
    caller,
    clientId: clientOf(caller, clientId),
  })
  route(app, calls.listSavedLists, ({ query, caller }) => service.savedLists(db.kysely, settingOf(caller, query)))
  const read = ({ params, query, caller }: Pick<Call<typeof calls.getSavedList>, 'params' | 'query' | 'caller'>) =>
    service.savedList(db.kysely, settingOf(caller, query), params.id)
  route(app, calls.getSavedList, read, {
    sheet: { ...savedListSheet, rows: async (call) => (await read(call)).lines },
  })
  const bodyLimit = LINE_BYTES * calls.MOST_LIST_LINES
  route(app, calls.createSavedList, ({ body, caller }) => service.createSavedList(db, settingOf(caller, body), body), {
    bodyLimit,
  })
  route(
    app,
    calls.changeSavedList,
    ({ params, body: { clientId, ...change }, caller }) =>
      service.changeSavedList(db, settingOf(caller, { clientId }), params.id, change),
    { bodyLimit },
  )
  route(app, calls.deleteSavedList, ({ params, query, caller }) =>
    service.deleteSavedList(db, settingOf(caller, query), params.id, query.version),
  )
  route(app, calls.loadSavedList, ({ params, body, caller }) =>
    service.loadSavedList(db, settingOf(caller, body), { id: params.id, clearCart: body.clearCart ?? false }),
  )
  route(app, calls.sendCart, ({ body, caller }) => sentCarts.sendCart(db, settingOf(caller, body), body))
  route(
    app,
    calls.confirmSentCart,
    ({ params, body: { clientId, ...given }, caller }) =>
      sentCarts.confirmSentCart(db, effects, settingOf(caller, { clientId }), params.id, given),
    { bodyLimit },
  )
  route(app, calls.returnSentCart, ({ params, body, caller }) =>
    sentCarts.returnSentCart(db, settingOf(caller, body), params.id, body.word),
  )
}
