import type { FastifyReply } from 'fastify'
import * as calls from '../../../contract/documents.ts'
import type { Caller } from '../../caller.ts'
import { type App, route } from '../../http/route.ts'
import { forbidden } from '../../refusal.ts'
import {
  askForCatalogueFile,
  type CatalogueFileOrder,
  type CatalogueFilesParts,
  readArticleIds,
} from './catalogue-files.service.ts'
import type { Interest } from './made-files.service.ts'
import { dayText } from './pdf-text.rules.ts'
import { createWatchedFiles } from './watched-files.service.ts'

export function catalogueFilesRoutes(app: App, parts: CatalogueFilesParts): void {
  const watched = createWatchedFiles()
  app.fastify.addHook('onClose', () => watched.close())
  const ask = (order: CatalogueFileOrder) => askForCatalogueFile(parts, order)

  route(app, calls.cataloguePdf, ({ query, reply }) =>
    send(
      reply,
      ask(orderOf('catalogue', query)),
      `catalogo-${fileDay()}.pdf`,
      calls.cataloguePdf.response.raw,
    ),
  )
  route(app, calls.catalogueWorkbook, ({ query, reply }) =>
    send(
      reply,
      ask(orderOf('sheet', query)),
      `catalogo-${fileDay()}.xlsx`,
      calls.catalogueWorkbook.response.raw,
    ),
  )
  route(app, calls.priceList, ({ query, reply }) =>
    send(
      reply,
      ask(orderOf('priceList', { ...query, withLogo: true, withImages: false, withPrices: true })),
      `lista-precios-${fileDay()}.xlsx`,
      calls.priceList.response.raw,
    ),
  )
  route(app, calls.chosenPdf, ({ request, reply }) => {
    const articleIds = readArticleIds(String(request.body ?? ''))
    return send(reply, ask(quotationOf(articleIds)), calls.CART_PDF, calls.chosenPdf.response.raw)
  })

  route(app, calls.beginDocument, ({ body, caller }) =>
    watched.begin(caller.userId, () => ask(watchedOrder(body, caller))),
  )
  route(app, calls.watchDocument, ({ params, caller }) => watched.look(caller.userId, params.id))
  route(app, calls.cancelDocument, ({ params, caller }) => {
    watched.cancel(caller.userId, params.id)
    return true
  })
}

type Shown = Omit<CatalogueFileOrder, 'kind' | 'branch' | 'articleIds'>
interface BranchIds {
  brandId?: number | null | undefined
  categoryId?: number | null | undefined
  subcategoryId?: number | null | undefined
}

function orderOf(kind: CatalogueFileOrder['kind'], asked: Shown & BranchIds): CatalogueFileOrder {
  const { withLogo, withImages, withPrices } = asked
  const branch = {
    ...(asked.brandId == null ? {} : { brandId: asked.brandId }),
    ...(asked.categoryId == null ? {} : { categoryId: asked.categoryId }),
    ...(asked.subcategoryId == null ? {} : { subcategoryId: asked.subcategoryId }),
  }
  return { kind, branch, withLogo, withImages, withPrices }
}

const quotationOf = (articleIds: readonly number[]): CatalogueFileOrder => ({
  kind: 'quotation',
  branch: {},
  articleIds,
  withLogo: true,
  withImages: true,
  withPrices: true,
})

/** What is watched is what the document's own call will ask for, so that it finds it ready. */
function watchedOrder(body: calls.DocumentOrder, caller: Caller): CatalogueFileOrder {
  switch (body.kind) {
    case 'cotizacion':
      // R100: quotations of chosen articles are staff's that may ask about all articles.
      if (caller.type !== 'supervisor' && caller.type !== 'admin') throw forbidden()
      return quotationOf(readArticleIds((body.articleIds ?? []).join(',')))
    case 'lista-precios':
      return orderOf('priceList', {
        brandId: body.brandId,
        withLogo: true,
        withImages: false,
        withPrices: true,
      })
    case 'excel':
      return orderOf('sheet', body)
    case 'catalogo':
      return orderOf('catalogue', body)
  }
}

/** dd-mm-yyyy. */
const fileDay = () => dayText(new Date()).replaceAll('/', '-')

/**
 * Answers with a document: whole when it is ready, else as it is made. If making fails later the connection breaks,
 * so that nobody takes half a file for a whole one.
 */
async function send(
  reply: FastifyReply,
  interest: Interest,
  name: string,
  type: string,
): Promise<FastifyReply> {
  const goAway = () => interest.leave()
  reply.raw.once('close', goAway)
  await interest.begun()
  const size = interest.size()
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
  if (size !== undefined) reply.header('content-length', size)
  return reply.send(interest.stream())
}
