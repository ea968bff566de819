/** `bulto photos DIR`: a folder of photos named by article code (R30). */
import { readdir, readFile, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import type { Db } from '../../db/open.ts'
import type { Files } from '../../ports/files/port.ts'
import { otherFormat } from './containers/unreadable.ts'
import { holdFiles } from './file-use.service.ts'
import { articleIdsByCode, listMedia, type MediaRow, saveMedia } from './media.queries.ts'
import { isLeftBehind, isMediaName, isSlot, placeOfPhoto, TOO_MANY_PHOTOS } from './media.rules.ts'
import { storeMedia, UnreadableMedia } from './media.service.ts'

export interface PhotosReport {
  /** Photos that are stored at their article now, changed or not. */
  matched: number
  changed: number
  /** Names of files whose code no article has. */
  unknown: string[]
  /** Files that were not taken, each with the reason for users. */
  refused: { file: string; reason: string }[]
}

interface Found {
  name: string
  articleId: number
  slot: number
}

export interface PhotosOptions {
  db: Db
  files: Files
  directory: string
  onProgress?: (done: number, total: number) => void
}

const MAX_BYTES = 64 * 1024 * 1024

/**
 * Takes in the photos and videos of a folder. Files are stored first, all rows change in one transaction
 * at the end; a run that was cut short is simply run again, and the same folder twice changes nothing.
 */
export async function importPhotos({ db, files, directory, onProgress }: PhotosOptions): Promise<PhotosReport> {
  const report: PhotosReport = { matched: 0, changed: 0, unknown: [], refused: [] }
  const known = new Map((await listMedia(db.kysely)).map((row) => [keyOf(row), row.file]))
  const found = sortOut(await mediaNames(directory, report), await articleIdsByCode(db.kysely), report)
  const changes: MediaRow[] = []

  let done = 0
  await inParallel(found, async ({ name, articleId, slot }) => {
    try {
      const stored = await storeMedia(files, await readSmallFile(join(directory, name)))
      report.matched += 1
      if (known.get(keyOf({ articleId, slot })) !== stored.file) changes.push({ articleId, slot, ...stored })
    } catch (error) {
      if (!(error instanceof UnreadableMedia)) throw error
      report.refused.push({ file: name, reason: error.message })
    }
    onProgress?.(++done, found.length)
  })

  if (changes.length > 0) {
    await db.tx(async (t, publish) => {
      const names = changes.map(({ file }) => file)
      await holdFiles(t, files, names)
      await saveMedia(t, changes)
      await raiseCatalogueVersion(t, publish)
    })
  }
  report.changed = changes.length
  report.refused.sort((a, b) => compare(a.file, b.file))
  return report
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const keyOf = ({ articleId, slot }: { articleId: number; slot: number }) => `${articleId}/${slot}`

/** Names of pictures and videos; whatever else lies there goes into the report, so that nothing is passed over in silence. */
async function mediaNames(directory: string, report: PhotosReport): Promise<string[]> {
  const entries = (await readdir(directory, { withFileTypes: true })).filter(({ name }) => !isLeftBehind(name))
  for (const entry of entries) {
    if (entry.isDirectory()) report.refused.push({ file: `${entry.name}/`, reason: IS_FOLDER })
    else if (!isMediaName(entry.name)) report.refused.push({ file: entry.name, reason: otherFormat().message })
  }
  return entries
    .filter((entry) => !entry.isDirectory() && isMediaName(entry.name))
    .map((entry) => entry.name)
    .sort(compare)
}
const IS_FOLDER = 'Es una carpeta, y no se mira adentro: ejecute el comando también con ella'

/** Finds each file's article and slot. A file without an article, or whose slot another file has, goes into the report. */
function sortOut(names: readonly string[], idsByCode: ReadonlyMap<string, number>, report: PhotosReport): Found[] {
  const takenBy = new Map<string, string>()
  const found: Found[] = []
  for (const name of names) {
    const place = placeOfPhoto(name, (code) => idsByCode.has(code))
    const articleId = place && idsByCode.get(place.code)
    if (!place || !articleId) {
      report.unknown.push(name)
      continue
    }
    const key = keyOf({ articleId, slot: place.slot })
    const earlierName = takenBy.get(key)
    if (!isSlot(place.slot)) report.refused.push({ file: name, reason: TOO_MANY_PHOTOS })
    else if (earlierName) report.refused.push({ file: name, reason: `Ocupa el mismo lugar que ${earlierName}` })
    else {
      takenBy.set(key, name)
      found.push({ name, articleId, slot: place.slot })
    }
  }
  return found
}

async function readSmallFile(path: string): Promise<Buffer> {
  if ((await stat(path)).size > MAX_BYTES) throw new UnreadableMedia('large', 'El archivo supera los 64 MB')
  return readFile(path)
}

/** One worker per core: more would only hold more decoded photos in memory. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}
