/**
 * Faults with a name: a full and a read-only disk, services that are away, slow or babbling, the clock a day off, a restore
 * while others knock. What was acknowledged is there afterwards, what was not is whole or absent, and every answer is a
 * Spanish sentence.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../server/test/postgres.ts'
import { type FaultShop, isSpanish, makeFaultShop } from './fault-shop.ts'
import { POINTS } from './points.ts'
import { runBuilt } from './run-built.ts'
import { runServiceFaults } from './service-faults.ts'

type Say = (line: string) => void

/** How much is tried of each fault. */
interface Extent {
  /** Calls at which the fault is met. */
  readonly points: readonly string[]
  /** Megabytes of the disks that are too small for the demo shop. */
  readonly disks: readonly number[]
  /** Days by which the clock is off, start by start. */
  readonly shifts: readonly number[]
  readonly isShort: boolean
}
const WHOLE: Extent = {
  points: Object.keys(POINTS),
  disks: [2, 20, 32, 36, 40, 44, 48, 52, 56, 60],
  shifts: [0, 1, -1, 0],
  isShort: false,
}
const SHORT: Extent = {
  points: ['cart', 'photo', 'import'],
  disks: [2, 40],
  shifts: [0, 1, -1],
  isShort: true,
}

/**
 * Runs all of them, or a part of each; prints a line for each and answers the faults in Spanish. `only`: those alone whose
 * name begins so.
 */
