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
import type { Face } from '../lib/face.ts'
import { allowStyle, dressPage } from './dressed-page.ts'
import { EARLY, earlyLinks } from './early-files.ts'
import { type FirstDataSources, firstData, hasFewPictures } from './first-data.service.ts'
import { installedRoutes, type Shell } from './installed.routes.ts'
import { leadOn } from './old-addresses.service.ts'

export interface PageOptions extends Omit<FirstDataSources, 'shop'> {
  face: () => Face
  /** What pages say of the shop beside its face. */
  shop: Omit<FirstDataSources['shop'], 'name'>
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
  const html = await readFile(join(options.webDir, 'index.html'), 'utf8')
  const dressed = keptFor(options.face, (face) => dressPage(html, face))
  // What cannot be dressed is told at the start.
  dressed()
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

  const shell = (face: Face): Shell => {
    const { before, after, pictures, styleSource } = dressed()
    const shop = { ...options.shop, name: face.name }
    const nobody = `{"userId":null,"shop":${JSON.stringify(shop)},"answers":{}}`
    return { html: before + open + forScript(nobody) + after, pictures, styleSource }
  }
  await installedRoutes(fastify, { webDir: options.webDir, face: options.face, shell: keptFor(options.face, shell) })

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
    const data = await firstData({ ...options, shop: { ...options.shop, name: options.face().name } }, caller, place)
    // A visitor is led to /login, which needs nothing of the catalogue.
    const ofCatalogue = hasFewPictures(options.catalogue) ? rowsLinks : cardsLinks
    const links = caller && path === '/catalogo' ? ofCatalogue : inventory ? inventoryLinks : otherLinks
    const head = isUnlisted ? UNLISTED_HEAD + links : links
    const { before, after, styleSource } = dressed()
    allowStyle(reply, styleSource)
    return reply.type('text/html; charset=utf-8').send(before + head + open + forScript(data) + after)
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

/** What is made of the face, made anew when the face is another one. */
function keptFor<T>(face: () => Face, make: (face: Face) => T): () => T {
  let kept: { face: Face; made: T } | undefined
  return () => {
    const now = face()
    if (kept?.face !== now) kept = { face: now, made: make(now) }
    return kept.made
  }
}
