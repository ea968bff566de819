/** Which answers stay on the device when there is no room for all (R226): pure. */

/** More answers than this are not kept. */
const MOST = 200
/** Of one call: what is typed on an afternoon must not push out the addresses of the client. */
const MOST_OF_CALL = 50

/** A query's hash is its key as JSON: method, path, values. */
const callOf = (hash: string): string => {
  const [method, path] = JSON.parse(hash) as [string, string]
  return `${method} ${path}`
}

/** The answers that stay, from all there are by their query's hash and when they came: the newest, of each call so many. */
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
