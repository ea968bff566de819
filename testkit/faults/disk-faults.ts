/** A full and a read-only disk, under a shop that works, under one that starts and under its commands. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres } from '../../server/test/postgres.ts'
import { type FaultShop, isSpanish, makeFaultShop } from './fault-shop.ts'
import { runBuilt } from './run-built.ts'
import type { Scene } from './scene.ts'
import { fillUp, mountDisk, mountFailingDisk, NOT_MOUNTED } from './small-disk.ts'

/** The embedded shop's disk is full before each of the points, with less and less room; then there is room again. */
export async function fullDisk({ folder, faults, extent: { points }, atEnd }: Scene): Promise<string> {
  const disk = mountDisk(join(folder, 'disco'), 260)
  if (!disk) return NOT_MOUNTED
  atEnd(disk.away)
  const seen = createCount()
  const dataDir = join(folder, 'disco', 'data')
  const shop = await makeFaultShop({ dataDir }, faults)
  atEnd(shop.kill)
  let running = shop.launch()
  await shop.setToken(await running.ready)
  for (const [at, point] of points.entries()) {
    const url = await running.ready
    const ballast = fillUp(join(folder, 'disco'), at % 2 === 0 ? 0 : 200_000)
    for (const name of [point, 'cart', 'order']) seen.add(await shop.call(url, name))
    rmSync(ballast)
    // A shop that lost its database ended; its supervisor starts it again.
    if (!(await isAlive(url))) running = shop.launch()
    await backToWork(await running.ready, shop, point)
  }
  await running.stop()
  await shop.check()
  return `${points.length} puntos, respuestas ${seen}, ${shop.acknowledged()} piezas confirmadas`
}

const isAlive = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** After a fault the shop takes an order again; a first refusal may still be the fault's. */
async function backToWork(url: string, shop: FaultShop, point: string): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    if ((await shop.call(url, 'cart')) === 200 && (await shop.call(url, 'order')) === 200) return
    await delay(500)
  }
  shop.faults.push(`después de ${point} la tienda no volvió a tomar pedidos`)
}

/** Counts answers by their status. */
function createCount() {
  const counts: Record<string, number> = {}
  return {
    add(status: number | undefined) {
      const word = status === undefined ? 'ninguna' : String(status)
      counts[word] = (counts[word] ?? 0) + 1
    },
    toString: () =>
      Object.entries(counts)
        .map(([word, count]) => `${word} × ${count}`)
        .join(', '),
  }
}

/** The files' disk of a shop on a server is read-only at each point; the commands meet one, too. */
export async function readOnlyFiles({ folder, faults, extent: { points }, atEnd }: Scene): Promise<string> {
  const disk = mountDisk(join(folder, 'disco'), 200)
  if (!disk) return NOT_MOUNTED
  atEnd(disk.away)
  const postgres = await startPostgres({ fsync: true })
  atEnd(postgres.stop)
  const seen = createCount()
  const dataDir = join(folder, 'disco', 'data')
  const shop = await makeFaultShop({ dataDir, databaseUrl: postgres.url }, faults)
  atEnd(shop.kill)
  const running = shop.launch()
  const url = await running.ready
  await shop.setToken(url)
  await disk.remount('ro')
  for (const point of points) seen.add(await shop.call(url, point))
  const ready = await fetch(`${url}/readyz`)
  if (ready.status !== 503) faults.push(`/readyz respondió ${ready.status} con el disco de solo lectura`)
  const commands = [['start'], ['migrate'], ['demo'], ['backup', join(dataDir, 'copia'), '--plain']]
  for (const argv of commands) await refused(argv, join(folder, 'disco', 'otra'), faults)
  await disk.remount('rw')
  await backToWork(url, shop, 'el disco de solo lectura')
  await running.stop()
  await shop.check()
  return `${points.length} puntos y ${commands.length} comandos, respuestas ${seen}`
}

async function refused(argv: readonly string[], dataDir: string, faults: string[]): Promise<void> {
  const { code, said } = await runBuilt(argv, { DATA_DIR: dataDir, PORT: '0' })
  if (code !== 1 || !isSpanish(said)) faults.push(`${argv[0]} terminó con ${code}: ${said.slice(0, 300)}`)
}

/** The disk of an embedded shop becomes read-only before each point; a start is refused until it takes writes again. */
export async function readOnlyShop({ folder, faults, extent: { points }, atEnd }: Scene): Promise<string> {
  const disk = mountFailingDisk(join(folder, 'disco'), 400)
  if (!disk) return NOT_MOUNTED
  atEnd(disk.away)
  const seen = createCount()
  let ended = 0
  const dataDir = join(folder, 'disco', 'data')
  const shop = await makeFaultShop({ dataDir }, faults)
  atEnd(shop.kill)
  for (const [at, point] of points.entries()) {
    const running = shop.launch()
    const url = await running.ready
    if (at === 0) await shop.setToken(url)
    await backToWork(url, shop, `el disco de solo lectura en ${points[at - 1]}`)
    disk.fail()
    for (const name of [point, 'cart', 'order']) seen.add(await shop.call(url, name))
    if (!(await isAlive(url))) ended++
    await running.stop()
    await refused(['start'], dataDir, faults)
    disk.mend()
  }
  const running = shop.launch()
  await backToWork(await running.ready, shop, 'el último punto')
  await running.stop()
  await shop.check()
  return `${points.length} puntos, respuestas ${seen}, la tienda terminó ${ended} veces, ${shop.acknowledged()} piezas confirmadas`
}

/** `bulto start` fills the demo shop on disks of several sizes that are too small. */
export async function fullDemo({ folder, faults, extent: { disks } }: Scene): Promise<string> {
  let refusals = 0
  for (const megabytes of disks) {
    const place = join(folder, `disco-${megabytes}`)
    const disk = mountDisk(place, megabytes)
    if (!disk) return NOT_MOUNTED
    try {
      const env = { DATA_DIR: join(place, 'data'), NODE_ENV: 'development', PORT: '0', LOG_LEVEL: 'silent' }
      const { code, said } = await runBuilt(['start'], env)
      if (code === 1) refusals++
      if (code !== 1 || !isSpanish(said)) faults.push(`${megabytes} MB: terminó con ${code}: ${said.slice(-300)}`)
    } finally {
      disk.away()
    }
  }
  return `${refusals} de ${disks.length} llenados rechazados con una frase`
}
