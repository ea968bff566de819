/**
 * A folder into which the ERP puts files while the shop runs: `entrada` takes them, what is being read stands in `trabajo`,
 * and each file ends in `hechos` or `rechazados`, with `informe.txt` beside it. What lies in `ensayo` is never imported.
 */
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { formats } from './formats.ts'
import { type Sharing, unshared } from './sharing.ts'

export const folders = {
  in: 'entrada',
  work: 'trabajo',
  done: 'hechos',
  refused: 'rechazados',
  trial: 'ensayo',
} as const

/** Files that were taken out of the way of whoever writes. */
export interface Batch {
  /** Its folder's name, which tells when. */
  readonly name: string
  readonly directory: string
  /** Puts each file where it belongs and the report beside it. */
  finish(refused: ReadonlySet<string> | 'all', report: string): Promise<void>
}

export interface WatchedFolder {
  /**
   * The files that are complete: at two looks at least `settleMs` apart nothing about any of them changed. Undefined while
   * there are none, or somebody still writes. What an earlier process did not finish comes first.
   */
  take(): Promise<Batch | undefined>
  /** Where files lie that nobody has taken: those put there to be tried, else those that wait. */
  lying(): Promise<string>
}

export interface WatchOptions {
  /** How long files must have stayed as they are, in milliseconds. */
  settleMs?: number
  now?: () => Date
  /** Who may use the folders besides the shop. */
  sharing?: Sharing
  /** Which files are meant; those of a feed unless given. */
  takes?: (name: string) => boolean
}

const known = new Set<string>(Object.values(formats).map(({ file }) => file))
const isFeedFile = (name: string): boolean => {
  const { name: base, ext } = parse(name.toLowerCase())
  return known.has(base) && (ext === '.csv' || ext === '.xlsx')
}

export function watchFolder(
  root: string,
  { settleMs = 10_000, now = () => new Date(), takes = isFeedFile, sharing = unshared }: WatchOptions = {},
): WatchedFolder {
  const path = (folder: keyof typeof folders, ...rest: string[]) => join(root, folders[folder], ...rest)
  let seen: { traits: string; at: number } | undefined

  const batchOf = (name: string): Batch => ({
    name,
    directory: path('work', name),
    async finish(refused, report) {
      const files = await readdir(path('work', name))
      for (const file of files) {
        const to = path(refused === 'all' || refused.has(file) ? 'refused' : 'done', name)
        await sharing.folder(to)
        await rename(path('work', name, file), join(to, file))
        await writeFile(join(to, 'informe.txt'), report)
        await sharing.file(join(to, 'informe.txt'))
      }
      await rm(path('work', name), { recursive: true })
    },
  })

  const makeFolders = async (...names: (keyof typeof folders)[]) => {
    for (const folder of names) await sharing.folder(path(folder))
  }

  return {
    async lying() {
      await makeFolders('in', 'trial')
      return path((await readdir(path('trial'))).some(takes) ? 'trial' : 'in')
    },
    async take() {
      await makeFolders('in', 'work', 'done', 'refused')
      // Beside batches there may be what a file manager leaves in a folder that somebody opened.
      const entries = await readdir(path('work'), { withFileTypes: true })
      const batches = entries.filter((entry) => entry.isDirectory())
      const [unfinished] = batches.map(({ name }) => name).sort()
      if (unfinished !== undefined) return batchOf(unfinished)

      const names = (await readdir(path('in'))).filter(takes).sort()
      const traits = (await Promise.all(names.map((name) => traitsOf(path('in', name))))).join('\n')
      const at = now().getTime()
      if (names.length === 0 || seen?.traits !== traits) {
        seen = { traits, at }
        return undefined
      }
      if (at - seen.at < settleMs) return undefined
      seen = undefined
      const name = now().toISOString().replaceAll(/[:.]/g, '-')
      await sharing.folder(path('work', name))
      for (const file of names) await rename(path('in', file), path('work', name, file))
      return batchOf(name)
    },
  }
}

async function traitsOf(path: string): Promise<string> {
  // One that was taken back between two looks is a change, too.
  const found = await stat(path).catch(() => undefined)
  return `${path} ${found?.size} ${found?.mtimeMs}`
}
