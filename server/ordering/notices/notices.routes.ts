import type { FastifyReply } from 'fastify'
import * as calls from '../../../contract/notices.ts'
import { type Caller, clientOf } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import type { PublicLimit } from '../../http/public-limit.ts'
import { type App, route } from '../../http/route.ts'
import { UNLISTED } from '../../http/unlisted.ts'
import * as end from './end-notices.service.ts'
import { endPage, endPagePolicy } from './end-page.ts'
import * as service from './notices.service.ts'

interface Parts {
  db: Db
  /** Public pages count together. */
  publicLimit: PublicLimit
}

/** What a mail program sends with one click takes some bytes, and nobody reads them. */
const CLICK_BYTES = 10_000

export async function noticesRoutes(app: App, { db, publicLimit }: Parts): Promise<void> {
  const askedOf = (caller: Caller, { clientId }: { clientId?: number | null | undefined }): service.Asked => ({
    caller,
    clientId: clientOf(caller, clientId),
  })
  route(app, calls.listNotices, ({ query, caller }) => service.notices(db.kysely, askedOf(caller, query)))
  route(app, calls.wishArticle, ({ params, body, caller }) =>
    service.wishArticle(db, askedOf(caller, body), params.articleId),
  )
  route(app, calls.unwishArticle, ({ params, query, caller }) =>
    service.unwishArticle(db, askedOf(caller, query), params.articleId),
  )
  route(app, calls.watchList, ({ params, body, caller }) => service.watchList(db, askedOf(caller, body), params.listId))
  route(app, calls.unwatchList, ({ params, query, caller }) =>
    service.unwatchList(db, askedOf(caller, query), params.listId),
  )

  const send = (reply: FastifyReply, state: Parameters<typeof endPage>[1]) =>
    reply
      .code(state === 'gone' ? 404 : 200)
      .headers({ ...UNLISTED, 'content-security-policy': endPagePolicy(app.face()) })
      .type(calls.endNotices.response.raw)
      .send(endPage(app.face(), state))
  // Apart, because forms and mail programs send what no other call takes.
  await app.fastify.register(async (fastify) => {
    fastify.removeAllContentTypeParsers()
    fastify.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: CLICK_BYTES }, (_request, _body, done) =>
      done(null),
    )
    const apart = { ...app, fastify }
    route(apart, calls.askToEndNotices, async ({ query, request, reply }) => {
      publicLimit.take(request)
      return send(reply, (await end.isLink(db.kysely, query.key)) ? 'ask' : 'gone')
    })
    route(apart, calls.endNotices, async ({ query, request, reply }) => {
      publicLimit.take(request)
      return send(reply, (await end.endByLink(db, query.key)) ? 'ended' : 'gone')
    })
  })
}
