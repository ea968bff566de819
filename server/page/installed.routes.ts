/** What makes the shop installable and lets it open without signal (R226): manifest, icons, service worker, empty page. */

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { brandColours } from '../lib/brand-colours.ts'

export interface Installed {
  /** Folder of the built web app. */
  webDir: string
  shopName: string
  /** The HTML page for a browser without a session: it has no user's first data. */
  shell: string
}

/** Registers the routes. A service worker belongs to one page: it names the page by the hash of both. */
export async function installedRoutes(fastify: FastifyInstance, { webDir, shopName, shell }: Installed): Promise<void> {
  const worker = await readFile(join(webDir, 'sw.js'), 'utf8')
  const version = createHash('sha256').update(worker).update(shell).digest('hex').slice(0, 16)
  const shellPath = `/cascaron-${version}.html`
  const workerOfShell = `self.SHELL=${JSON.stringify(shellPath)};\n${worker}`

  // Browsers ask anew each time: another instance, or this one after an update, may have another version.
  const send = (reply: FastifyReply, type: string, body: string) =>
    reply.header('cache-control', 'no-cache').type(type).send(body)

  fastify.get('/sw.js', (_request, reply) => send(reply, 'text/javascript; charset=utf-8', workerOfShell))
  fastify.get(shellPath, (_request, reply) => send(reply, 'text/html; charset=utf-8', shell))
  fastify.get('/manifest.webmanifest', (_request, reply) =>
    send(reply, 'application/manifest+json', JSON.stringify(manifestOf(shopName))),
  )
  await fastify.register(fastifyStatic, {
    root: join(webDir, 'icons'),
    prefix: '/icons/',
    maxAge: '1d',
    decorateReply: false,
  })
}

const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${file}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const manifestOf = (name: string) => ({
  id: '/catalogo',
  name,
  short_name: name,
  description: 'Tienda mayorista de juguetes',
  lang: 'es-AR',
  start_url: '/catalogo',
  scope: '/',
  display: 'standalone',
  theme_color: brandColours.navy,
  background_color: brandColours.page,
  icons: [
    icon('icon-192.png', 192, 'any'),
    icon('icon-512.png', 512, 'any'),
    icon('maskable-512.png', 512, 'maskable'),
  ],
})
