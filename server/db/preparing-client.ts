/** Connections that prepare the commonest statements, wait for none without end, and give others their turn after many rows. */
import pg from 'pg'
import { nextTurn } from '../lib/turns.ts'
import { errorCode } from './errors.ts'

/** A statement that came so often is prepared: each connection parses it once, and soon plans it once, too. */
const OFTEN = 10
/** How many statements are prepared: each costs every connection some kilobytes, and the commonest come early. */
const MOST = 200
/** How many texts are counted: a list of another length makes another text, and hardly any of these comes back. */
const MOST_COUNTED = 2_000
/** Never prepared: a migration beside running instances may add a column, and change what the statement answers. */
const ALL_COLUMNS = /(?:select|returning|,)\s+(?:"?\w+"?\.)?\*/i
/** The server's codes for a prepared statement that it does not know, or whose answer has other columns now. */
export const UNPREPARED: ReadonlySet<string | undefined> = new Set(['26000', '0A000'])

/** How often all statements are prepared anew; behind a pooler without prepared statements this would never end. */
const MOST_TIMES = 3

/** Which statements the connections of one pool prepare, and under which names. */
class CommonStatements {
  private readonly counts = new Map<string, number>()
  private readonly names = new Map<string, string>()
  /** How often the server refused what was prepared, and all was forgotten. */
  private generation = 0

  /** Counts a text. Answers the name under which it is prepared; undefined for one that is not. */
  nameOf(text: string): string | undefined {
    const { counts, names, generation } = this
    const known = names.get(text)
    if (known !== undefined || names.size === MOST || generation === MOST_TIMES) return known
    const count = (counts.get(text) ?? 0) + 1
    if (counts.size >= MOST_COUNTED) counts.clear()
    counts.set(text, count)
    if (count < OFTEN || ALL_COLUMNS.test(text)) return undefined
    counts.delete(text)
    const name = `bulto_${generation}_${names.size}`
    names.set(text, name)
    return name
  }

  /** The server refused a text under this name: all are counted anew and prepared under other names, once for each refusal. */
  refused(text: string, name: string): void {
    if (this.names.get(text) !== name) return
    this.generation++
    this.names.clear()
    this.counts.clear()
  }
}

/** A server that answers nothing is given up after this many times what it lets a statement take: its own limit comes first. */
const PATIENCE = 1.25
/** Statements that lift the server's limit for a migration or a backup, and with it this one, and those that end that. */
const LIFTS = /^set (?:local )?statement_timeout = 0$/
const LIMITS_AGAIN = /^reset statement_timeout$/
const ENDS = /^(?:commit|rollback)$/
const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout'

/** Rows after which others have their turn: the driver has just read them all in one go, and the caller will do so next (R274). */
const MANY_ROWS = 1_000
async function restAfterMany(result: pg.QueryResult): Promise<pg.QueryResult> {
  if (result.rows.length > MANY_ROWS) await nextTurn()
  return result
}

/**
 * pg's client, with prepared statements and an end to waiting. The query whose prepared statement the server refuses fails; the
 * next one works. A query that a frozen server does not answer fails and ends the connection, which would otherwise be
 * waited for until the system gives it up: a quarter of an hour.
 */
export abstract class PreparingClient extends pg.Client {
  protected abstract readonly statements: CommonStatements
  private readonly patienceMs: number
  private lifted: 'transaction' | 'session' | undefined

  constructor(config: pg.ClientConfig = {}) {
    super(config)
    this.patienceMs = PATIENCE * Number(config.statement_timeout ?? 0)
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen forms of this call; all but one pass as they are.
  override query(text: any, values?: any, callback?: any): any {
    if (typeof text !== 'string' || !Array.isArray(values) || callback !== undefined)
      return super.query(text, values, callback)
    const name = values.length > 0 ? this.statements.nameOf(text) : undefined
    this.followLimit(text)
    const query_timeout = this.lifted ? 0 : this.patienceMs
    return super.query({ name, text, values, query_timeout } as pg.QueryConfig).then(restAfterMany, (error) => {
      if (isUnanswered(error)) void this.end()
      if (name !== undefined && UNPREPARED.has(errorCode(error))) this.statements.refused(text, name)
      throw error
    })
  }

  /** Whether a migration or a backup uses it, which no clock ends. */
  get mayTakeLong(): boolean {
    return this.lifted !== undefined
  }

  private followLimit(text: string): void {
    if (LIFTS.test(text)) this.lifted = text.includes('local') ? 'transaction' : 'session'
    else if (LIMITS_AGAIN.test(text) || (this.lifted === 'transaction' && ENDS.test(text))) this.lifted = undefined
  }
}

/** A pool of such connections, which prepare the same statements. */
export function preparingPool(config: pg.PoolConfig): pg.Pool {
  const common = new CommonStatements()
  const Client = class extends PreparingClient {
    protected override readonly statements = common
  }
  return new pg.Pool({ ...config, Client })
}
