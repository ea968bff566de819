import type { FastifyRequest } from 'fastify'
import { texts } from '../../../contract/errors.ts'
import * as calls from '../../../contract/offers.ts'
import { clientOf } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import type { PublicLimit } from '../../http/public-limit.ts'
import { visitorKey } from '../../http/rate-limit.ts'
import { type App, route } from '../../http/route.ts'
import { forbidden } from '../../refusal.ts'
import type { LinkDoor } from '../links/open-link.ts'
import type { OrderEffects } from '../orders/place-order.service.ts'
import * as accepting from './accept-offer.service.ts'
import * as service from './offers.service.ts'

interface Parts {
  db: Db
  effects: OrderEffects
  linkDoor: LinkDoor
  /** Public pages count together. */
  publicLimit: PublicLimit
}

export function offersRoutes(app: App, { db, effects, linkDoor, publicLimit }: Parts): void {
  const open = (request: FastifyRequest, key: string) => {
    publicLimit.take(request)
    return linkDoor.open({ kind: 'accept', key, visitor: visitorKey(request.ip) })
  }
  route(app, calls.openOffer, async ({ body, request }) =>
    accepting.openOffer(db.kysely, await open(request, body.key)),
  )
  route(app, calls.acceptOffer, async ({ body: { key, ...given }, request }) => {
    const { id } = await open(request, key)
    if (!app.isPageOpen('PEDIDOS')) throw forbidden(texts.pageClosed)
    return accepting.acceptOffer(db, effects, id, given)
  })
  route(app, calls.declineOffer, async ({ body, request }) =>
    accepting.declineOffer(db, (await open(request, body.key)).id, body.word),
  )
  route(app, calls.makeOffer, ({ body, caller }) => service.makeOffer(db, caller, body))
  route(app, calls.listOffers, ({ query, caller }) => service.offers(db.kysely, clientOf(caller, query.clientId)))
}
