/**
 * The part of `npm run test:upgrade` that needs the sources: two releases lie in FOLDER/releases. Clients order without a pause
 * while `bulto upgrade` brings the shop from the older one to the newer one and back, once with the embedded database and one
 * service, once with a PostgreSQL server, two services and HAProxy before them. A service is a process that this file starts
 * through the link `current`, as systemd would.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { migrations } from '../server/db/migrations/index.ts'
import { freePorts } from '../server/test/free-ports.ts'
import { isReady } from '../testkit/cluster/cluster.ts'
import { startProxy } from '../testkit/reverse-proxy.ts'
import { type DatabaseKind, openShop, until } from '../testkit/shop.ts'
import { checkStreams, createStreams, whileOrdering } from '../testkit/streams.ts'

const CLIENTS = 6
/** Orders before, between and after the two steps. */
const ORDERS = 15
const [folder = '', older = ''] = process.argv.slice(2)
const releases = path.join(folder, 'releases')
const newer = fs.readdirSync(releases).find((name) => name !== older && !name.startsWith('.')) ?? ''
const faults: string[] = []

await run('una instancia, base embebida', 1, 'embedded')
await run('dos instancias, PostgreSQL, HAProxy', 2, 'server')
for (const words of faults) console.log(`FALTA: ${words}`)
process.exitCode = faults.length > 0 ? 1 : 0

async function run(words: string, count: number, database: DatabaseKind): Promise<void> {
  const base = path.join(folder, `base-${count}`)
  fs.mkdirSync(path.join(base, 'copias'), { recursive: true })
  // `packages` of each release are a link, which stays one.
  fs.cpSync(releases, path.join(base, 'releases'), { recursive: true, verbatimSymlinks: true })
  fs.symlinkSync(path.join('releases', older), path.join(base, 'current'))
  // The tables are as the older release made them: its migrations are the files that it was built from.
  const known = fs.readdirSync(path.join(folder, 'source/server/db/migrations')).map((file) => file.slice(0, -3))
  const shop = await openShop({
    database,
    dataDir: path.join(base, 'data-0'),
    migrations: Object.fromEntries(Object.entries(migrations).filter(([name]) => known.includes(name))),
    clients: CLIENTS,
  })
  const [proxyPort = 0, ...ports] = await freePorts(count + 1)
  const services = ports.map((_, at) => (at === 0 ? 'bulto' : `bulto@${at + 1}`))
  const settings = (port: number, at: number) =>
    `PORT=${port}\nDATA_DIR=${path.join(base, `data-${at}`)}\nDRAIN_SECONDS=${count > 1 ? 2 : 0}\n`
  fs.writeFileSync(
    path.join(base, '.env'),
    `${settings(ports[0] ?? 0, 0)}NODE_ENV=production\nLOG_LEVEL=warn\nTRUST_PROXY=1\nBACKUP_KEY=una clave de copias\n` +
      `REQUESTS_PER_USER=1000000\n${shop.databaseUrl ? `DATABASE_URL=${shop.databaseUrl}\n` : ''}`,
  )
  for (const [at, port] of ports.entries())
    if (at > 0) fs.writeFileSync(path.join(base, `${at + 1}.env`), settings(port, at))

  const supervisor = await superviseIn(base, services)
  const proxy = count > 1 ? await startProxy(base, proxyPort, ports) : null
  const url = proxy?.url ?? `http://127.0.0.1:${ports[0]}`
  const tally = { acknowledged: 0, interrupted: 0, faults }
  const streams = createStreams({ url, clients: shop.clients, items: shop.items }, tally)
  try {
    for (const service of services) supervisor.start(service)
    // A start of the older release and a proxy that finds it; longer than on a quiet machine.
    await until(() => isReady(url), url, { longest: 120_000 })
    const orders = async (more: number) => {
      const enough = tally.acknowledged + more
      await until(() => tally.acknowledged >= enough || faults.length > 0, 'pedidos', { longest: 120_000 })
    }
    const step = async (release: string, ...argv: string[]) => {
      const since = performance.now()
      const before = tally.acknowledged
      const program = path.join(base, 'releases', release, 'dist', 'server', 'bulto.js')
      const more = ['--services', services.join(','), '--restart', supervisor.order]
      const child = spawn(process.execPath, [program, 'upgrade', ...argv, ...more], {
        cwd: base,
        env: { PATH: process.env.PATH },
        stdio: 'inherit',
      })
      const [code] = await once(child, 'close')
      if (code !== 0) faults.push(`${words}: upgrade ${argv.join(' ')} terminó con ${code}`)
      const seconds = ((performance.now() - since) / 1000).toFixed(1)
      return `${seconds} s, ${tally.acknowledged - before} pedidos mientras tanto`
    }
    const [forth, back] = await whileOrdering(streams, async () => {
      await orders(ORDERS)
      const there = await step(newer, '--backups', path.join(base, 'copias'))
      await orders(ORDERS)
      const health = (await (await fetch(`http://127.0.0.1:${ports[0]}/healthz`)).json()) as { version?: string }
      if (health.version === undefined) faults.push(`${words}: /healthz no dice la versión nueva`)
      const again = await step(newer, '--back')
      if (fs.readlinkSync(path.join(base, 'current')) !== path.join('releases', older))
        faults.push(`${words}: el enlace no volvió`)
      await orders(ORDERS)
      return [there, again]
    })
    // The old release tells each order that was confirmed by either, and the same key gives the same order.
    await checkStreams(streams, tally, async () => {
      if (database === 'embedded') await supervisor.stop()
      return shop.look(async ({ kysely }) => {
        const stored = await kysely.selectFrom('sales_order').select('id').execute()
        return stored.map(({ id }) => id)
      })
    })
    console.log(
      `${words}: ida ${forth}; vuelta ${back}. ${tally.acknowledged} pedidos confirmados, ${tally.interrupted} repetidos tras ` +
        `un corte, ${faults.length === 0 ? '0 perdidos' : 'CON FALLAS'}.`,
    )
  } finally {
    await supervisor.stop()
    await proxy?.stop()
    await shop.close()
  }
}

/** Starts services through the link `current`, and restarts one when the order of `bulto upgrade` asks for it. */
async function superviseIn(base: string, services: readonly string[]) {
  const running = new Map<string, ChildProcess>()
  const start = (service: string) => {
    const at = services.indexOf(service)
    const own =
      at > 0
        ? fs
            .readFileSync(path.join(base, `${at + 1}.env`), 'utf8')
            .trim()
            .split('\n')
        : []
    const log = fs.openSync(path.join(base, `${service}.log`), 'a')
    running.set(
      service,
      spawn(process.execPath, ['current/dist/server/bulto.js', 'start'], {
        cwd: base,
        env: { PATH: process.env.PATH, ...Object.fromEntries(own.map((line) => line.split('='))) },
        stdio: ['ignore', log, log],
      }),
    )
  }
  const end = async (service: string) => {
    const child = running.get(service)
    if (!child || child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  const server = createServer(async (request, response) => {
    const service = decodeURIComponent(request.url?.slice(1) ?? '')
    await end(service)
    start(service)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = `fetch("http://127.0.0.1:${port}/" + encodeURIComponent(process.argv[1])).then((r) => process.exit(r.ok ? 0 : 1))`
  return {
    start,
    order: `'${process.execPath}' -e '${ask}'`,
    async stop() {
      server.close()
      await Promise.all(services.map(end))
    },
  }
}
