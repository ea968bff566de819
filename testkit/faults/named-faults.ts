/**
 * Faults with a name: a full and a read-only disk, services that are away, slow or babbling, the clock a day off, a restore
 * while others knock. What was acknowledged is there afterwards, what was not is whole or absent, and every answer is a
 * Spanish sentence.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fullDemo, fullDisk, readOnlyFiles, readOnlyShop } from './disk-faults.ts'
import { isSpanish, makeFaultShop } from './fault-shop.ts'
import { POINTS } from './points.ts'
import { runBuilt } from './run-built.ts'
import type { Extent, Scene, Trial } from './scene.ts'
import { serviceFaults } from './service-faults.ts'

type Say = (line: string) => void

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
export async function runNamedFaults(onProgress: Say, isShort = false, only = ''): Promise<readonly string[]> {
  const extent = isShort ? SHORT : WHOLE
  const faults: string[] = []
  const folder = mkdtempSync(join(tmpdir(), 'bulto-named-'))
  const trials: [string, Trial][] = [
    ['disco lleno', fullDisk],
    ['disco de solo lectura, base en un servidor', readOnlyFiles],
    ['disco de solo lectura, base propia', readOnlyShop],
    ['primer llenado con el disco lleno', fullDemo],
    ['servicios', serviceFaults],
    ['reloj un día adelante y atrás', clock],
    ['restauración mientras otros llaman', knockedRestore],
  ]
  try {
    for (const [name, run] of trials) {
      if (!name.startsWith(only)) continue
      const inside = join(folder, name.replaceAll(' ', '-'))
      mkdirSync(inside)
      onProgress(`${name}…`)
      const mine: string[] = []
      const cleanUps: (() => unknown)[] = []
      const atEnd = (cleanUp: () => unknown) => void cleanUps.unshift(cleanUp)
      const words = await run({ folder: inside, faults: mine, extent, atEnd }).catch((error: unknown) => {
        mine.push(String((error as Error).stack ?? error))
        return 'se cortó'
      })
      for (const cleanUp of cleanUps) await cleanUp()
      faults.push(...mine.map((fault) => `${name}: ${fault}`))
      console.log(`${name}: ${words}; ${mine.length} faltas`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return faults
}

/** A shop whose clock goes a day forward and back between starts; sessions and orders stay. */
async function clock({ folder, faults, extent: { points, shifts }, atEnd }: Scene): Promise<string> {
  const shop = await makeFaultShop({ dataDir: join(folder, 'data') }, faults)
  atEnd(shop.kill)
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
async function knockedRestore({ folder, faults, extent: { points }, atEnd }: Scene): Promise<string> {
  const shop = await makeFaultShop({ dataDir: join(folder, 'data') }, faults)
  atEnd(shop.kill)
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
