/** Measures the memory of the running shop, by part, after light use. Linux only: it reads /proc. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/open.ts'
import { DEMO_PASSWORD } from '../server/demo/demo.ts'
import { startPostgres } from '../server/test/postgres.ts'
import { fillCatalogue, fillClients, shopCatalogue } from '../testkit/fill-shop.ts'
import { launchShop, type ShopProcess } from '../testkit/shop-process.ts'

/** The settings of the C library in deploy/. */
const AS_DEPLOYED = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '65536',
}

export interface MemoryOptions {
  kind: 'server' | 'embedded'
  /** 'first': this start fills the demo shop; 'later': it was filled before; a number: that many made-up articles. */
  shop: 'first' | 'later' | number
  /** How long the shop is used before it is measured. */
  minutes: number
}

/** Bytes of resident memory, by part. */
export interface MemoryParts {
  /** All parts together (RSS). */
  resident: number
  /** Memories of WebAssembly: the embedded database's. */
  wasm: number
  /** V8's heap of the main thread. */
  mainHeap: number
  /** V8's heaps of all other threads. */
  otherHeaps: number
  /** Buffers and other large blocks: the catalogue's snapshot, pools, stacks. */
  blocks: number
  /** glibc's heap and arenas: memory in use by native code, and freed memory that glibc keeps. */
  native: number
  /** Node itself and the native libraries. */
  programs: number
  /** Number of threads. */
  threads: number
}

const CLIENT = { username: '30-71234567-1', password: DEMO_PASSWORD }
const MADE_UP_PASSWORD = 'una-clave-larga'
const PAUSE_MS = 250
/** Longest start, in milliseconds: several shops draw the demo's pictures at the same time. */
const START_MS = 600_000
/** At least so many bytes are reserved behind a memory of WebAssembly: V8 needs no bounds checks then. */
const WASM_RESERVE = 2 ** 31
/** Size and alignment of an arena of glibc, in bytes. */
const ARENA = 64 * 2 ** 20

/** Starts the built shop, uses it lightly, and measures it. */
export async function measureMemory({ kind, shop, minutes }: MemoryOptions): Promise<MemoryParts> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-bench-'))
  const postgres = kind === 'server' ? await startPostgres({ fsync: true }) : undefined
  const launch = (command: string, env: NodeJS.ProcessEnv = {}) =>
    launchShop({
      command,
      dataDir,
      logFile: join(dataDir, 'shop.log'),
      nodeArgs: [
        '--report-on-signal',
        '--report-signal=SIGPROF',
        `--report-directory=${dataDir}`,
        '--report-filename=report.json',
      ],
      patience: START_MS,
      env: { LOG_LEVEL: 'warn', ...AS_DEPLOYED, ...(postgres && { DATABASE_URL: postgres.url }), ...env },
    })
  let running: ShopProcess | undefined
  try {
    let credentials = CLIENT
    if (typeof shop === 'number') credentials = await fillMadeUp({ dataDir, url: postgres?.url }, shop)
    else if (shop === 'later' || kind === 'server') await launch('demo').ended
    running = launch('start', { NODE_ENV: 'development' })
    await browseLightly(await running.ready, credentials, minutes)
    const pid = running.pid ?? 0
    const report = join(dataDir, 'report.json')
    // Node's default signal for reports closes the shop.
    process.kill(pid, 'SIGPROF')
    while (!isWhole(report)) await delay(100)
    return partsOf(pid, heapsOf(report))
  } finally {
    await running?.stop()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function fillMadeUp(place: { dataDir: string; url: string | undefined }, articles: number) {
  const db = await openDatabase(place)
  try {
    await migrate(db)
    await fillCatalogue(db, shopCatalogue(articles), { withMedia: true })
    const [client] = await fillClients(db, { count: 1, password: MADE_UP_PASSWORD })
    return { username: client?.cuit ?? '', password: MADE_UP_PASSWORD }
  } finally {
    await db.close()
  }
}

/** Uses the shop as one person does: opens the catalogue, searches, adds an article to the cart, and again. */
async function browseLightly(url: string, credentials: object, minutes: number): Promise<void> {
  const until = performance.now() + minutes * 60_000
  const signedIn = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    body: JSON.stringify(credentials),
    headers: { 'content-type': 'application/json' },
  })
  const { accessToken } = (await signedIn.json()) as { accessToken?: string }
  if (!accessToken) throw new Error(`The sign-in answered ${signedIn.status}`)
  const headers = { authorization: `Bearer ${accessToken}`, 'accept-encoding': 'gzip' }
  const get = async (path: string) => {
    const answer = await fetch(url + path, { headers })
    const body = Buffer.from(await answer.arrayBuffer())
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return body
  }
  for (let round = 0; round === 0 || performance.now() < until; round++) {
    await get('/catalogo')
    const found = await get(`/api/pedidos/productos/filtros?index=${round % 5}&p=pd`)
    const [item] = JSON.parse(found.toString()) as { IDART_IO: number }[]
    await fetch(`${url}/api/pedidos/itemsCarrito`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ id: null, idart: item?.IDART_IO, cantidad: 12, obs: '' }),
    })
    await get('/api/pedidos/categorias')
    await delay(PAUSE_MS)
  }
}

