/** Measures requests a second of one, two and three instances behind a proxy, and SQL statements of the commonest calls. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Request } from 'autocannon'
import { sql } from 'kysely'
import { type Db, openDatabase } from '../server/db/open.ts'
import { freePorts } from '../server/test/free-ports.ts'
import { openTestApp } from '../server/test/test-app.ts'
import { behindProxy, type Cluster, startCluster } from '../testkit/cluster/cluster.ts'
import { type Caller, signIn } from '../testkit/cluster/cluster-caller.ts'
import { startProxy } from '../testkit/reverse-proxy.ts'
import { load } from './load.ts'

const SECONDS = 5
const CLIENTS = 20

export interface ScaleRow {
  instances: number
  search: Measured
  cartLine: Measured
}
export interface Measured {
  /** Answers a second. */
  perSecond: number
  /** Milliseconds of processor per answer, all instances and threads together. */
  cpuMs: number
  /** Milliseconds of processor of PostgreSQL per answer, all of its processes together. */
  databaseMs: number
  /** Milliseconds. */
  p99: number
}
export interface StatementRow {
  name: string
  statements: number
}

/** Starts three instances and measures; null where no HAProxy can be had. */
export async function measureScale(): Promise<{ rows: ScaleRow[]; statements: StatementRow[] } | null> {
  const cluster = await startCluster({ instances: 3, clients: CLIENTS })
  if (!cluster) return null
  try {
    const statements = await countStatements(cluster)
    const rows: ScaleRow[] = []
    for (const instances of [1, 2, 3]) rows.push(await measure(cluster, instances))
    return { rows, statements }
  } finally {
    await cluster.stop()
  }
}

async function measure(cluster: Cluster, instances: number): Promise<ScaleRow> {
  const { clients, items, folder } = cluster
  const chosen = cluster.instances.slice(0, instances)
  const ports = chosen.map(({ url }) => Number(new URL(url).port))
  const [port = 0] = await freePorts(1)
  const proxy = await startProxy(folder, port, ports)
  if (!proxy) throw new Error('There was a proxy a moment ago')
  try {
    await behindProxy(proxy.url)
    const callers = await Promise.all(clients.map(({ cuit }) => signIn(proxy.url, cuit)))
    const headers = (at: number) => ({ authorization: `Bearer ${callers[at % callers.length]?.token}` })
    const search = items.map(
      (item, at): Request => ({
        method: 'GET',
        path: `/api/pedidos/productos/filtros?index=0&n=${encodeURIComponent(item.code.slice(0, 3))}`,
        headers: headers(at),
      }),
    )
    const cartLine = items.map(
      (item, at): Request => ({
        method: 'POST',
        path: '/api/pedidos/itemsCarrito',
        headers: { ...headers(at), 'content-type': 'application/json' },
        body: JSON.stringify({
          id: null,
          idart: item.articleId,
          cantidad: item.multiple,
          obs: '',
          idcli: clients[at % clients.length]?.clientId,
        }),
      }),
    )
    const pids = chosen.map(({ shop }) => shop.pid)
    const postmaster = await postmasterOf(cluster.db)
    const timed = async (requests: Request[]): Promise<Measured> => {
      await load(proxy.url, requests, { seconds: 1 })
      const before = [cpuOf(pids), cpuOfDatabase(postmaster)] as const
      const { perSecond, p99 } = await load(proxy.url, requests, { seconds: SECONDS })
      const answers = perSecond * SECONDS
      return {
        perSecond,
        p99,
        cpuMs: (cpuOf(pids) - before[0]) / answers,
        databaseMs: (cpuOfDatabase(postmaster) - before[1]) / answers,
      }
    }
    return { instances, search: await timed(search), cartLine: await timed(cartLine) }
  } finally {
    await proxy.stop()
  }
}

