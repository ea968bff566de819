/** Prices begin and end by themselves, to the minute and in every instance (R352): the catalogue's version is raised then. */
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import type { Db, Log } from '../../db/open.ts'
import { readNextTurn, takeTurn } from './terms.queries.ts'

/** Timers hold no longer waits; the next turn is asked for again then. */
const LONGEST_WAIT = 86_400_000
/** The database's clock and the timer's may differ by as much. */
const LATE = 20
const RETRY_MS = 1_000

/** Raises the version where prices began or ended since the last time, also while no instance ran. */
export const raiseAtTurn = (db: Db): Promise<void> =>
  db.tx(async (t, publish) => {
    if (await takeTurn(t)) await raiseCatalogueVersion(t, publish)
  })

/** Watches for the next price that begins or ends. */
export interface PriceTurns {
  /** To be called when prices may have changed. */
  look(): void
  close(): void
}

export function watchPriceTurns(db: Db, log: Pick<Log, 'warn'>): PriceTurns {
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const wait = (milliseconds: number, then: () => Promise<void>): void => {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(() => then().catch(fail), Math.min(milliseconds, LONGEST_WAIT)).unref()
  }
  const plan = async (): Promise<void> => {
    const next = await readNextTurn(db.kysely)
    if (next !== undefined) wait(next + LATE, turn)
  }
  const turn = async (): Promise<void> => {
    await raiseAtTurn(db)
    await plan()
  }
  const fail = (error: unknown): void => {
    if (closed) return
    log.warn({ err: error }, 'prices that begin or end could not be looked up; they are asked for again')
    wait(RETRY_MS, turn)
  }
  return {
    look: () => void plan().catch(fail),
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
