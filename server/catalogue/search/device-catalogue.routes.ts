/** The catalogue for devices (R224): ready bytes of all of it, or the rows that changed since a version. */

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceAnswerJson, deviceCatalogue, deviceFormat } from '../../../contract/device-catalogue.ts'
import { devicePrices } from '../../../contract/device-prices.ts'
import { isStaff, scopeOf } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { encodingFor } from '../../http/compression.ts'
import { createLimit } from '../../http/rate-limit.ts'
import { fingerprint } from '../../http/ready-answers.ts'
import { type App, route } from '../../http/route.ts'
import { changesSince } from '../snapshot/changes.ts'
import type { Whole } from '../snapshot/whole.ts'
import type { Catalogue, CatalogueState } from './catalogue.service.ts'
import { devicePricesJson } from './device-prices.service.ts'
import { listClientsOfSeller } from './terms.queries.ts'

/** With more changes the whole catalogue is cheaper: its bytes are ready, while changes are written on the event loop. */
const MOST_CHANGED = 1_000
/** Whole catalogues a user may take in an hour: many devices, and no more traffic than scrolling makes. */
const MOST_WHOLE = 120
const HOUR = 3_600_000

const decompress = promisify(brotliDecompress)

export function deviceCatalogueRoutes(app: App, { db, catalogue }: { db: Db; catalogue: Catalogue }): void {
  const wholes = createLimit(db, { name: 'device-catalogue', most: MOST_WHOLE, windowMs: HOUR })
  route(app, deviceCatalogue, async ({ query: { since }, request, reply, caller }) => {
    // Only the page that asked keeps the answer, for its user; no cache on the way does (R37).
    reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store')
    // The staff's device keeps the base list, and beside it what each client pays.
    const whose = isStaff(caller) ? 'base' : caller.clientId
    // Another instance may know more than this one.
    if (since !== undefined && since > catalogue.current(whose).version) await catalogue.refresh()
    const state = catalogue.current(whose)
    const isKnown = since !== undefined && state.book.isSameSince(whose, since)
    const changed = isKnown ? changedJson(state, since) : undefined
    if (changed !== undefined) return reply.send(changed)
    const ready = await state.whole()
    // A device that held other prices must not be given a catalogue from before its own changed: it would ask again and again.
    const whole = state.book.isSameSince(whose, ready.version) ? ready : await state.wholeNow()
    const etag = `"${whole.version}-${fingerprint(deviceFormat)}${state.prices && `-${state.prices}`}"`
    reply.header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    await wholes.take(String(caller.userId))
    return sendWhole(request, reply, whole)
  })
  route(app, devicePrices, async ({ request, reply, caller }) => {
    const state = catalogue.current('base')
    const seller = scopeOf(caller)
    const clients = seller === undefined ? undefined : new Set(await listClientsOfSeller(db.kysely, seller))
    const body = await devicePricesJson(state, clients)
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
    reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', etag })
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(body)
  })
}

/** The changes since a version as JSON; undefined when they are not known, or more than MOST_CHANGED. */
function changedJson({ version, snapshot, changes }: CatalogueState, since: number): string | undefined {
  const found = since > version ? undefined : changesSince(changes, since)
  if (!found || found.changed.length > MOST_CHANGED) return undefined
  const rows = found.changed.map((id) => JSON.parse(snapshot.rowJson(snapshot.rowByArticle(id) as number)))
  const levels = changes.levelsSince > since ? changes.levels : undefined
  return deviceAnswerJson(rows, { version, since, removed: found.removed, levels })
}

async function sendWhole(request: FastifyRequest, reply: FastifyReply, { br, gzip }: Whole) {
  reply.header('vary', 'accept-encoding')
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (!encoding) return reply.send(await decompress(br))
  return reply.header('content-encoding', encoding).send(bytesOf(encoding === 'br' ? br : gzip))
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)
