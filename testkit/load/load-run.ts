/** One person alone, then many at once, then a burst: what each action took. */
import { USUAL_UNDER_WAY } from '../../server/http/load-shedding.ts'
import { USUAL_REQUESTS } from '../../server/http/request-limit.ts'
import { type DatabaseKind, openShop } from '../shop.ts'
import { memoryOf } from '../shop-process.ts'
import { type Burst, burst } from './burst.ts'
import { live, type Person } from './people.ts'
import { p95, Tally } from './times.ts'

const BUYERS = 200
const SELLERS = 4
const OFFICE = 2
const ARTICLES = 5_000
/** Milliseconds to think between two actions: of the many, and of one alone, whose figures shall not take minutes. */
const THINK = [3_000, 8_000] as const
const THINK_ALONE = [20, 50] as const
/** Actions of one alone, of each role: four orders of a buyer. */
const ACTIONS_ALONE = 60
/** The share of the run within which all sign in, and the most milliseconds: nobody's morning begins in the same second. */
const RAMP = { share: 1 / 3, most: 60_000 } as const

export interface LoadRun {
  readonly rows: readonly {
    readonly action: string
    readonly count: number
    /** Milliseconds, p95. */
    readonly alone: number
    readonly many: number
  }[]
  readonly faults: readonly string[]
  readonly putOff: number
  /** Megabytes (RSS) at half of the run, at its end, and after the burst. */
  readonly memory: { readonly half: number; readonly end: number; readonly burst: number }
  readonly burst: Burst
}

export interface LoadOptions {
  readonly kind: DatabaseKind
  readonly seconds: number
  readonly onProgress: (line: string) => void
}

export async function runLoad({ kind, seconds, onProgress }: LoadOptions): Promise<LoadRun> {
  const shop = await openShop({
    database: kind,
    articles: ARTICLES,
    clients: BUYERS + SELLERS,
    // A seller's rows would need sellers of the ERP: a supervisor makes the same calls, for all clients.
    staff: { supervisor: SELLERS, admin: OFFICE },
    // With the limits of a shop that nobody set.
    env: { REQUESTS_PER_USER: String(USUAL_REQUESTS), REQUESTS_UNDER_WAY: String(USUAL_UNDER_WAY) },
  })
  try {
    await shop.start()
    const memory = () => memoryOf(shop.process.pid)
    const buyers = shop.clients
      .slice(0, BUYERS)
      .map(({ cuit, clientId }): Person => ({ role: 'buyer', cuit, clientId }))
    // Each orders for a client of its own, whose user buys nothing.
    const sellers = shop.supervisors.map(
      ({ cuit }, at): Person => ({ role: 'seller', cuit, clientId: shop.clients[BUYERS + at]?.clientId ?? 0 }),
    )
    const office = shop.admins.map(({ cuit }): Person => ({ role: 'office', cuit, clientId: null }))
    const alone = new Tally()
    onProgress('una persona sola…')
    for (const [at, person] of [buyers[0], sellers[0], office[0]].entries())
      if (person) await live(shop, person, at, alone, { think: THINK_ALONE, goOn: () => true, actions: ACTIONS_ALONE })

    const many = new Tally()
    const people = [...buyers, ...sellers, ...office]
    onProgress(`${people.length} personas, ${seconds} s…`)
    const ramp = Math.min(RAMP.most, seconds * 1_000 * RAMP.share)
    const begun = performance.now()
    let half = Number.NaN
    const timer = setTimeout(() => {
      half = memory()
    }, seconds * 500)
    const goOn = () => performance.now() - begun < seconds * 1_000
    const tokens = await Promise.all(
      people.map(async (person, at) => {
        await new Promise((resolve) => setTimeout(resolve, (ramp * at) / people.length))
        return live(shop, person, 1_000 + at, many, { think: THINK, goOn })
      }),
    )
    clearTimeout(timer)
    const end = memory()
    const rows = [...alone.times].map(([action, times]) => ({
      action,
      alone: p95(times),
      count: many.times.get(action)?.length ?? 0,
      many: p95(many.times.get(action) ?? []),
    }))
    onProgress('ráfaga…')
    const after = await burst(
      { ...shop, clients: shop.clients.slice(0, BUYERS) },
      tokens,
      p95(alone.times.get('búsqueda') ?? []),
    )
    return {
      rows,
      faults: [...alone.faults, ...many.faults],
      putOff: alone.putOff + many.putOff,
      memory: { half, end, burst: memory() },
      burst: after,
    }
  } finally {
    await shop.close()
  }
}
