/**
 * `/metrics` for Prometheus: to this machine itself, and to whoever has the token. Nothing in it names a person, a client
 * or an article: labels are routes as they are declared, statuses and kinds of jobs.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { readVersion } from '../../db/catalogue-version.ts'
import { lastBackup } from '../../db/last-backup.ts'
import type { Db } from '../../db/open.ts'
import { readFeedState } from '../../erp/erp.ts'
import type { LoadFigures } from '../../http/health.ts'
import { countJobs } from '../../jobs/jobs.queries.ts'
import { heavyWork } from '../../lib/heavy-work.ts'
import { withTimeLimit } from '../../lib/time-limit.ts'
import { build } from '../../lib/version.ts'
import type { MadeFiles } from '../../papers/papers.ts'
import { unauthenticated } from '../../refusal.ts'

export interface Measured {
  readonly db: Db
  readonly catalogue: Catalogue
  readonly madeFiles: MadeFiles
  readonly load: () => LoadFigures
  /** Lets other machines read; undefined: only this machine may. */
  readonly token: string | undefined
}

/** Seconds; the aims of the shop's answers lie between them. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** Milliseconds; a database that does not answer must not hold back the other figures. */
const DATABASE_PATIENCE = 2_000
/** Headers that a proxy adds: a request with one comes from elsewhere, even if the proxy runs on this machine. */
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Figures of the process: memory, event loop, garbage collection. One registry for all applications in it. */
let ofProcess: Registry | undefined
function processMetrics(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  return ofProcess
}

export function metricsRoutes(app: FastifyInstance, measured: Measured): void {
  const appRegistry = new Registry()
  const requests = new Histogram({
    name: 'bulto_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [appRegistry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The route as it is declared: an address may carry a person's id or what somebody searched.
    const route = request.routeOptions.url ?? 'none'
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  const collect = gaugesOf(appRegistry, measured)
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, measured.token)) throw unauthenticated('Falta la clave de las métricas (METRICS_TOKEN)')
    await collect()
    const text = await Registry.merge([processMetrics(), appRegistry]).metrics()
    return reply.type(appRegistry.contentType).send(text)
  })
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const isThisMachine =
    isLoopback(request.socket.remoteAddress) && FORWARDING.every((name) => !(name in request.headers))
  if (isThisMachine) return true
  if (token === undefined) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))
}

const isLoopback = (address = ''): boolean => /^(::1|(::ffff:)?127(\.\d+){3})$/.test(address)

/** Makes the gauges; answers the function that brings them up to date. */
function gaugesOf(registry: Registry, { db, catalogue, madeFiles, load }: Measured): () => Promise<void> {
  const gauge = <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name: `bulto_${name}`, help, labelNames, registers: [registry] })
  gauge('build_info', 'The version and commit that run, as labels; always 1', ['version', 'commit']).set(build, 1)
  const databaseUp = gauge('database_up', 'Whether the database answers within 2 s')
  const connections = gauge('database_connections', 'Connections to the database', ['state'])
  const waiting = gauge('database_waiting_requests', 'Work that waits for a connection')
  const version = gauge('catalogue_version', 'Version of the catalogue in memory')
  const builtAt = gauge('catalogue_built_timestamp_seconds', 'When the catalogue in memory was built')
  const stored = gauge('catalogue_stored_version', 'Version of the catalogue in the database')
  const articles = gauge('catalogue_articles', 'Articles of the catalogue in memory')
  const jobs = gauge('jobs', 'Jobs that are not done', ['kind', 'state'])
  const due = gauge('job_oldest_due_seconds', 'How long the oldest job has been due', ['kind'])
  const madeDocuments = gauge('made_documents', 'Documents that are made, wait to be, or are kept', ['state'])
  const madeBytes = gauge('made_documents_bytes', 'Bytes of the documents that are kept')

  const heavy = gauge('heavy_work', 'Heavy work that runs or waits for its turn', ['queue', 'state'])
  const heavyRefused = new Counter({
    name: 'bulto_heavy_work_refused_total',
    help: 'Heavy work refused because too much waited',
    labelNames: ['queue'],
    registers: [registry],
  })
  const underWay = gauge('http_requests_under_way', 'Requests that are worked on')
  const arriving = gauge('http_bodies_arriving', 'Requests whose bodies are not whole yet')
  const shed = new Counter({
    name: 'bulto_http_shed_total',
    help: 'Requests refused or ended because there were too many',
    registers: [registry],
  })
  const backupAt = gauge('last_backup_timestamp_seconds', 'When the last backup was made; 0: none was')
  const feedSuccess = gauge('erp_last_success_timestamp_seconds', 'When all that the ERP sent was taken last')
  const feedRefused = new Counter({
    name: 'bulto_erp_refused_total',
    help: 'Readings of the ERP of which something was refused',
    registers: [registry],
  })

  return async () => {
    const pool = db.connections()
    connections.set({ state: 'idle' }, pool.idle)
    connections.set({ state: 'busy' }, pool.total - pool.idle)
    waiting.set(pool.waiting)
    heavyRefused.reset()
    for (const [name, queue] of Object.entries(heavyWork)) {
      const { running, waiting: waits, refused } = queue.counts()
      heavy.set({ queue: name, state: 'running' }, running)
      heavy.set({ queue: name, state: 'waiting' }, waits)
      heavyRefused.inc({ queue: name }, refused)
    }
    const figures = load()
    underWay.set(figures.underWay)
    arriving.set(figures.arriving)
    shed.reset()
    shed.inc(figures.refused)
    const state = catalogue.current('base')
    version.set(state.version)
    builtAt.set(state.builtAt.getTime() / 1000)
    articles.set(state.snapshot.size)
    const documents = madeFiles.counts()
    for (const name of ['waiting', 'making', 'done'] as const) madeDocuments.set({ state: name }, documents[name])
    madeBytes.set(documents.bytes)
    jobs.reset()
    due.reset()
    const answers = await withTimeLimit(DATABASE_PATIENCE, () =>
      Promise.all([countJobs(db.kysely), readVersion(db.kysely), readFeedState(db.kysely), lastBackup(db.kysely)]),
    ).catch(() => null)
    databaseUp.set(answers ? 1 : 0)
    if (!answers) return
    const [counts, storedVersion, feed, backup] = answers
    backupAt.set(backup ? Date.parse(backup.at) / 1000 : 0)
    if (feed.successAt) feedSuccess.set(Date.parse(feed.successAt) / 1000)
    // The database counts for all instances together.
    feedRefused.reset()
    feedRefused.inc(feed.refusedCount)
    stored.set(storedVersion)
    for (const { kind, state: jobState, count, due_for } of counts) {
      jobs.set({ kind, state: jobState }, count)
      if (due_for !== null) due.set({ kind }, due_for)
    }
  }
}
