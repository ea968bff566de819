/** Measures requests a second of one, two and three instances behind a proxy, and SQL statements of the commonest calls. */
import { readFileSync } from 'node:fs'
import type { Request } from 'autocannon'
import { openDatabase } from '../server/db/open.ts'
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
          ...{ id: null, idart: item.articleId, cantidad: item.multiple, obs: '' },
          idcli: clients[at % clients.length]?.clientId,
        }),
      }),
    )
    const pids = chosen.map(({ shop }) => shop.pid)
    const timed = async (requests: Request[]): Promise<Measured> => {
      await load(proxy.url, requests, { seconds: 1 })
      const before = cpuOf(pids)
      const { perSecond, p99 } = await load(proxy.url, requests, { seconds: SECONDS })
      return { perSecond, p99, cpuMs: (cpuOf(pids) - before) / (perSecond * SECONDS) }
    }
    return { instances, search: await timed(search), cartLine: await timed(cartLine) }
  } finally {
    await proxy.stop()
  }
}

/** Milliseconds of processor that processes have used, in steps of 10 (Linux counts hundredths of a second); NaN elsewhere. */
function cpuOf(pids: readonly (number | undefined)[]): number {
  return pids.reduce<number>((sum, pid) => {
    try {
      // The program's name, which may have spaces, stands in brackets before the numbers.
      const [, numbers = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
      const fields = numbers.split(' ').map(Number)
      return sum + ((fields[11] ?? Number.NaN) + (fields[12] ?? Number.NaN)) * 10
    } catch {
      return Number.NaN
    }
  }, 0)
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
      ...{ id: null, idart: article, cantidad: quantity, obs: '' },
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
