/** Putting a list in another order, as browser and server do it: positions are 1 to n after every step (R204). */

/** A list with one of it at another position, counted from 1; below is the first, above the last. */
export function movedTo<T>(list: readonly T[], from: number, position: number): T[] {
  const moved = [...list]
  const [one] = moved.splice(from, 1)
  if (one === undefined) return moved
  moved.splice(Math.min(Math.max(position, 1), list.length) - 1, 0, one)
  return moved
}

/** Ids in the order of the positions given for them; where two want the same one, the list decides. */
export const inOrder = (places: readonly { id: number; position: number }[]): number[] =>
  places
    .map(({ id, position }, index) => ({ id, position, index }))
    .sort((one, other) => one.position - other.position || one.index - other.index)
    .map(({ id }) => id)

/**
 * One's own order over a branch that changed meanwhile: what is gone is left out, what is new follows what it
 * follows now.
 */
export function mergedOrder(own: readonly number[], now: readonly number[]): number[] {
  const there = new Set(now)
  const merged = own.filter((id) => there.has(id))
  const known = new Set(merged)
  for (const [at, id] of now.entries()) {
    if (known.has(id)) continue
    const before = at === 0 ? -1 : merged.indexOf(now[at - 1] as number)
    merged.splice(before + 1, 0, id)
    known.add(id)
  }
  return merged
}
