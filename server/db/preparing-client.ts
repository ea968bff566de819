/** Connections on which the commonest statements become prepared statements. */
import pg from 'pg'
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

const counts = new Map<string, number>()
const names = new Map<string, string>()
/** How often the server refused what was prepared, and all was forgotten. */
let generation = 0

/** The name under which a text is prepared; undefined for one that is not. */
function nameOf(text: string): string | undefined {
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

/** From now on every text is counted anew, and prepared under another name. */
function forget(): void {
  generation++
  names.clear()
  counts.clear()
}

/** pg's client, with prepared statements. The query whose prepared statement the server refuses fails; the next one works. */
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
