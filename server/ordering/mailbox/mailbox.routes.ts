import * as calls from '../../../contract/mailbox.ts'
import { scopeOf } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import type { Files } from '../../ports/files/port.ts'
import { findMailbox, listMails } from './mailbox.queries.ts'
import { actOnMail, answerMail, mailFile, mailOf, setMailClient } from './mailbox.service.ts'

export function mailboxRoutes(app: App, parts: { db: Db; files: Files }): void {
  const { db } = parts
  route(app, calls.listMails, ({ query, caller }) => listMails(db.kysely, scopeOf(caller), query))
  route(
    app,
    calls.mailboxState,
    async () => (await findMailbox(db.kysely)) ?? { readAt: null, fault: '', failingSince: null },
  )
  route(app, calls.getMail, ({ params, caller }) => mailOf(db.kysely, caller, params.id))
  route(app, calls.getMailFile, async ({ params, caller, asker, reply }) => {
    const { name, bytes } = await mailFile(parts, caller, params, asker)
    // A stranger's file is saved, never shown by the browser as a page of the shop.
    return reply
      .type(calls.getMailFile.response.raw)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .send(Buffer.from(bytes))
  })
  route(app, calls.setMailClient, ({ params, body, caller }) => setMailClient(db, caller, params.id, body.clientId))
  route(app, calls.actOnMail, ({ params, body, caller }) => actOnMail(db, caller, params.id, body))
  route(app, calls.answerMail, ({ params, caller }) => answerMail(db, caller, params.id))
}
