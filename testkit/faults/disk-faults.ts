/** A full and a read-only disk, under a shop that works, under one that starts and under its commands. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isSpanish } from '../client.ts'
import { runBulto } from '../shop-process.ts'
import { backToWork, openScene, type Scene } from './scene.ts'
import { fillUp, mountDisk, mountFailingDisk, NOT_MOUNTED } from './small-disk.ts'

/** The embedded shop's disk is full before each of the points, with less and less room; then there is room again. */
export async function fullDisk(scene: Scene): Promise<string> {
  const { folder, extent, atEnd } = scene
  const disk = mountDisk(join(folder, 'disco'), 260)
  if (!disk) return NOT_MOUNTED
  atEnd(disk.away)
  const seen = createCount()
  const { shop, ledger } = await openScene(scene, { dataDir: join(folder, 'disco', 'data') })
  await shop.start()
  await ledger.signIn()
  for (const [at, point] of extent.points.entries()) {
    const ballast = fillUp(join(folder, 'disco'), at % 2 === 0 ? 0 : 200_000)
    for (const name of [point, 'cart', 'order']) seen.add(await ledger.call(name))
    rmSync(ballast)
    // A shop that lost its database ended; its supervisor starts it again.
    if (!(await isAlive(shop.url))) await shop.start()
    await backToWork(scene, ledger, point)
  }
  await shop.process.stop()
  await ledger.check()
  return `${extent.points.length} puntos, respuestas ${seen}, ${ledger.count()} piezas confirmadas`
}

const isAlive = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

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
export async function readOnlyFiles(scene: Scene): Promise<string> {
  const { folder, faults, extent, atEnd } = scene
  const disk = mountDisk(join(folder, 'disco'), 200)
  if (!disk) return NOT_MOUNTED
  atEnd(disk.away)
  const seen = createCount()
  const dataDir = join(folder, 'disco', 'data')
  const { shop, ledger } = await openScene(scene, { dataDir, database: 'server' })
  await shop.start()
  await ledger.signIn()
  await disk.remount('ro')
  for (const point of extent.points) seen.add(await ledger.call(point))
  const ready = await fetch(`${shop.url}/readyz`)
  if (ready.status !== 503) faults.push(`/readyz respondió ${ready.status} con el disco de solo lectura`)
  const commands = [['start'], ['migrate'], ['demo'], ['backup', join(dataDir, 'copia'), '--plain']]
  for (const argv of commands) await refused(argv, join(folder, 'disco', 'otra'), faults)
  await disk.remount('rw')
  await backToWork(scene, ledger, 'el disco de solo lectura')
  await shop.process.stop()
  await ledger.check()
  return `${extent.points.length} puntos y ${commands.length} comandos, respuestas ${seen}`
}

async function refused(argv: readonly string[], dataDir: string, faults: string[]): Promise<void> {
  const { code, said } = await runBulto(argv, { DATA_DIR: dataDir, PORT: '0' })
  if (code !== 1 || !isSpanish(said)) faults.push(`${argv[0]} terminó con ${code}: ${said.slice(0, 300)}`)
}

/** The disk of an embedded shop becomes read-only before each point; a start is refused until it takes writes again. */
export async function readOnlyShop(scene: Scene): Promise<string> {
  const { folder, faults, extent, atEnd } = scene
  const disk = mountFailingDisk(join(folder, 'disco'), 400)
  if (!disk) return NOT_MOUNTED
  atEnd(disk.away)
  const seen = createCount()
  let ended = 0
  const dataDir = join(folder, 'disco', 'data')
  const { shop, ledger } = await openScene(scene, { dataDir })
  for (const [at, point] of extent.points.entries()) {
    await shop.start()
    await backToWork(scene, ledger, `el disco de solo lectura en ${extent.points[at - 1]}`)
    disk.fail()
    for (const name of [point, 'cart', 'order']) seen.add(await ledger.call(name))
    if (!(await isAlive(shop.url))) ended++
    await shop.process.stop()
    await refused(['start'], dataDir, faults)
    disk.mend()
  }
  await shop.start()
  await backToWork(scene, ledger, 'el último punto')
  await shop.process.stop()
  await ledger.check()
  return `${extent.points.length} puntos, respuestas ${seen}, la tienda terminó ${ended} veces, ${ledger.count()} piezas confirmadas`
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
      const { code, said } = await runBulto(['start'], env)
      if (code === 1) refusals++
      if (code !== 1 || !isSpanish(said)) faults.push(`${megabytes} MB: terminó con ${code}: ${said.slice(-300)}`)
    } finally {
      disk.away()
    }
  }
  return `${refusals} de ${disks.length} llenados rechazados con una frase`
}
