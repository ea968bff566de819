/** Where one named fault is tried. */
import type { Files } from '../../server/ports/files/port.ts'
import { openShop, type Shop, type ShopOptions } from '../shop.ts'
import { createLedger, type Ledger } from './ledger.ts'

/** How much is tried of each fault. */
export interface Extent {
  /** Points at which the fault is met. */
  readonly points: readonly string[]
  /** Megabytes of the disks that are too small for the demo shop. */
  readonly disks: readonly number[]
  /** Days by which the clock is off, start by start. */
  readonly shifts: readonly number[]
  readonly isShort: boolean
}

export interface Scene {
  /** A folder of its own. */
  readonly folder: string
  /** What was found, in Spanish. */
  readonly faults: string[]
  readonly extent: Extent
  /** Ends something when the scene is over, however it ends; the last one first. A shop left behind would keep the run alive. */
  atEnd(cleanUp: () => unknown): void
}

/** Tries a fault; answers what was seen, in Spanish. */
export type Trial = (scene: Scene) => Promise<string>

/** A small shop and its admin who works in it. `files`: where the shop stores files, if not in its data folder. */
export async function openScene(
  { faults, atEnd }: Scene,
  options: ShopOptions,
  files?: Files,
): Promise<{ shop: Shop; ledger: Ledger }> {
  const shop = await openShop({
    clients: 1,
    staff: { admin: 1 },
    // A clock that is put a day forward ends an admin's session as unused (R267), and no fault would be met any more.
    fill: ({ kysely }) => kysely.insertInto('setting').values({ key: 'INACTIVIDAD_MIN', value: '0' }).execute(),
    ...options,
  })
  atEnd(shop.close)
  return { shop, ledger: createLedger(shop, faults, files) }
}

/** Whether every one of the points is answered well again within half a minute, after `what`. */
export async function backToWork({ faults }: Scene, ledger: Ledger, what: string, points = ['cart', 'order']) {
  for (let tries = 0; tries < 60; tries++) {
    let isWell = true
    for (const point of points) isWell &&= (await ledger.call(point)) === 200
    if (isWell) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  faults.push(`después de ${what} la tienda no volvió a andar`)
}
