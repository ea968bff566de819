/** The whole application on a test's own database, and callers that speak to it as the web app does. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { addressOf } from '../../contract/address.ts'
import {
  addressesOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  refusalsOf,
} from '../../contract/endpoint.ts'
import { statusOf } from '../../contract/errors.ts'
import { type AppParts, buildApp } from '../app.ts'
import type { Catalogue } from '../catalogue/search/catalogue.service.ts'
import type { Db } from '../db/open.ts'
import { announcedClients } from '../erp/erp-link/erp-link.service.ts'
import { createLog, type Logger } from '../log.ts'
import { createSessions, type SessionStore } from '../people/auth/sessions.service.ts'
import { pushWire } from '../ports/erp/push-wire.ts'
import { ownClients } from '../ports/erp-clients/own.ts'
import { diskFiles } from '../ports/files/disk.ts'
import type { DocumentStore, Files } from '../ports/files/port.ts'
import { offlinePlaces } from '../ports/places/offline.ts'
import { offlineRegistry } from '../ports/tax-registry/offline.ts'
import { httpsSender } from '../ports/webhooks/https-sender.ts'

export interface Answer<T> {
  readonly status: number
  /** The decoded answer; reading it after a refusal throws. */
  readonly data: T
  /** The JSON as on the wire. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape is what they assert
  readonly json: any
  readonly headers: Record<string, unknown>
}

interface Values<E extends Endpoint> {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  body?: BodyOf<E>
  headers?: Record<string, string>
}

/** Somebody who makes calls, signed in or not. */
export interface TestCaller {
  readonly token: string | undefined
  call<E extends Endpoint>(endpoint: E, values?: Values<E>): Promise<Answer<ResponseOf<E>>>
  /** A request by address, for requests that the contract would not let pass. */
  request(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<Answer<unknown>>
}

export interface TestApp {
  readonly app: FastifyInstance
  /** Where stored files are. */
  readonly filesDir: string
  readonly endpoints: readonly Endpoint[]
  /** For use cases that a test calls by itself. */
  readonly catalogue: Catalogue
  /** Waits until the catalogue shows what was changed before. */
  upToDate(): Promise<void>
  readonly visitor: TestCaller
  /** A caller with a fresh session of a user. */
  as(user: { id: number }): Promise<TestCaller>
  close(): Promise<void>
}

/** The token with which another machine may read the metrics. */
export const METRICS_TOKEN = 'una clave de métricas'

export async function openTestApp(
  db: Db,
  options: {
    webDir?: string
    publicUrl?: string
    hstsSubdomains?: boolean
    log?: Logger
    hasErp?: boolean
    erpExports?: AppParts['erpExports']
    erpFetches?: boolean
    sendsMessages?: boolean
    documents?: DocumentStore
    taxRegistry?: AppParts['taxRegistry']
    hasNoMail?: boolean
    files?: Files
    storable?: () => Promise<void>
    /** Limits of requests; without them none that a test could meet. */
    limits?: { requestsPerUser?: number; requestsUnderWay?: number }
    load?: AppParts['load']
  } = {},
): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'bulto-files-'))
  const {
    fastify: app,
    catalogue,
    endpoints,
  } = await buildApp({
    config: {
      shopName: 'Bulto',
      companyUrl: '/catalogo',
      videoUrl: undefined,
      dataFiscalUrl: undefined,
      publicUrl: options.publicUrl ?? 'http://127.0.0.1:3000',
      hstsSubdomains: options.hstsSubdomains ?? false,
      trustProxy: (_address, hop) => hop === 0,
      metricsToken: METRICS_TOKEN,
      requestsPerUser: 1_000_000,
      requestsUnderWay: 100_000,
      ...options.limits,
    },
    // Injected requests come without a turn of the event loop in between.
    load: options.load ?? { atTurnsEnd: queueMicrotask },
    db,
    documentsDir: join(folder, 'documents'),
    documents: options.documents,
    files: options.files ?? diskFiles(folder),
    storable: options.storable ?? (async () => {}),
    erpClients: options.hasErp ? announcedClients(ownClients) : ownClients,
    pushWire,
    erpFetches: options.erpFetches ?? false,
    sendsMessages: options.sendsMessages ?? true,
    hasErp: options.hasErp ?? false,
    erpExports: options.erpExports,
    taxRegistry: options.taxRegistry ?? offlineRegistry(),
    hasNoMail: options.hasNoMail ?? false,
    places: offlinePlaces(),
    webhookSender: httpsSender({ allowed: ['127.0.0.1'] }),
    log: options.log ?? createLog('silent'),
    webDir: options.webDir,
  })
  const sessions = createSessions(db)
  const undeclared = noteUndeclared(app, endpoints)
  return {
    app,
    filesDir: folder,
    endpoints,
    catalogue,
    upToDate: catalogue.refresh,
    visitor: caller(app, undefined),
    as: async ({ id }) => caller(app, await startSession(db, sessions, id)),
    async close() {
      sessions.close()
      await app.close()
      rmSync(folder, { recursive: true, force: true })
      if (undeclared.size > 0)
        throw new Error(`Refusals that their call does not declare: ${[...undeclared].join(', ')}`)
    },
  }
}

