/** Connections that keep the plans of the statements that are asked most. */
import pg from 'pg'
import { errorCode } from './errors.ts'

/** A statement that came so often is prepared: parsed once for each connection, and soon planned once, too. */
const OFTEN = 10
/** Each prepared statement costs every connection some kilobytes; the commonest come early. */
const MOST = 200
/** Texts that are counted; lists of other lengths are other texts, and hardly one comes back. */
const MOST_COUNTED = 2_000
/** Columns that a migration beside running instances may add would change what the statement answers. */
const ALL_COLUMNS = /(?:select|returning|,)\s+(?:"?\w+"?\.)?\*/i
/** What a server says of a statement that it does not know any more, or whose answer has other columns now. */
export const UNPREPARED: ReadonlySet<string | undefined> = new Set(['26000', '0A000'])

/** How often all is prepared anew; a pooler between, which knows no prepared statements, never does otherwise. */
const MOST_TIMES = 3

const counts = new Map<string, number>()
const names = new Map<string, string>()
/** How often what was prepared turned out to be of no use. */
let times = 0

/** The name under which a text is prepared; undefined for one that is not. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size === MOST || times === MOST_TIMES) return known
  const count = (counts.get(text) ?? 0) + 1
  if (counts.size >= MOST_COUNTED) counts.clear()
  counts.set(text, count)
  if (count < OFTEN || ALL_COLUMNS.test(text)) return undefined
  counts.delete(text)
  const name = `bulto_${times}_${names.size}`
  names.set(text, name)
  return name
}

/** From now on every text is counted anew, and prepared under another name. */
function forget(): void {
  times++
  names.clear()
  counts.clear()
}

/** As pg's own client. Whoever asks when a prepared statement turns out to be of no use gets that error; the next is served. */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen forms of this call; all but one pass as they are.
  override query(text: any, values?: any, callback?: any): any {
    const isOrdinary = typeof text === 'string' && Array.isArray(values) && values.length > 0
    const name = isOrdinary && callback === undefined ? nameOf(text) : undefined
    if (name === undefined) return super.query(text, values, callback)
    return super.query({ name, text, values }).catch((error: unknown) => {
      if (UNPREPARED.has(errorCode(error)) && names.get(text) === name) forget()
      throw error
    })
  }
}
