/** Putting a list in another order, as browser and server do it: positions are 1 to n after every step (R204). */

/**
 * The list with the item at index `from` moved to a position counted from 1. Below 1 it becomes the first, above the length
 * the last.
 */
export function movedTo<T>(list: readonly T[], from: number, position: number): T[] {
  const moved = [...list]
  const [item] = moved.splice(from, 1)
  if (item === undefined) return moved
  moved.splice(Math.min(Math.max(position, 1), list.length) - 1, 0, item)
  return moved
}

/** Ids in the order of their given positions; two of the same position keep the order of the list. */
export const inOrder = (places: readonly { id: number; position: number }[]): number[] =>
  places
    .map(({ id, position }, index) => ({ id, position, index }))
    .sort((a, b) => a.position - b.position || a.index - b.index)
    .map(({ id }) => id)

/**
 * The user's own order of a branch that somebody else changed meanwhile, as `now` has it. Ids that are gone are left out; a
 * new id follows the id that it follows in `now`.
 */
export function mergedOrder(own: readonly number[], now: readonly number[]): number[] {
  const storedIds = new Set(now)
  const merged = own.filter((id) => storedIds.has(id))
  const mergedIds = new Set(merged)
  for (const [at, id] of now.entries()) {
    if (mergedIds.has(id)) continue
    const before = at === 0 ? -1 : merged.indexOf(now[at - 1] as number)
    merged.splice(before + 1, 0, id)
    mergedIds.add(id)
  }
  return merged
}
