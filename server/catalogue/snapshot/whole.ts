/** The whole catalogue as a device takes it, compressed once for all devices: made in the build's thread (R224). */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { deviceAnswerJson, type Level, type Levels } from '../../../contract/device-catalogue.ts'
import type { CatalogueItem } from '../../../engine/item.ts'
import type { Synonym } from '../../../engine/synonyms.ts'
import type { SnapshotData } from './build-snapshot.ts'
import { type Changes, changesSince } from './changes.ts'

/** The answer's bytes at one version, for each encoding. */
export interface Whole {
  readonly version: number
  readonly br: Uint8Array
  readonly gzip: Uint8Array
}

/** The whole catalogue is made anew once more than this share of the articles changed since the last one was made. */
const STALE_SHARE = 0.02

// Quality 11 saves another tenth and takes ten times as long, 5 is a twentieth larger (decision 0073).
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 }

/** Whether so much changed since the whole catalogue of version `whole` that new devices should get another. */
export function isStale(whole: number | undefined, changes: Changes): boolean {
  const since = whole === undefined ? undefined : changesSince(changes, whole)
  return !since || since.changed.length + since.removed.length > changes.ids.length * STALE_SHARE
}

/** The brands, categories and subcategories that hold articles, each list by ascending id, and the synonyms. */
export function levelsOf(items: readonly CatalogueItem[], synonyms: readonly Synonym[]): Levels {
  const brands = new Map<number, Level>()
  const categories = new Map<number, Level>()
  const subcategories = new Map<number, Level>()
  const note = (level: Map<number, Level>, id: number | null, position: number, name: string) => {
    if (id !== null && !level.has(id)) level.set(id, { id, position, name })
  }
  for (const item of items) {
    note(brands, item.brandId, item.brandPosition, item.brand)
    note(categories, item.categoryId, item.categoryPosition, item.category)
    note(subcategories, item.subcategoryId, item.subcategoryPosition, item.subcategory)
  }
  const byId = (level: ReadonlyMap<number, Level>) => [...level.values()].sort((a, b) => a.id - b.id)
  return {
    brands: byId(brands),
    categories: byId(categories),
    subcategories: byId(subcategories),
    synonyms: [...synonyms],
  }
}

/**
 * Writes and compresses a whole catalogue from the text of each row; takes about half a second of a processor for 10,000
 * articles.
 */
export function makeWhole(
  { index: { articles } }: SnapshotData,
  rowJson: (row: number) => string,
  { version, levels }: Pick<Changes, 'version' | 'levels'>,
): Whole {
  const rows = Array.from(articles.rowsById, (row) => JSON.parse(rowJson(row)))
  const text = Buffer.from(deviceAnswerJson(rows, { version, removed: [], levels }))
  return { version, br: brotliCompressSync(text, { params: BROTLI }), gzip: gzipSync(text, { level: 9 }) }
}
