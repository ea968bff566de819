/**
 * Faults with a name: a full and a read-only disk, services that are away, slow or babbling, the clock a day off, a restore
 * while others knock. What was acknowledged is there afterwards, what was not is whole or absent, and every answer is a
 * Spanish sentence.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isSpanish } from '../client.ts'
import { runBulto } from '../shop-process.ts'
import { fullDemo, fullDisk, readOnlyFiles, readOnlyShop } from './disk-faults.ts'
import { POINTS } from './points.ts'
import { type Extent, openScene, type Scene, type Trial } from './scene.ts'
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
async function clock(scene: Scene): Promise<string> {
  const { folder, faults, extent } = scene
  const { points, shifts } = extent
  const { shop, ledger } = await openScene(scene, {})
  // Its orders tell which days the shop believed in.
  const calls = [...new Set([...points, 'cart', 'order'])]
  for (const [at, days] of shifts.entries()) {
    const file = join(folder, `reloj-${at}.mjs`)
    writeFileSync(file, shiftedClock(days * 86_400_000))
    await shop.start({ nodeArgs: ['--import', file] })
    for (const point of calls) {
      const status = await ledger.call(point)
      if (status !== 200) faults.push(`${days} días: ${point} respondió ${status}`)
    }
    await shop.process.stop()
  }
  await ledger.check()
  const orders = await shop.look(({ kysely }) => kysely.selectFrom('sales_order').select('created_at').execute())
  const times = orders.map(({ created_at }) => Date.parse(created_at))
  const days = (Math.max(...times) - Math.min(...times)) / 86_400_000
  if (days < 1.9) faults.push(`el reloj no se movió: los pedidos son de ${days.toFixed(1)} días`)
  return `${shifts.length} arranques, pedidos de ${days.toFixed(1)} días, ${ledger.count()} piezas confirmadas`
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
async function knockedRestore(scene: Scene): Promise<string> {
  const { folder, faults, extent } = scene
  const { shop, ledger } = await openScene(scene, {})
  await shop.start()
  for (const point of [...extent.points, 'cart', 'order']) await ledger.call(point)
  const file = join(folder, 'copia')
  const saved = await shop.command(['backup', file, '--plain'])
  if (saved.code !== 0) faults.push(`la copia terminó con ${saved.code}: ${saved.said}`)
  await shop.process.stop()
  const elsewhere = join(folder, 'otra')
  const env = { DATA_DIR: elsewhere, PORT: '0' }
  let isOver = false
  const restoring = runBulto(['restore', file], env).finally(() => {
    isOver = true
  })
  let knocks = 0
  await new Promise((resolve) => setTimeout(resolve, 700))
  while (!isOver)
    for (const argv of [['migrate'], ['start'], ['backup', `${file}-2`, '--plain'], ['restore', file]]) {
      if (isOver) break
      const { code, said } = await runBulto(argv, env, () => isOver)
      knocks++
      if (code === null) continue
      if (!isOver && code === 0) faults.push(`${argv[0]} entró durante la restauración`)
      if (code !== 0 && !isSpanish(said)) faults.push(`${argv[0]}: ${said.slice(0, 300)}`)
    }
  const { code, said } = await restoring
  if (code !== 0) faults.push(`la restauración terminó con ${code}: ${said}`)
  await ledger.check(elsewhere)
  return `${knocks} llamados, ${ledger.count()} piezas confirmadas en la tienda restaurada`
}
