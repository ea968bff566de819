/** What makes the shop installable and lets it open without signal (R226): manifest, icons, service worker, empty page. */

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Face } from '../lib/face.ts'
import { allowStyle, iconAddress } from './dressed-page.ts'

/** The HTML page for a browser without a session, which has no user's first data; and what it needs to be seen. */
export interface Shell {
  readonly html: string
  readonly pictures: readonly string[]
  readonly styleSource: string
}

export interface Installed {
  /** Folder of the built web app. */
  webDir: string
  face: () => Face
  /** The same object while it is the same page. */
  shell: () => Shell
}

/** Registers the routes. A service worker belongs to one page: it names the page by the hash of both. */
export async function installedRoutes(fastify: FastifyInstance, { webDir, face, shell }: Installed): Promise<void> {
  const worker = await readFile(join(webDir, 'sw.js'), 'utf8')
  let made: { shell: Shell; path: string; worker: string } | undefined
  const installed = () => {
    const now = shell()
    if (made?.shell === now) return made
    const version = createHash('sha256').update(worker).update(now.html).digest('hex').slice(0, 16)
    const path = `/cascaron-${version}.html`
    const pictures = now.pictures.length > 0 ? `self.FACE=${JSON.stringify(now.pictures)};\n` : ''
    made = { shell: now, path, worker: `self.SHELL=${JSON.stringify(path)};\n${pictures}${worker}` }
    return made
  }
  // What fails is told at the start.
  installed()

  // Browsers ask anew each time: another instance, or this one after an update, may have another version.
  const send = (reply: FastifyReply, type: string, body: string) =>
    reply.header('cache-control', 'no-cache').type(type).send(body)

  fastify.get('/sw.js', (_request, reply) => send(reply, 'text/javascript; charset=utf-8', installed().worker))
  fastify.get('/cascaron-:version.html', (request, reply) => {
    const { path, shell: now } = installed()
    // Another version's worker must not keep this page beside its own code.
    if (request.url !== path) return reply.callNotFound()
    allowStyle(reply, now.styleSource)
    return send(reply, 'text/html; charset=utf-8', now.html)
  })
  fastify.get('/manifest.webmanifest', (_request, reply) =>
    send(reply, 'application/manifest+json', JSON.stringify(manifestOf(face()))),
  )
  await fastify.register(fastifyStatic, {
    root: join(webDir, 'icons'),
    prefix: '/icons/',
    maxAge: '1d',
    decorateReply: false,
  })
}

const icon = (src: string, size: number, purpose: 'any' | 'maskable') => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const manifestOf = (face: Face) => ({
  id: '/catalogo',
  name: face.name,
  short_name: face.name,
  description: 'Tienda mayorista de juguetes',
  lang: 'es-AR',
  start_url: '/catalogo',
  scope: '/',
  display: 'standalone',
  theme_color: face.colours.navy,
  background_color: face.colours.page,
  icons: [
    icon(iconAddress(face, '192.png') ?? '/icons/icon-192.png', 192, 'any'),
    icon(iconAddress(face, '512.png') ?? '/icons/icon-512.png', 512, 'any'),
    icon(iconAddress(face, 'maskable.png') ?? '/icons/maskable-512.png', 512, 'maskable'),
  ],
})
