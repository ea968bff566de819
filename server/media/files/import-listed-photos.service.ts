/** `bulto photos LIST`: pictures by their addresses, from the internet or from a copy of a shop's folder (R412). */
import { appendFile, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import type { Db } from '../../db/open.ts'
import type { Files } from '../../ports/files/port.ts'
import { MOST_PICTURE_BYTES, type PictureSource, PictureUnreachable } from '../../ports/pictures/port.ts'
import { holdFiles } from './file-use.service.ts'
import { articleIdsByCode, listMedia, type MediaRow, saveMedia } from './media.queries.ts'
import { isMediaName, isSlot, TOO_MANY_PHOTOS } from './media.rules.ts'
import { type StoredMedia, storeMedia, UnreadableMedia } from './media.service.ts'

export interface ListedPhoto {
  readonly row: number
  readonly articleCode: string
  readonly slot: number
  readonly address: string
}

export interface ListedPhotosReport {
  /** Rows whose article has the picture now; `changed`: since this run; `earlier`: an earlier run took them. */
  matched: number
  changed: number
  earlier: number
  /** Pictures that came from the internet, and from the folder. */
  fetched: number
  copied: number
  /** Rows that were not taken, each with the reason for users. */
  refused: { row: number; address: string; reason: string }[]
}

export interface ListedPhotosOptions {
  db: Db
  files: Files
  photos: readonly ListedPhoto[]
  source: PictureSource
  /** A copy of the folder that the shop keeps its pictures in; what is there is not fetched. */
  uploads?: string | undefined
  /** Remembers across runs which addresses were taken. */
  journal: string
  onProgress?: (done: number, total: number) => void
}

/** Changes that are shown together: what a killed run fetched before them need not be fetched again. */
const TOGETHER = 20
/** Failures in a row after which a server is asked no more. */
const MOST_FAILURES = 5

/**
 * Takes in the pictures of a list one after another, so that the other shop's server is not burdened. A run that was cut short
 * goes on where it was: what an earlier run took is not fetched again, unless its place is empty.
 */
export async function importListedPhotos(options: ListedPhotosOptions): Promise<ListedPhotosReport> {
  const { db, files, photos, onProgress } = options
  const report: ListedPhotosReport = { matched: 0, changed: 0, earlier: 0, fetched: 0, copied: 0, refused: [] }
  const idsByCode = await articleIdsByCode(db.kysely)
  const stored = new Map((await listMedia(db.kysely)).map((row) => [keyOf(row), row.file]))
  const taken = await readJournal(options.journal)
  const pictures = pictureReader(options, taken, report)
  const places = new Set<string>()
  let waiting: (MediaRow & { address: string })[] = []

  const keep = async () => {
    if (waiting.length === 0) return
    const changes = waiting.filter((row) => stored.get(keyOf(row)) !== row.file)
    if (changes.length > 0)
      await db.tx(async (t, publish) => {
        await holdFiles(
          t,
          files,
          changes.map(({ file }) => file),
        )
        await saveMedia(t, changes)
        await raiseCatalogueVersion(t, publish)
      })
    // After the commit: a line says that the picture is shown.
    await appendFile(options.journal, waiting.map(journalLine).join(''), { mode: 0o600 })
    report.changed += changes.length
    waiting = []
  }

  for (const [at, { row, articleCode, slot, address }] of photos.entries()) {
    const articleId = idsByCode.get(articleCode)
    const key = articleId && keyOf({ articleId, slot })
    const problem = !articleId
      ? `Ningún artículo tiene el código ${articleCode}`
      : !isSlot(slot)
        ? TOO_MANY_PHOTOS
        : places.has(key as string)
          ? 'El artículo ya tiene otra foto para ese lugar más arriba'
          : undefined
    if (problem || !articleId || !key) report.refused.push({ row, address, reason: problem ?? '' })
    else {
      places.add(key)
      if (stored.has(key) && taken.places.has(`${key} ${address}`)) {
        report.matched++
        report.earlier++
      } else {
        try {
          waiting.push({ articleId, slot, address, ...(await pictures(address)) })
          report.matched++
        } catch (error) {
          if (!(error instanceof PictureUnreachable || error instanceof UnreadableMedia)) throw error
          report.refused.push({ row, address, reason: error.message })
        }
      }
    }
    if (waiting.length >= TOGETHER) await keep()
    onProgress?.(at + 1, photos.length)
  }
  await keep()
  return report
}

const keyOf = ({ articleId, slot }: { articleId: number; slot: number }) => `${articleId}/${slot}`

interface Taken {
  /** 'article/slot address' of pictures that an earlier run took. */
  readonly places: Set<string>
  readonly byAddress: Map<string, StoredMedia>
}

const journalLine = ({ articleId, slot, address, file, kind, contentType }: MediaRow & { address: string }) =>
  `${JSON.stringify({ place: keyOf({ articleId, slot }), address, file, kind, contentType })}\n`

/** A line that a killed run left cut off has the next one behind it: the pictures of both are taken again. */
function readLine(line: string): ({ place: string; address: string } & StoredMedia) | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

async function readJournal(path: string): Promise<Taken> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const taken: Taken = { places: new Set(), byAddress: new Map() }
  for (const line of text.split('\n')) {
    const taking = readLine(line)
    if (!taking) continue
    const { place, address, ...media } = taking
    taken.places.add(`${place} ${address}`)
    taken.byAddress.set(address, media)
  }
  return taken
}

