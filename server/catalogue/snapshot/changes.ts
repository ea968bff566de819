/** Since which version each article is as it is: a device with an older catalogue is told of the changes since (R224). */
import type { Levels } from '../../../contract/device-catalogue.ts'
import { sharedFloat64, sharedUint32 } from '../../../engine/shared-arrays.ts'
import type { SnapshotData } from './build-snapshot.ts'

/** By ascending article id, in shared memory, so that the next build's thread compares with it at no cost. */
export interface Changes {
  readonly version: number
  /** The oldest version that changes are known from. */
  readonly from: number
  readonly ids: Float64Array
  /** Two words an article: a fingerprint of its row. */
  readonly prints: Uint32Array
  /** The version in which each was first seen as it is; never later than it became so. */
  readonly since: Float64Array
  /** Articles that have gone, and the version they were first missing from. */
  readonly removed: ReadonlyMap<number, number>
  /** The places of brands, categories and subcategories, and since when they are so. */
  readonly levels: Levels
  readonly levelsSince: number
}

/**
 * Writes two hashes of bytes[from … end − 1] to `into`: FNV-1a, and one over the states of the first. With two words, no two
 * rows are taken for the same.
 */
function fingerprint(bytes: Uint8Array, from: number, end: number, into: Uint32Array, at: number): void {
  let first = 0x811c9dc5
  let second = 0x9e3779b9
  for (let i = from; i < end; i++) {
    first = Math.imul(first ^ bytes[i]!, 0x01000193)
    second = Math.imul(second ^ (first >>> 15), 0x85ebca6b)
  }
  into[at] = first
  into[at + 1] = second
}

/** Compares this build of `version` with the one before; without one, all its articles are new. */
export function compareWith(
  before: Changes | undefined,
  { index, json }: SnapshotData,
  { version, levels }: Pick<Changes, 'version' | 'levels'>,
): Changes {
  const { size, articles } = index
  const ids = sharedFloat64(size)
  const prints = sharedUint32(size * 2)
  const since = sharedFloat64(size)
  const removed = new Map(before?.removed)
  let oldAt = 0
  for (let at = 0; at < size; at++) {
    const row = articles.rowsById[at]!
    const id = articles.idOf[row]!
    ids[at] = id
    fingerprint(json.bytes, json.start[row]!, json.start[row + 1]!, prints, at * 2)
    since[at] = version
    removed.delete(id)
    if (!before) continue
    for (; oldAt < before.ids.length && before.ids[oldAt]! < id; oldAt++) removed.set(before.ids[oldAt]!, version)
    if (before.ids[oldAt] !== id) continue
    const isSame = before.prints[oldAt * 2] === prints[at * 2] && before.prints[oldAt * 2 + 1] === prints[at * 2 + 1]
    if (isSame) since[at] = before.since[oldAt]!
    oldAt++
  }
  for (; before && oldAt < before.ids.length; oldAt++) removed.set(before.ids[oldAt]!, version)
  return {
    version,
    from: before?.from ?? version,
    ids,
    prints,
    since,
    removed,
    levels,
    levelsSince: before && JSON.stringify(before.levels) === JSON.stringify(levels) ? before.levelsSince : version,
  }
}

/** Ids of the articles that changed, came or went after `version`; undefined when changes are not known from there on. */
export function changesSince(
  { from, ids, since, removed }: Changes,
  version: number,
): { changed: number[]; removed: number[] } | undefined {
  if (version < from) return undefined
  const changed: number[] = []
  for (let at = 0; at < ids.length; at++) if (since[at]! > version) changed.push(ids[at]!)
  const removedIds: number[] = []
  for (const [id, missingFrom] of removed) if (missingFrom > version) removedIds.push(id)
  return { changed, removed: removedIds }
}
