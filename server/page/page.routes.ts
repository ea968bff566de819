/** The web app's files, and its one HTML page with the first data in it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { FIRST_DATA_ELEMENT } from '../../contract/first-data.ts'
import { isScreen, screens } from '../../contract/screens.ts'
import { inventoryOf, tokenInPath } from '../catalogue/catalogue.ts'
import { callerOf } from '../http/caller-of.ts'
import { notFoundBody } from '../http/errors.ts'
import { pageToken } from '../http/page-cookie.ts'
import type { PublicLimit } from '../http/public-limit.ts'
import type { App } from '../http/route.ts'
import { UNLISTED } from '../http/unlisted.ts'
import { EARLY, earlyLinks } from './early-files.ts'
import { type FirstDataSources, firstData, hasFewPictures } from './first-data.service.ts'
import { installedRoutes } from './installed.routes.ts'
import { leadOn } from './old-addresses.service.ts'

export interface PageOptions extends FirstDataSources {
  publicLimit: PublicLimit
  /** Whether the shop is reached by https: its cookie has another name then. */
  https: boolean
  /** Folder of the built web app. */
  webDir: string
  /** Where `/` sends the browser (R102). */
  companyUrl: string
  /** Where `/redirect` sends the browser; undefined: not found. */
  videoUrl: string | undefined
}

export async function pageRoutes(app: App, options: PageOptions): Promise<void> {
  const { fastify } = app
  const [before, after] = splitPage(await readFile(join(options.webDir, 'index.html'), 'utf8'), options.shop.name)
  const cardsLinks = await earlyLinks(options.webDir, EARLY.catalogue)
  const rowsLinks = await earlyLinks(options.webDir, EARLY.catalogue, EARLY.rows)
  const inventoryLinks = await earlyLinks(options.webDir, EARLY.pages, EARLY.inventory)
  const otherLinks = await earlyLinks(options.webDir, EARLY.pages)

  await fastify.register(fastifyStatic, {
    root: join(options.webDir, 'assets'),
    prefix: '/assets/',
    // Names carry a hash of the content.
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    setHeaders: (reply) => {
      reply.setHeader('vary', 'accept-encoding')
    },
  })

  const nobody = `{"userId":null,"shop":${JSON.stringify(options.shop)},"answers":{}}`
  await installedRoutes(fastify, {
    webDir: options.webDir,
    shopName: options.shop.name,
    shell: before + open + forScript(nobody) + after,
  })

  const sendPage = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const { caller } = await callerOf(app, request, pageToken(request, options.https))
    const isUnlisted = path.startsWith(INVENTORIES) || path === screens.accept.path
    if (isUnlisted) reply.headers(UNLISTED)
    // Beyond the limit the page comes without its rows; the call that the page then makes tells why.
    const inventoryToken = tokenInPath(path)
    const inventory =
      inventoryToken !== undefined && options.publicLimit.admits(request)
        ? inventoryOf(options.settings, inventoryToken)
        : undefined
    const place = { path, search: request.query as Record<string, unknown>, inventory }
    const data = await firstData(options, caller, place)
    // A visitor is led to /login, which needs nothing of the catalogue.
    const ofCatalogue = hasFewPictures(options.catalogue) ? rowsLinks : cardsLinks
    const links = caller && path === '/catalogo' ? ofCatalogue : inventory ? inventoryLinks : otherLinks
    const head = isUnlisted ? UNLISTED_HEAD + links : links
    const html = before + head + open + forScript(data) + after
    return reply.type('text/html; charset=utf-8').send(html)
  }
  /** Whether a path has something to show: it is a screen's, and an inventory's link opens an inventory. */
  const hasScreen = (path: string): boolean => {
    const token = tokenInPath(path)
    return isScreen(path) && (token === undefined || inventoryOf(options.settings, token) !== undefined)
  }

  fastify.get('/', (_request, reply) => reply.redirect(options.companyUrl))
  fastify.get('/redirect', (request, reply) =>
    options.videoUrl ? reply.redirect(options.videoUrl) : sendPage(request, reply.code(404), '/redirect'),
  )
  // Every other address is the web app's to show, also those it answers with 'not found'.
  fastify.setNotFoundHandler(async (request, reply) => {
    const [path = '/'] = request.url.split('?')
    const forBrowser = request.method === 'GET' || request.method === 'HEAD'
    if (!forBrowser || path.startsWith('/api/') || path.startsWith('/assets/'))
      return reply.code(404).send(notFoundBody)
    const lead = isScreen(path) ? undefined : await leadOn(options.db.kysely, path)
    // Search engines take the new address for the old one; a browser asks again after an hour, as the list may be corrected.
    if (lead !== undefined) return reply.header('cache-control', 'public, max-age=3600').redirect(lead, 301)
    return sendPage(request, reply.code(hasScreen(path) ? 200 : 404), path)
  })
}

/** Paths below this one are public, and search engines must not list them; nor the page of links. */
const INVENTORIES = '/inventario'
const UNLISTED_HEAD = `<meta name="robots" content="${UNLISTED['x-robots-tag']}"><meta name="referrer" content="${UNLISTED['referrer-policy']}">`
/** `<` is the only character that could end the element early. */
const forScript = (json: string): string => json.replaceAll('<', '\\u003c')
const open = `<script type="application/json" id="${FIRST_DATA_ELEMENT}">`

/** Cuts the built page where the first data goes. */
function splitPage(html: string, shopName: string): readonly [string, string] {
  const title = shopName.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const named = html.replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
  const at = named.indexOf('</head>')
  if (at < 0) throw new Error('The built page has no head to put the first data in')
  return [named.slice(0, at), `</script>${named.slice(at)}`]
}