/** Reads a picture into the store: one that is there already, one of the folder, or else the address's. */
function pictureReader(
  { files, source, uploads }: ListedPhotosOptions,
  { byAddress }: Taken,
  report: ListedPhotosReport,
): (address: string) => Promise<StoredMedia> {
  const failures = new Map<string, number>()
  let folder: Promise<FolderIndex> | undefined
  return async (address) => {
    const known = byAddress.get(address)
    if (known && (await files.touch(known.file))) return known
    if (uploads) folder ??= indexFolder(uploads)
    const copy = (await folder)?.find(address)
    const bytes = copy ? await readSmall(copy) : await fetched(address)
    if (copy) report.copied++
    else report.fetched++
    const media = await storeMedia(files, bytes, 'image')
    byAddress.set(address, media)
    return media
  }

  async function fetched(address: string): Promise<Buffer> {
    const host = URL.canParse(address) ? new URL(address).host : ''
    if ((failures.get(host) ?? 0) >= MOST_FAILURES)
      throw new PictureUnreachable(`${host} no responde: no se le pidió más. Repita el comando más tarde`)
    try {
      const bytes = await source.fetch(address)
      failures.delete(host)
      return bytes
    } catch (error) {
      if (error instanceof PictureUnreachable && error.isServerGone) failures.set(host, (failures.get(host) ?? 0) + 1)
      throw error
    }
  }
}

async function readSmall(path: string): Promise<Buffer> {
  if ((await stat(path)).size > MOST_PICTURE_BYTES) throw new UnreadableMedia('large', 'La foto supera los 20 MB')
  return readFile(path)
}

interface FolderIndex {
  /** The file of an address: by its path below 'uploads', else by its name where only one file has it. */
  find(address: string): string | undefined
}

async function indexFolder(root: string): Promise<FolderIndex> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const byPath = new Map<string, string>()
  const byName = new Map<string, string | null>()
  for (const entry of entries) {
    if (!entry.isFile() || !isMediaName(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    byPath.set(inFolder(path.slice(root.length)), path)
    const name = entry.name.toLowerCase()
    byName.set(name, byName.has(name) ? null : path)
  }
  return {
    find(address) {
      const path = pathOf(address)
      const at = path.indexOf('/uploads/')
      const below = at < 0 ? '' : inFolder(path.slice(at + '/uploads/'.length))
      const name = path.split('/').at(-1) ?? ''
      return byPath.get(below) ?? byName.get(name) ?? undefined
    },
  }
}

const inFolder = (path: string): string => path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

function pathOf(address: string): string {
  try {
    return decodeURIComponent(new URL(address).pathname).toLowerCase()
  } catch {
    return ''
  }
}
