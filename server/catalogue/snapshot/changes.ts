/** Since when each article looks as it does: what a device that has an older catalogue is told (R224). */
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

/** FNV-1a, and the same over the sums of what it has seen: two words, so that no two rows are taken for one. */
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

/** What changed between `before`, if there is one, and this build of `version`. */
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
  let old = 0
  for (let at = 0; at < size; at++) {
    const row = articles.rowsById[at]!
    const id = articles.idOf[row]!
    ids[at] = id
    fingerprint(json.bytes, json.start[row]!, json.start[row + 1]!, prints, at * 2)
    since[at] = version
    removed.delete(id)
    if (!before) continue
    for (; old < before.ids.length && before.ids[old]! < id; old++) removed.set(before.ids[old]!, version)
    if (before.ids[old] !== id) continue
    const same =
      before.prints[old * 2] === prints[at * 2] && before.prints[old * 2 + 1] === prints[at * 2 + 1]
    if (same) since[at] = before.since[old]!
    old++
  }
  for (; before && old < before.ids.length; old++) removed.set(before.ids[old]!, version)
  return {
    version,
    from: before?.from ?? version,
    ids,
    prints,
    since,
    removed,
    levels,
    levelsSince:
      before && JSON.stringify(before.levels) === JSON.stringify(levels) ? before.levelsSince : version,
  }
}

/** The articles that changed or came after `version`, and those that went; undefined when it is not known from there. */
export function changesSince(
  { from, ids, since, removed }: Changes,
  version: number,
): { changed: number[]; removed: number[] } | undefined {
  if (version < from) return undefined
  const changed: number[] = []
  for (let at = 0; at < ids.length; at++) if (since[at]! > version) changed.push(ids[at]!)
  const gone: number[] = []
  for (const [id, went] of removed) if (went > version) gone.push(id)
  return { changed, removed: gone }
}