interface Heap {
  javascriptHeap?: { totalCommittedMemory: number }
}

function isWhole(report: string): boolean {
  try {
    JSON.parse(readFileSync(report, 'utf8'))
    return true
  } catch {
    return false
  }
}

/** Bytes of V8's heaps, as Node's own report has them. */
function heapsOf(report: string): { main: number; others: number } {
  const { workers = [], ...main } = JSON.parse(readFileSync(report, 'utf8')) as Heap & { workers?: Heap[] }
  const size = ({ javascriptHeap }: Heap) => javascriptHeap?.totalCommittedMemory ?? 0
  return { main: size(main), others: workers.reduce((sum, worker) => sum + size(worker), 0) }
}

/** Sorts a process's mappings (/proc/PID/smaps) into parts. */
function partsOf(pid: number, heaps: { main: number; others: number }): MemoryParts {
  const parts = { wasm: 0, heapsAndBlocks: 0, native: 0, programs: 0 }
  const maps = readMaps(readFileSync(`/proc/${pid}/smaps`, 'utf8'))
  for (const [at, map] of maps.entries()) {
    const next = maps[at + 1]
    const reserve = next?.start === map.end && next.rights.startsWith('---') ? next.end - next.start : 0
    const isArena = map.start % ARENA === 0 && map.end - map.start + reserve === ARENA
    if (map.name === '[heap]' || isArena) parts.native += map.resident
    else if (map.name !== '') parts.programs += map.resident
    else if (reserve >= WASM_RESERVE) parts.wasm += map.resident
    else parts.heapsAndBlocks += map.resident
  }
  const threads = /^Threads:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  const resident = Object.values(parts).reduce((sum, part) => sum + part, 0)
  const { heapsAndBlocks, ...others } = parts
  const blocks = heapsAndBlocks - heaps.main - heaps.others
  return { resident, ...others, blocks, mainHeap: heaps.main, otherHeaps: heaps.others, threads: Number(threads) }
}

interface Mapping {
  start: number
  end: number
  rights: string
  name: string
  resident: number
}

function readMaps(smaps: string): Mapping[] {
  const maps: Mapping[] = []
  for (const line of smaps.split('\n')) {
    const [, start, end, rights, name] = /^([\da-f]+)-([\da-f]+) (\S+) \S+ \S+ \S+ *(.*)$/.exec(line) ?? []
    if (start && end && rights) {
      const place = { start: Number.parseInt(start, 16), end: Number.parseInt(end, 16) }
      maps.push({ ...place, rights, name: name ?? '', resident: 0 })
      continue
    }
    const kilobytes = /^Rss: +(\d+) kB$/.exec(line)?.[1]
    const last = maps.at(-1)
    if (last && kilobytes) last.resident = Number(kilobytes) * 1024
  }
  return maps
}