/** Refusals that a call gave in any test without declaring them by its access, its schemas or `refusals`. */
function noteUndeclared(app: FastifyInstance, endpoints: readonly Endpoint[]): ReadonlySet<string> {
  const undeclared = new Set<string>()
  const declared = new Map(
    endpoints.flatMap((call) =>
      addressesOf(call.path).map((address) => [
        `${call.method} ${address}`,
        new Set<number>(refusalsOf(call).map((code) => statusOf[code])),
      ]),
    ),
  )
  app.addHook('onResponse', async ({ method, routeOptions, outage }, { statusCode }) => {
    const call = `${method} ${routeOptions.url}`
    const isRefusal = statusCode >= 400 && statusCode !== statusOf.INTERNAL && !outage
    if (isRefusal && declared.get(call)?.has(statusCode) === false) undeclared.add(`${call}: ${statusCode}`)
  })
  return undeclared
}

/** A session of a user who may sign in, without a password. */
export async function startSession(db: Db, sessions: SessionStore, userId: number): Promise<string> {
  const account = await db.kysely
    .selectFrom('app_user')
    .select(['id', 'password_hash', 'second_factor'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const token = await sessions.start(account)
  if (token === null) throw new Error(`User ${userId} may not sign in`)
  return token
}

function caller(app: FastifyInstance, token: string | undefined): TestCaller {
  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body: unknown,
    given: Record<string, string> = {},
  ) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...given }
    const hasBody = body !== undefined
    const response = await app.inject({
      method,
      url,
      headers: hasBody ? { 'content-type': 'application/json', ...headers } : headers,
      ...(hasBody && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const isJson = String(response.headers['content-type']).includes('json')
    return {
      status: response.statusCode,
      json: isJson ? response.json() : undefined,
      headers: response.headers,
    }
  }
  return {
    token,
    async call(endpoint, { headers, body, ...values } = {}) {
      const wireBody =
        body === undefined || !endpoint.body || 'raw' in endpoint.body ? body : z.encode(endpoint.body, body as never)
      const answer = await send(endpoint.method, addressOf(endpoint, values), wireBody, headers)
      return {
        ...answer,
        get data() {
          if (answer.status >= 400)
            throw new Error(`${endpoint.path} answered ${answer.status}: ${JSON.stringify(answer.json)}`)
          const { response } = endpoint
          const schema = response && 'raw' in response ? response.schema : response
          return (schema ? z.decode(schema, answer.json) : undefined) as never
        },
      }
    },
    async request(method, url, body) {
      const answer = await send(method, url, body)
      return { ...answer, data: answer.json }
    },
  }
}
