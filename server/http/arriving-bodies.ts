/**
 * Bodies that have begun and are not whole yet (R277). They take no place among the requests under way, so that nobody keeps others
 * waiting by beginning bodies and never ending them; and they must not become many. Where a sender, its network or all together
 * have too many, the oldest one of them ends: a body that is sent as fast as its line allows is whole before it is the oldest. Those
 * that began within the last half second may be more: their bytes came with their headers, and wait for their turn here.
 */
import { isIPv4 } from 'node:net'

export interface ArrivingBody {
  /** Counts bytes that arrived; they stay in memory until the body is whole. */
  grow(bytes: number): void
  /** The body is whole, was refused, or its connection closed. */
  leave(): void
}

export interface ArrivingBodies {
  /**
   * Counts a body that begins.
   * @param who The id of the user who sends it; for whoever is not signed in the `visitorKey` of the address.
   * @param end Ends the body as too slow. Called at most once, and never after `leave`.
   */
  begin(who: number | string, end: () => void): ArrivingBody
  /** Bodies that arrive now, and how many were ended since the start because there were too many. */
  counts(): { readonly arriving: number; readonly ended: number }
}

export interface ArrivingLimits {
  /** Bodies at once: of a user or address, and of the network of an address. */
  readonly ofOne: number
  readonly ofNetwork: number
  /** All bodies at once of whoever is signed in, and as many of all strangers: these never end a user's. */
  readonly ofAll: number
  /** Bytes of all bodies together. */
  readonly bytes: number
}

const LIMITS: ArrivingLimits = { ofOne: 20, ofNetwork: 60, ofAll: 300, bytes: 128 * 2 ** 20 }

/** Milliseconds in which a body is not ended, however many there are. */
const GRACE_MS = 500

/** @param now Milliseconds; tests bring a clock. */
export function createArrivingBodies(
  limits: ArrivingLimits = LIMITS,
  now: () => number = () => performance.now(),
): ArrivingBodies {
  interface Body {
    readonly begun: number
    bytes: number
    readonly groups: readonly string[]
    readonly end: () => void
  }
  const bodies = new Set<Body>()
  // The bodies of each group, in the order in which they began.
  const groups = new Map<string, Set<Body>>()
  let bytes = 0
  let ended = 0

  const leave = (body: Body) => {
    if (!bodies.delete(body)) return
    bytes -= body.bytes
    for (const name of body.groups) {
      const group = groups.get(name)
      group?.delete(body)
      if (group?.size === 0) groups.delete(name)
    }
  }
  const end = (body: Body) => {
    ended++
    leave(body)
    body.end()
  }
  return {
    begin(who, endBody) {
      const mostOf = groupsOf(who, limits)
      const body: Body = { begun: now(), bytes: 0, groups: mostOf.map(([name]) => name), end: endBody }
      bodies.add(body)
      for (const [name, most] of mostOf) {
        const group = (groups.get(name) ?? new Set()).add(body)
        groups.set(name, group)
        for (const oldest of group) {
          if (group.size <= most || body.begun - oldest.begun < GRACE_MS) break
          end(oldest)
        }
      }
      return {
        grow(more) {
          if (!bodies.has(body)) return
          body.bytes += more
          bytes += more
          while (bytes > limits.bytes)
            end([...bodies].reduce((large, other) => (other.bytes > large.bytes ? other : large)))
        },
        leave: () => leave(body),
      }
    },
    counts: () => ({ arriving: bodies.size, ended }),
  }
}

/** The groups that a sender's body counts in, each with the bodies that it may have. */
function groupsOf(who: number | string, { ofOne, ofNetwork, ofAll }: ArrivingLimits): [name: string, most: number][] {
  if (typeof who === 'number')
    return [
      [`user ${who}`, ofOne],
      ['users', ofAll],
    ]
  return [
    [`address ${who}`, ofOne],
    [`network ${networkOf(who)}`, ofNetwork],
    ['strangers', ofAll],
  ]
}

/** The network of a `visitorKey`: of an IPv4 address its /24, of a /64 of IPv6 its /48. */
function networkOf(visitor: string): string {
  return isIPv4(visitor) ? visitor.slice(0, visitor.lastIndexOf('.')) : visitor.split(':').slice(0, 3).join(':')
}