/** The fields of /proc/PID/stat after the program's name, which may have spaces and stands in brackets; none elsewhere than on Linux. */
function statOf(pid: number | string | undefined): number[] {
  try {
    const [, numbers = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    return numbers.split(' ').map(Number)
  } catch {
    return []
  }
}

/** Milliseconds in the fields from `first` to `last`: Linux counts hundredths of a second. NaN where they are not told. */
const cpuIn = (fields: readonly number[], first: number, last: number): number =>
  fields.length === 0 ? Number.NaN : fields.slice(first, last + 1).reduce((sum, ticks) => sum + ticks * 10, 0)
const [PARENT, USER, SYSTEM, SYSTEM_OF_GONE_CHILDREN] = [1, 11, 12, 14]

/** Milliseconds of processor that processes have used, in steps of 10; NaN elsewhere than on Linux. */
const cpuOf = (pids: readonly (number | undefined)[]): number =>
  pids.reduce<number>((sum, pid) => sum + cpuIn(statOf(pid), USER, SYSTEM), 0)

/** The process that started all others of the server. */
async function postmasterOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db.kysely)
  return statOf(rows[0]?.pid)[PARENT] ?? Number.NaN
}

/** Milliseconds of processor that a server has used: its first process, those that are gone, and those that run. */
function cpuOfDatabase(postmaster: number): number {
  const own = cpuIn(statOf(postmaster), USER, SYSTEM_OF_GONE_CHILDREN)
  if (Number.isNaN(own)) return own
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((fields) => fields[PARENT] === postmaster)
  return children.reduce((sum, fields) => sum + cpuIn(fields, USER, SYSTEM), own)
}

/**
 * SQL statements of the commonest calls, begin and commit included. A call before each brings the session into memory, so that
 * looking it up is not counted.
 */
async function countStatements({
  db: clusterDb,
  databaseUrl,
  items,
  clients,
  folder,
}: Cluster): Promise<StatementRow[]> {
  let statements = 0
  const db = await openDatabase({ url: databaseUrl, dataDir: folder, onStatement: () => statements++ })
  const { app, close } = await openTestApp(db)
  const [client] = clients
  const [item, other] = items
  try {
    if (!client || !item || !other) throw new Error('There is nobody to count with')
    const { token } = await signInByApp(app, client.cuit)
    const headers = { authorization: `Bearer ${token}` }
    const count = async (name: string, method: 'GET' | 'POST', url: string, body?: object) => {
      await app.inject({ url: '/api/config/numped', headers })
      statements = 0
      const key = { 'idempotency-key': `s-${name}`.padEnd(32, '0').replaceAll(' ', '-') }
      const answer = await app.inject({
        method,
        url,
        headers: { ...headers, ...key },
        ...(body && { payload: body }),
      })
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
      return { name, statements }
    }
    const clientQuery = `idcli=${client.clientId}`
    const line = (article: number, quantity: number) => ({
      id: null,
      idart: article,
      cantidad: quantity,
      obs: '',
      idcli: client.clientId,
    })
    const cart = '/api/pedidos/itemsCarrito'
    const rows = [
      await count('búsqueda', 'GET', `/api/pedidos/productos/filtros?index=0&n=${item.code.slice(0, 3)}`),
      await count('árbol de categorías', 'GET', '/api/pedidos/categorias'),
      await count('renglón al carrito', 'POST', cart, line(item.articleId, item.multiple)),
      await count('otra cantidad', 'POST', cart, line(item.articleId, item.multiple * 2)),
      await count('carrito', 'GET', `${cart}/cliente?${clientQuery}`),
      await count('cantidad en el carrito', 'GET', `${cart}/cantidad?${clientQuery}`),
      await count('direcciones del cliente', 'GET', `/api/usuarios/cuit/direcciones?${clientQuery}`),
      await count('pedido', 'POST', `/api/pedidos/productos/pedido?${clientQuery}&dir=0&obs=&cond=-1`),
      await count('mis pedidos', 'GET', '/api/pedidos/productos/pedidos?index=0'),
    ]
    const { id } = await clusterDb.kysely.selectFrom('sales_order').select('id').executeTakeFirstOrThrow()
    rows.push(await count('renglones de un pedido', 'GET', `/api/pedidos/productos/pedidos/${id}`))
    return rows
  } finally {
    await close()
    await db.close()
  }
}

async function signInByApp(
  app: Awaited<ReturnType<typeof openTestApp>>['app'],
  cuit: string,
): Promise<Pick<Caller, 'token'>> {
  const payload = { username: cuit, password: 'una-clave-larga' }
  const answer = await app.inject({ method: 'POST', url: '/api/auth/signin', payload })
  return { token: answer.json().accessToken }
}
