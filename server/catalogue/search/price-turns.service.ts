/** Prices begin and end by themselves, to the minute and in every instance (R352): the catalogue's version is raised then. */
import type { Transaction } from 'kysely'
import { type AuditEntry, auditAll, beginBatch } from '../../audit/audit.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import type { Db, Log } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { beginAhead, hasBegun, readNextTurn, takeTurn } from './terms.queries.ts'

/** Timers hold no longer waits; the next turn is asked for again then. */
const LONGEST_WAIT = 86_400_000
/** The database's clock and the timer's may differ by as much. */
const LATE = 20
const RETRY_MS = 1_000

/** Raises the version where prices began or ended since the last time, also while no instance ran. */
export const raiseAtTurn = (db: Db): Promise<void> =>
  db.tx(async (t, publish) => {
    const hasTurned = await takeTurn(t)
    if ((await beginPrices(t)) || hasTurned) await raiseCatalogueVersion(t, publish)
  })

/**
 * Makes prices of the base list whose beginning has come (R353) those of their articles, and audits them as the ERP's. Answers
 * whether there were any; the catalogue's version is the caller's.
 */
export async function beginPrices(t: Transaction<Tables>): Promise<boolean> {
  // Mostly nothing has: then no price is locked.
  if (!(await hasBegun(t))) return false
  const begun = await beginAhead(t)
  const changed = begun.filter(({ before, after }) => before !== after)
  if (changed.length > 0) {
    const batchId = await beginBatch(t, null, 'erp', changed.length)
    await auditAll(
      t,
      changed.map(({ articleId, before, after }): AuditEntry => {
        const [was, is] = [{ list_price: before }, { list_price: after }]
        return {
          userId: null,
          action: 'import',
          entity: 'product',
          entityId: articleId,
          batchId,
          before: was,
          after: is,
        }
      }),
    )
  }
  return begun.length > 0
}

/** Watches for the next price that begins or ends. */
export interface PriceTurns {
  /**
   * To be called when prices may have changed.
   * @param building Milliseconds since the prices that are shown were read: what began meanwhile is not in them
   */
  look(building: number): void
  close(): void
}

export function watchPriceTurns(db: Db, log: Pick<Log, 'warn'>): PriceTurns {
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const wait = (milliseconds: number, then: () => Promise<void>): void => {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(() => then().catch(fail), Math.min(milliseconds, LONGEST_WAIT)).unref()
  }
  const plan = async (back = 0): Promise<void> => {
    const next = await readNextTurn(db.kysely, back)
    if (next !== undefined) wait(Math.max(0, next) + LATE, turn)
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
    // A turn whose timer runs just now is looked for again.
    look: (building) => void plan(building + 2 * LATE).catch(fail),
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