export async function runNamedFaults(
  onProgress: Say,
  isShort = false,
  only = '',
): Promise<readonly string[]> {
  const extent = isShort ? SHORT : WHOLE
  const faults: string[] = []
  const folder = mkdtempSync(join(tmpdir(), 'bulto-named-'))
  const runs: [string, (folder: string, faults: string[], extent: Extent) => Promise<string>][] = [
    ['disco lleno', fullDisk],
    ['disco de solo lectura', readOnlyDisk],
    ['primer llenado con el disco lleno', fullDemo],
    ['servicios', (inside, mine, { isShort }) => runServiceFaults(inside, mine, isShort)],
    ['reloj un día adelante y atrás', clock],
    ['restauración mientras otros llaman', knockedRestore],
  ]
  try {
    for (const [name, run] of runs) {
      if (!name.startsWith(only)) continue
      const before = faults.length
      const inside = join(folder, name.replaceAll(' ', '-'))
      mkdirSync(inside)
      onProgress(`${name}…`)
      const mine: string[] = []
      const words = await run(inside, mine, extent).catch((error: unknown) => {
        mine.push(String((error as Error).stack ?? error))
        return 'se cortó'
      })
      faults.push(...mine.map((fault) => `${name}: ${fault}`))
      console.log(`${name}: ${words}; ${faults.length - before} faltas`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return faults
}

/** Mounts a small disk; null where this process may not. */
function mountDisk(folder: string, megabytes: number): { remount(how: string): void; away(): void } | null {
  mkdirSync(folder, { recursive: true })
  const mount = (args: string[]) => execFileSync('mount', args, { stdio: 'pipe' })
  try {
    mount(['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  } catch {
    return null
  }
  return {
    remount: (how) => void mount(['-o', `remount,${how}`, folder]),
    away: () => void execFileSync('umount', ['-l', folder], { stdio: 'pipe' }),
  }
}
const NOT_MOUNTED = 'OMITIDA: montar un disco pequeño (tmpfs) pide ser root'

/** Leaves `left` bytes of a disk. */
function fillUp(folder: string, left: number): string {
  const ballast = join(folder, 'lastre')
  const bytes = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize - left
  }
  writeFileSync(ballast, '')
  // The shop writes meanwhile: in pieces, until nothing more goes in.
  try {
    while (bytes() > 0) appendFileSync(ballast, Buffer.alloc(Math.min(bytes(), 2 ** 20)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
  return ballast
}

/** The embedded shop's disk is full before each of the points, with less and less room; then there is room again. */
async function fullDisk(folder: string, faults: string[], { points }: Extent): Promise<string> {
  const disk = mountDisk(join(folder, 'disco'), 260)
  if (!disk) return NOT_MOUNTED
  const seen: Record<string, number> = {}
  try {
    const dataDir = join(folder, 'disco', 'data')
    const shop = await makeFaultShop({ dataDir }, faults)
    let process_ = shop.launch()
    await shop.setToken(await process_.ready)
    for (const [at, point] of points.entries()) {
      const url = await process_.ready
      const ballast = fillUp(join(folder, 'disco'), at % 2 === 0 ? 0 : 200_000)
      for (const name of [point, 'cart', 'order']) {
        const status = String(await shop.call(url, name))
        seen[status] = (seen[status] ?? 0) + 1
      }
      rmSync(ballast)
      // A shop that lost its database ended; its supervisor starts it again.
      const isAlive = await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (!isAlive) process_ = shop.launch()
      await backToWork(await process_.ready, shop, point)
    }
    await process_.stop()
    await shop.check()
    return `${points.length} puntos, respuestas ${inWords(seen)}, ${shop.acknowledged()} piezas confirmadas`
  } finally {
    disk.away()
  }
}

/** After a fault the shop takes an order again; a first refusal may still be the fault's. */
async function backToWork(url: string, shop: FaultShop, point: string): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    if ((await shop.call(url, 'cart')) === 200 && (await shop.call(url, 'order')) === 200) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  shop.faults.push(`después de ${point} la tienda no volvió a tomar pedidos`)
}

const inWords = (seen: Record<string, number>) =>
  Object.entries(seen)
    .map(([status, count]) => `${status === 'undefined' ? 'ninguna' : status} × ${count}`)
    .join(', ')

/** The files' disk of a shop on a server is read-only at each point; the commands meet one, too. */
async function readOnlyDisk(folder: string, faults: string[], { points }: Extent): Promise<string> {
  const disk = mountDisk(join(folder, 'disco'), 200)
  if (!disk) return NOT_MOUNTED
  const postgres = await startPostgres({ fsync: true })
  const seen: Record<string, number> = {}
  try {
    const dataDir = join(folder, 'disco', 'data')
    const shop = await makeFaultShop({ dataDir, databaseUrl: postgres.url }, faults)
    const running = shop.launch()
    const url = await running.ready
    await shop.setToken(url)
    disk.remount('ro')
    for (const point of points) {
      const status = String(await shop.call(url, point))
      seen[status] = (seen[status] ?? 0) + 1
    }
    const ready = await fetch(`${url}/readyz`)
    if (ready.status !== 503) faults.push(`/readyz respondió ${ready.status} con el disco de solo lectura`)
    const commands = [['start'], ['migrate'], ['demo'], ['backup', join(dataDir, 'copia'), '--plain']]
    for (const argv of commands) {
      const { code, said } = await runBuilt(argv, { DATA_DIR: join(folder, 'disco', 'otra') })
      if (code !== 1 || !isSpanish(said)) faults.push(`${argv[0]} terminó con ${code}: ${said.slice(0, 300)}`)
    }
    disk.remount('rw')
    await backToWork(url, shop, 'el disco de solo lectura')
    await running.stop()
    await shop.check()
    return `${points.length} puntos y ${commands.length} comandos, respuestas ${inWords(seen)}`
  } finally {
    await postgres.stop()
    disk.away()
  }
}

/** `bulto start` fills the demo shop on disks of several sizes that are too small. */
async function fullDemo(folder: string, faults: string[], { disks }: Extent): Promise<string> {
  let refused = 0
  for (const megabytes of disks) {
    const place = join(folder, `disco-${megabytes}`)
    const disk = mountDisk(place, megabytes)
    if (!disk) return NOT_MOUNTED
    try {
      const env = { DATA_DIR: join(place, 'data'), NODE_ENV: 'development', PORT: '0', LOG_LEVEL: 'silent' }
      const { code, said } = await runBuilt(['start'], env)
      if (code === 1) refused++
      if (code !== 1 || !isSpanish(said))
        faults.push(`${megabytes} MB: terminó con ${code}: ${said.slice(-300)}`)
    } finally {
      disk.away()
    }
  }
  return `${refused} de ${disks.length} llenados rechazados con una frase`
}

/** A shop whose clock goes a day forward and back between starts; sessions and orders stay. */
async function clock(folder: string, faults: string[], { points, shifts }: Extent): Promise<string> {
  const shop = await makeFaultShop({ dataDir: join(folder, 'data') }, faults)
  // Its orders tell which days the shop believed in.
  const calls = [...new Set([...points, 'cart', 'order'])]
  for (const [at, days] of shifts.entries()) {
    const file = join(folder, `reloj-${at}.mjs`)
    writeFileSync(file, shiftedClock(days * 86_400_000))
    const running = shop.launch({ nodeArgs: ['--import', file] })
    const url = await running.ready
    if (at === 0) await shop.setToken(url)
    for (const point of calls) {
      const status = await shop.call(url, point)
      if (status !== 200) faults.push(`${days} días: ${point} respondió ${status}`)
    }
    await running.stop()
  }
  await shop.check()
  const days = await shop.daysOfOrders()
  if (days < 1.9) faults.push(`el reloj no se movió: los pedidos son de ${days.toFixed(1)} días`)
  return `${shifts.length} arranques, pedidos de ${days.toFixed(1)} días, ${shop.acknowledged()} piezas confirmadas`
}

/** A module that makes every clock of a process, and of its threads, go by another time. */
const shiftedClock = (ms: number) => `
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...given) { given.length === 0 ? super(RealDate.now() + ${ms}) : super(...given) }
  static now() { return RealDate.now() + ${ms} }
}
`

/** While a shop is restored, others try to start, migrate, save and restore in the same folder. */
async function knockedRestore(folder: string, faults: string[], { points }: Extent): Promise<string> {
  const shop = await makeFaultShop({ dataDir: join(folder, 'data') }, faults)
  const running = shop.launch()
  const url = await running.ready
  await shop.setToken(url)
  for (const point of [...points, 'cart', 'order']) await shop.call(url, point)
  const file = join(folder, 'copia')
  const saved = await runBuilt(['backup', file, '--plain'], { DATA_DIR: shop.place.dataDir })
  if (saved.code !== 0) faults.push(`la copia terminó con ${saved.code}: ${saved.said}`)
  await running.stop()
  const elsewhere = join(folder, 'otra')
  const env = { DATA_DIR: elsewhere, PORT: '0' }
  let isOver = false
  const restoring = runBuilt(['restore', file], env).finally(() => {
    isOver = true
  })
  let knocks = 0
  await new Promise((resolve) => setTimeout(resolve, 700))
  while (!isOver)
    for (const argv of [['migrate'], ['start'], ['backup', `${file}-2`, '--plain'], ['restore', file]]) {
      if (isOver) break
      const { code, said } = await runBuilt(argv, env, () => isOver)
      knocks++
      if (code === null) continue
      if (!isOver && code === 0) faults.push(`${argv[0]} entró durante la restauración`)
      if (code !== 0 && !isSpanish(said)) faults.push(`${argv[0]}: ${said.slice(0, 300)}`)
    }
  const { code, said } = await restoring
  if (code !== 0) faults.push(`la restauración terminó con ${code}: ${said}`)
  await shop.check(elsewhere)
  return `${knocks} llamados, ${shop.acknowledged()} piezas confirmadas en la tienda restaurada`
}
