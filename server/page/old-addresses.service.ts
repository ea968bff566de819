/** Pages that articles had in the shop before this one lead to the article (R414). */
import { screens } from '../../contract/screens.ts'
import type { Db, Queryable } from '../db/open.ts'
import type { FeedProblem } from '../ports/erp/erp.ts'
import {
  articleCodesAmong,
  deleteOldAddresses,
  findOldAddresses,
  readOldAddresses,
  writeOldAddresses,
} from './old-addresses.queries.ts'
import { comparedPath, pathProblem, storedPathsFor } from './old-addresses.rules.ts'

/**
 * Where a path leads that no page of the shop has: the article's place in the catalogue, always a path of this shop; undefined for
 * none. One look-up by an index, so that instances need not tell each other.
 */
export async function leadOn(db: Queryable, path: string): Promise<string | undefined> {
  const paths = storedPathsFor(path)
  if (paths.length === 0) return undefined
  const found = new Map((await findOldAddresses(db, paths)).map((row) => [row.path, row.code]))
  const code = paths.map((stored) => found.get(stored)).find((known) => known !== undefined)
  return code === undefined ? undefined : `${screens.catalogue.path}?articulo=${encodeURIComponent(code)}`
}

/** A file of old addresses as it was read. */
export interface OldAddressFile {
  readonly name: string
  readonly headings: Readonly<Record<string, string>>
  readonly rows: readonly { readonly row: number; readonly record: { path: string; articleCode: string } }[]
  readonly rowCount: number
  readonly problems: readonly FeedProblem[]
}

export interface OldAddressReport {
  readonly file: string
  readonly outcome: 'imported' | 'partial' | 'refused'
  readonly read: number
  readonly inserted: number
  readonly changed: number
  readonly unchanged: number
  readonly deactivated: number
  readonly refused: number
  readonly problems: FeedProblem[]
}

export interface OldAddressOptions {
  /** Takes the good rows of a file that also has bad ones; then nothing is taken away. */
  readonly partial?: boolean
  /** Says what would change, and changes nothing. */
  readonly isTrial?: boolean
  /** Codes of articles that would be there, where their file is tried as well. */
  readonly alsoKnown?: ReadonlySet<string>
}

/**
 * Takes a file of old addresses, whole or not at all. The file is complete: an address that it no longer has is taken away. The
 * same file twice changes nothing.
 */
export function importOldAddresses(
  db: Db,
  file: OldAddressFile,
  { partial = false, isTrial = false, alsoKnown = new Set() }: OldAddressOptions = {},
): Promise<OldAddressReport> {
  return db.tx(async (t) => {
    const before = await readOldAddresses(t)
    const codes = [...new Set(file.rows.map(({ record }) => record.articleCode))]
    const known = await articleCodesAmong(t, codes)
    const problems = [...file.problems]
    const wanted = new Map<string, { row: number; articleCode: string }>()
    let [taken, repeated] = [0, 0]
    for (const { row, record } of file.rows) {
      const path = comparedPath(record.path)
      const refuse = (code: FeedProblem['code'], field: 'path' | 'articleCode', message: string) =>
        problems.push({ code, row, column: file.headings[field] ?? null, message })
      const problem = pathProblem(record.path, path)
      const first = path === null ? undefined : wanted.get(path)
      if (problem !== undefined || path === null) refuse('CELDA', 'path', problem ?? '')
      else if (!known.has(record.articleCode) && !alsoKnown.has(record.articleCode))
        refuse('NO_EXISTE', 'articleCode', `El artículo ${record.articleCode} no existe`)
      else if (first && first.articleCode !== record.articleCode)
        refuse('REPETIDO', 'path', `Es la misma dirección que la de la fila ${first.row}, y lleva a otro artículo`)
      else {
        taken++
        if (first) repeated++
        else wanted.set(path, { row, articleCode: record.articleCode })
      }
    }
    const isWhole = problems.length === 0
    const counts = { file: file.name, read: file.rowCount, refused: file.rowCount - taken, problems }
    if (!isWhole && (!partial || taken === 0)) {
      const nothing = { inserted: 0, changed: 0, unchanged: 0, deactivated: 0, refused: file.rowCount }
      return { ...counts, ...nothing, outcome: 'refused' }
    }
    const changes = [...wanted].filter(([path, { articleCode }]) => before.get(path) !== articleCode)
    const gone = isWhole ? [...before.keys()].filter((path) => !wanted.has(path)) : []
    const changed = changes.filter(([path]) => before.has(path)).length
    if (!isTrial) {
      await writeOldAddresses(
        t,
        changes.map(([path, { articleCode }]) => ({ path, articleCode })),
      )
      await deleteOldAddresses(t, gone)
    }
    return {
      ...counts,
      outcome: isWhole ? 'imported' : 'partial',
      inserted: changes.length - changed,
      changed,
      unchanged: wanted.size - changes.length + repeated,
      deactivated: gone.length,
    }
  })
}
