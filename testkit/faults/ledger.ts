/** Somebody who works in a shop while something is broken: what was asked of it and acknowledged, against what it stored. */
import { join } from 'node:path'
import { diskFiles } from '../../server/ports/files/disk.ts'
import type { Files } from '../../server/ports/files/port.ts'
import { faultOf, Unreachable } from '../client.ts'
import { type Shop, withDatabase } from '../shop.ts'
import { type Cast, POINTS } from './points.ts'

/** Milliseconds after which a call that has no answer is a fault: longer than any limit of the shop's own. */
const LONGEST_ANSWER = 45_000
/** Articles that nobody orders, for changes of prices. */
const REPRICED = 50

interface Entry {
  readonly point: string
  readonly mark: string
  readonly isAcknowledged: boolean
}

/** What became of the pieces of a point. */
export interface Found {
  readonly lost: number
  readonly doubled: number
  /** In Spanish: what is lost, doubled or neither whole nor absent. */
  readonly faults: readonly string[]
}

export interface Ledger {
  /** Articles for others to order. */
  readonly items: Shop['items']
  /** Signs the admin in, for all calls. */
  signIn(): Promise<unknown>
  /** Does a piece; what is wrong with the answer goes to the faults. Answers its status; undefined without an answer. */
  call(point: string): Promise<number | undefined>
  /** How many pieces were acknowledged, at a point or at all of them. */
  count(point?: string): number
  /** What the acknowledged pieces of a point are known by. */
  marks(point: string): string[]
  /**
   * Compares what was acknowledged with what is stored; no shop may run on an embedded database. Answers what became of each
   * point's pieces, and puts the faults to the others.
   * @param restoredIn the data folder of the shop that a backup was restored to
   */
  check(restoredIn?: string): Promise<Record<string, Found>>
}

/** The admin's work in a shop, for its first client. `files`: where the shop stores files, if not in its data folder. */
export function createLedger(shop: Shop, faults: string[], files?: Files): Ledger {
  const [person] = shop.admins
  const [client] = shop.clients
  if (!person || !client) throw new Error('The shop needs an admin and a client')
  const cast: Cast = {
    admin: shop.client(person),
    adminId: person.userId,
    clientId: client.clientId,
    cuit: client.cuit,
    items: shop.items.slice(0, -REPRICED),
    repriced: shop.items.slice(-REPRICED),
    cart: [],
    pending: undefined,
  }
  const entries: Entry[] = []
  let nth = 0
  const marks = (point: string) =>
    entries.flatMap((entry) => (entry.point === point && entry.isAcknowledged ? [entry.mark] : []))

  const perform = async (name: string): Promise<number | undefined> => {
    const { call, mark } = await pointOf(name).perform(cast, nth++)
    const note = (isAcknowledged: boolean, known: unknown = mark) => {
      if (typeof known === 'string') entries.push({ point: name, mark: known, isAcknowledged })
    }
    try {
      const answer = await cast.admin.send(call, AbortSignal.timeout(LONGEST_ANSWER))
      if (answer.status === 200) note(true, typeof mark === 'string' ? mark : mark(answer.bytes))
      else {
        note(false)
        const words = faultOf(answer)
        // An order needs a line in the cart, which the fault may have refused.
        if (words && !(name === 'order' && answer.status === 400)) faults.push(`${name}: ${words}`)
      }
      return answer.status
    } catch (error) {
      note(false)
      throw error
    }
  }
  return {
    items: cast.items,
    signIn: () => cast.admin.token(),
    async call(name) {
      try {
        return await perform(name)
      } catch (error) {
        if ((error as Error).name === 'TimeoutError') faults.push(`${name}: sin respuesta en ${LONGEST_ANSWER} ms`)
        else if (!(error instanceof Unreachable)) faults.push(`${name}: ${(error as Error).message}`)
        return undefined
      }
    },
    count: (point) => (point === undefined ? Object.keys(POINTS) : [point]).flatMap(marks).length,
    marks,
    async check(restoredIn) {
      const dataDir = restoredIn ?? shop.dataDir
      const kept = files ?? diskFiles(join(dataDir, 'files'))
      return withDatabase({ dataDir, url: shop.databaseUrl }, async ({ kysely }) => {
        const found: Record<string, Found> = {}
        for (const [name, { replaces, isTransient, pieces }] of Object.entries(POINTS)) {
          if (restoredIn !== undefined && isTransient) continue
          const stored = await pieces({ db: kysely, files: kept, cast })
          const tried = entries.filter(({ point }) => point === name)
          const compared = compare(
            name,
            tried,
            stored.map(({ mark }) => mark),
            replaces === true,
          )
          const half = stored.filter(({ isWhole }) => !isWhole).map(({ mark }) => `${name}: «${mark}» quedó a medias`)
          found[name] = { ...compared, faults: [...half, ...compared.faults] }
          faults.push(...found[name].faults)
        }
        return found
      })
    },
  }
}

function pointOf(name: string) {
  const point = POINTS[name]
  if (!point) throw new Error(`No point ${name}`)
  return point
}

function compare(point: string, tried: readonly Entry[], stored: readonly string[], replaces: boolean): Found {
  if (replaces) {
    // The last piece that was acknowledged is there, or one that was tried after it.
    const last = tried.findLastIndex(({ isAcknowledged }) => isAcknowledged)
    const allowed = tried.slice(Math.max(last, 0)).map(({ mark }) => mark)
    const [kept, ...others] = stored
    if (last < 0 || (kept !== undefined && others.length === 0 && allowed.includes(kept)))
      return { lost: 0, doubled: 0, faults: [] }
    return { lost: 1, doubled: 0, faults: [`${point}: quedó «${stored.join(', ')}» y no «${allowed[0]}»`] }
  }
  const times = new Map<string, number>()
  for (const mark of stored) times.set(mark, (times.get(mark) ?? 0) + 1)
  const acknowledged = tried.filter(({ isAcknowledged }) => isAcknowledged).map(({ mark }) => mark)
  const lost = [...new Set(acknowledged)].filter((mark) => !times.has(mark)).map((mark) => `${point}: falta «${mark}»`)
  // A mark that was never tried is somebody else's.
  const doubled = [...new Set(tried.map(({ mark }) => mark))]
    .filter((mark) => (times.get(mark) ?? 0) > 1)
    .map((mark) => `${point}: «${mark}» está ${times.get(mark)} veces`)
  return { lost: lost.length, doubled: doubled.length, faults: [...lost, ...doubled] }
}
