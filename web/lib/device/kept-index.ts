/** Which answers stay on the device when there is no room for all (R226): pure. */

/** More answers than this are not kept. */
const MOST = 200
/** The most answers of one call: the searches of an afternoon must not push out the client's addresses. */
const MOST_OF_CALL = 50

/** A query's hash is its key as JSON: method, path, values. */
const callOf = (hash: string): string => {
  const [method, path] = JSON.parse(hash) as [string, string]
  return `${method} ${path}`
}

/**
 * The answers that stay: the newest, and of each call `MOST_OF_CALL` at most.
 * @param index When each answer came, by its query's hash
 */
export function staying(index: Readonly<Record<string, number>>): Record<string, number> {
  const ofCall = new Map<string, number>()
  const kept = Object.entries(index)
    .sort(([, a], [, b]) => b - a)
    .filter(([hash]) => {
      const call = callOf(hash)
      const count = (ofCall.get(call) ?? 0) + 1
      ofCall.set(call, count)
      return count <= MOST_OF_CALL
    })
  return Object.fromEntries(kept.slice(0, MOST))
}
