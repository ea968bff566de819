/**
 * A folder into which the ERP puts files while the shop runs. Files arrive in `entrada`, are read in `trabajo`, and end in
 * `hechos`, `rechazados` or, until a person answers, `espera`, with `informe.txt` and `informe.json` beside them. Files in
 * `ensayo` are never imported.
 */
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import type { BatchOutcome, BatchReport, SettledFile } from './erp.ts'
import { isOtherEnding, isReadEnding } from './feed-endings.ts'
import { formats } from './formats.ts'
import { type Sharing, unshared } from './sharing.ts'

export const folders = {
  in: 'entrada',
  work: 'trabajo',
  done: 'hechos',
  refused: 'rechazados',
  trial: 'ensayo',
  waiting: 'espera',
} as const

/** Files that were moved to `trabajo`, where the ERP does not write. */
export interface Batch {
  /** The name of the batch's folder: the instant at which it was taken. */
  readonly name: string
  readonly directory: string
  /** Moves each file to `hechos` or, when it is named, to `rechazados` or `espera`, with the report beside it. */
  finish(outcome: BatchOutcome, report: BatchReport): Promise<void>
}

export interface WatchedFolder {
  /**
   * Takes the files once they are complete: when two looks at least `settleMs` apart found all of them unchanged.
   * Undefined while there are none, or one still changes. A batch that an earlier process did not finish comes first.
   */
  take(): Promise<Batch | undefined>
  /** Moves each file of `espera` that waits no more to `hechos` or `rechazados`, with its report. */
  settle(stateOf: (batch: string, file: string) => Promise<SettledFile | 'waiting'>): Promise<void>
  /** The folder of files that were not taken: `ensayo` when it holds any, else `entrada`. */
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
  /** Where files arrive, instead of `entrada` below the root. */
  inbox?: string
  /** The most files of a batch; the others wait for the next one. */
  most?: number
}

/** What is no file of a program: the reports, and what a file manager leaves. */
const isBeside = (name: string): boolean => /^(informe\.(txt|json)|\..*|thumbs\.db|desktop\.ini)$/i.test(name)
const feedFiles = new Set<string>(Object.values(formats).map(({ file }) => file))
/** Also in a format that is not read: it is refused by name, and does not lie there for ever. */
export const isFeedFile = (name: string): boolean => {
  const { name: base, ext } = parse(name.toLowerCase())
  return feedFiles.has(base) && (isReadEnding(ext) || isOtherEnding(ext))
}

/** Watches the folders below `root`, which are made when they are missing. */
export function watchFolder(
  root: string,
  {
    settleMs = 10_000,
    now = () => new Date(),
    takes = isFeedFile,
    sharing = unshared,
    inbox = join(root, folders.in),
    most = Number.POSITIVE_INFINITY,
  }: WatchOptions = {},
): WatchedFolder {
  const path = (folder: keyof typeof folders, ...names: string[]) =>
    folder === 'in' ? join(inbox, ...names) : join(root, folders[folder], ...names)
  let seen: { traits: string; at: number } | undefined

  const batchOf = (name: string): Batch => ({
    name,
    directory: path('work', name),
    async finish(outcome, report) {
      const files = await readdir(path('work', name))
      for (const file of files) {
        const to = path(outcome === 'refused' ? outcome : (outcome.get(file) ?? 'done'), name)
        await sharing.folder(to)
        await rename(path('work', name, file), join(to, file))
        await writeReport(to, report)
      }
      await rm(path('work', name), { recursive: true })
    },
  })

  const writeReport = async (folder: string, { text, json }: BatchReport) => {
    const reports = { 'informe.txt': text, 'informe.json': `${JSON.stringify(json, null, 2)}\n` }
    for (const [file, content] of Object.entries(reports)) {
      await writeFile(join(folder, file), content)
      await sharing.file(join(folder, file))
    }
  }

  const makeFolders = async (...names: (keyof typeof folders)[]) => {
    for (const folder of names) await sharing.folder(path(folder))
  }

  return {
    async settle(stateOf) {
      await makeFolders('waiting')
      const batches = await readdir(path('waiting'), { withFileTypes: true })
      for (const { name } of batches.filter((entry) => entry.isDirectory())) {
        const lying = (await readdir(path('waiting', name))).filter((file) => !isBeside(file))
        const files = lying.filter(takes)
        // A file that nothing reads since its mapping went stays where it is.
        let left = lying.length
        for (const file of files) {
          const state = await stateOf(name, file)
          if (state === 'waiting') continue
          const to = path(state.outcome, name)
          await sharing.folder(to)
          await rename(path('waiting', name, file), join(to, file))
          await writeReport(to, state.report)
          left--
        }
        if (left === 0) await rm(path('waiting', name), { recursive: true })
      }
    },
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

      const lying = await readdir(path('in'), { withFileTypes: true })
      const arrived = lying.filter((entry) => !entry.isDirectory() && takes(entry.name)).map(({ name }) => name)
      const names = arrived.sort().slice(0, most)
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
  // A file that was removed between two looks is a change, too.
  const found = await stat(path).catch(() => undefined)
  return `${path} ${found?.size} ${found?.mtimeMs}`
}
