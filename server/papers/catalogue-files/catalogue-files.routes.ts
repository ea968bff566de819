import * as calls from '../../../contract/documents.ts'
import { type Caller, clientOf, isSupervisor } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { dayText } from '../../lib/dates.ts'
import { forbidden, malformed } from '../../refusal.ts'
import { sendMadeFile } from '../made-files/send-made-file.ts'
import { createWatchedFiles } from '../made-files/watched-files.service.ts'
import { askForChosenQuotation } from '../quotation/chosen-quotation.service.ts'
import {
  askForCatalogueFile,
  type CatalogueFileOrder,
  type CatalogueFilesParts,
  readArticleIds,
} from './catalogue-files.service.ts'

export function catalogueFilesRoutes(app: App, { db, ...parts }: CatalogueFilesParts & { db: Db }): void {
  const ask = ({ kind, ...order }: CatalogueFileOrder, userId: number) =>
    kind === 'quotation'
      ? askForChosenQuotation({ db: db.kysely, ...parts }, order, userId)
      : askForCatalogueFile(parts, { kind, ...order }, userId)
  const watched = createWatchedFiles(db, ask)
  app.fastify.addHook('onClose', () => watched.close())

  route(app, calls.cataloguePdf, ({ query, reply, caller }) =>
    sendMadeFile(reply, ask({ ...orderOf('catalogue', query, caller), perPage: query.perPage }, caller.userId), {
      name: `catalogo-${fileDay()}.pdf`,
      type: calls.cataloguePdf.response.raw,
    }),
  )
  route(app, calls.catalogueWorkbook, ({ query, reply, caller }) =>
    sendMadeFile(reply, ask(orderOf('sheet', query, caller), caller.userId), {
      name: `catalogo-${fileDay()}.xlsx`,
      type: calls.catalogueWorkbook.response.raw,
    }),
  )
  route(app, calls.priceList, ({ query, reply, caller }) =>
    sendMadeFile(reply, ask(orderOf('priceList', { ...query, ...OF_A_PRICE_LIST }, caller), caller.userId), {
      name: `lista-precios-${fileDay()}.xlsx`,
      type: calls.priceList.response.raw,
    }),
  )
  route(app, calls.chosenPdf, ({ query, request, reply, caller }) => {
    const { body } = request
    if (typeof body !== 'string' && body !== undefined) throw malformed()
    const articleIds = readArticleIds(body ?? '')
    return sendMadeFile(reply, ask(quotationOf(articleIds, clientOf(caller, query.clientId)), caller.userId), {
      name: calls.CART_PDF,
      type: calls.chosenPdf.response.raw,
    })
  })

  route(app, calls.beginDocument, ({ body, caller }) => watched.begin(caller.userId, watchedOrder(body, caller)))
  route(app, calls.watchDocument, ({ params, caller }) => watched.look(caller.userId, params.id))
  route(app, calls.cancelDocument, async ({ params, caller }) => {
    await watched.cancel(caller.userId, params.id)
    return true
  })
}

type Shown = Omit<CatalogueFileOrder, 'kind' | 'branch' | 'articleIds' | 'clientId'>
interface Asked extends Shown {
  clientId?: number | null | undefined
  brandId?: number | null | undefined
  categoryId?: number | null | undefined
  subcategoryId?: number | null | undefined
}

function orderOf(kind: CatalogueFileOrder['kind'], asked: Asked, caller: Caller): CatalogueFileOrder {
  const { withLogo, withImages, withPrices } = asked
  const branch = {
    ...(asked.brandId == null ? {} : { brandId: asked.brandId }),
    ...(asked.categoryId == null ? {} : { categoryId: asked.categoryId }),
    ...(asked.subcategoryId == null ? {} : { subcategoryId: asked.subcategoryId }),
  }
  return { kind, branch, clientId: clientOf(caller, asked.clientId), withLogo, withImages, withPrices }
}

const OF_A_PRICE_LIST = { withLogo: true, withImages: false, withPrices: true } as const

const quotationOf = (articleIds: readonly number[], clientId: number): CatalogueFileOrder => ({
  kind: 'quotation',
  branch: {},
  clientId,
  articleIds,
  withLogo: true,
  withImages: true,
  withPrices: true,
})

/** The order of a watched document: the same that the document's own call asks for later, so that it finds it ready. */
function watchedOrder(body: calls.DocumentOrder, caller: Caller): CatalogueFileOrder {
  switch (body.kind) {
    case 'cotizacion':
      // R100: quotations of chosen articles are for supervisors.
      if (!isSupervisor(caller)) throw forbidden()
      return quotationOf(readArticleIds((body.articleIds ?? []).join(',')), clientOf(caller, body.clientId))
    case 'lista-precios':
      return orderOf('priceList', { brandId: body.brandId, clientId: body.clientId, ...OF_A_PRICE_LIST }, caller)
    case 'excel':
      return orderOf('sheet', body, caller)
    case 'catalogo':
      return { ...orderOf('catalogue', body, caller), perPage: body.perPage }
  }
}

/** Today for a file's name: dd-mm-yyyy. */
const fileDay = () => dayText(new Date()).replaceAll('/', '-')
