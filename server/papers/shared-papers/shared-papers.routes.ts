import type { FastifyReply } from 'fastify'
import { statusOf } from '../../../contract/errors.ts'
import { linkTexts } from '../../../contract/links.ts'
import * as calls from '../../../contract/shared-papers.ts'
import { clientOf } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import type { PublicLimit } from '../../http/public-limit.ts'
import { visitorKey } from '../../http/rate-limit.ts'
import { type App, type Call, route } from '../../http/route.ts'
import { UNLISTED } from '../../http/unlisted.ts'
import type { Face } from '../../lib/face.ts'
import { type LinkDoor, ownerOf, requireList } from '../../ordering/ordering.ts'
import { notFound, Refusal } from '../../refusal.ts'
import { askForCatalogueFile, type CatalogueFilesParts } from '../catalogue-files/catalogue-files.service.ts'
import { sendMadeFile } from '../made-files/send-made-file.ts'
import { orderDocument } from '../order-documents/order-documents.service.ts'
import { sendPaper } from '../trade-papers/send-paper.ts'
import { tradePaperPdf } from '../trade-papers/trade-paper-files.service.ts'
import { accountPaper } from './account-paper.service.ts'
import { listPaper } from './list-paper.service.ts'
import { paperPageOf, paperPagePolicy, refusedPage } from './paper-page.ts'
import { linkedPaper, linkToPaper } from './shared-papers.service.ts'

interface Parts extends CatalogueFilesParts {
  db: Db
  /** Public pages count together. */
  publicLimit: PublicLimit
  linkDoor: LinkDoor
}

const type = calls.openPaper.response.raw

export async function sharedPapersRoutes(app: App, { db, publicLimit, linkDoor, ...parts }: Parts): Promise<void> {
  const { files, face, shopAddress } = parts
  const shop = () => ({ face: face(), shopAddress })
  route(app, calls.savedListPdf, async ({ params: { id }, query, caller, asker, reply }) => {
    await requireList(db.kysely, id, ownerOf({ caller, clientId: clientOf(caller, query.clientId) }))
    const pdf = await tradePaperPdf(files, asker, () => listPaper(db.kysely, id, shop()))
    return sendPaper(reply, pdf, { name: 'lista.pdf', type })
  })
  route(app, calls.clientAccountPdf, async ({ query, caller, asker, reply }) => {
    const clientId = clientOf(caller, query.clientId)
    const pdf = await tradePaperPdf(files, asker, () => accountPaper(db.kysely, clientId, shop()))
    return sendPaper(reply, pdf, { name: 'cuenta-corriente.pdf', type })
  })
  route(app, calls.linkPaper, ({ body, caller }) =>
    linkToPaper({ db, shopAddress, reach: app.reach, isCatalogueOpen: app.isPageOpen('CATALOGO') }, caller, body),
  )
  route(app, calls.paperPage, ({ request, reply }) => {
    publicLimit.take(request)
    return sendPage(reply, face(), paperPageOf)
  })
  const open = async (key: string, { request, reply, asker }: Pick<Call<typeof calls.openPaper>, Answering>) => {
    publicLimit.take(request)
    const link = await linkDoor.open({ kind: 'paper', key, visitor: visitorKey(request.ip) })
    const paper = await linkedPaper(db.kysely, link)
    reply.headers(UNLISTED)
    switch (paper.opens) {
      case 'order': {
        // Whoever made the link: sale terms are the staff's matter (R235).
        const read = () => orderDocument(db.kysely, paper.id, { ...shop(), reader: 'client' })
        return sendPaper(reply, await tradePaperPdf(files, asker, read), { name: `pedido-${paper.id}.pdf`, type })
      }
      case 'list': {
        const read = () => listPaper(db.kysely, paper.id, shop())
        return sendPaper(reply, await tradePaperPdf(files, asker, read), { name: 'lista.pdf', type })
      }
      case 'catalogue':
        if (!app.isPageOpen('CATALOGO')) throw notFound(linkTexts.gone)
        return sendMadeFile(reply, askForCatalogueFile(parts, paper.order, asker.key), { name: 'catalogo.pdf', type })
    }
  }
  // Apart, because a form sends what no other call takes.
  await app.fastify.register(async (fastify) => {
    fastify.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
      // Of another form it is a key that nobody made.
      done(null, { clave: (new URLSearchParams(String(body)).get('clave') ?? '').slice(0, 100) }),
    )
    const answer = async (call: Call<typeof calls.openPaper>) => {
      const { request, reply } = call
      try {
        return await open(call.body.key, call)
      } catch (error) {
        // Whoever pressed the page's button reads a page, also that it opens nothing.
        if (!(error instanceof Refusal) || !request.headers['content-type']?.startsWith(FORM)) throw error
        reply.code(statusOf[error.code]).headers(error.headers)
        return sendPage(reply, face(), (worn) => refusedPage(worn, error.message))
      }
    }
    route({ ...app, fastify }, calls.openPaper, answer, { bodyLimit: FORM_BYTES })
  })
}

type Answering = 'request' | 'reply' | 'asker'
const FORM = 'application/x-www-form-urlencoded'
/** A form holds a key and nothing else. */
const FORM_BYTES = 1_000

const sendPage = (reply: FastifyReply, face: Face, page: (face: Face) => string) =>
  reply
    .headers({ ...UNLISTED, 'content-security-policy': paperPagePolicy(face) })
    .type(calls.paperPage.response.raw)
    .send(page(face))
