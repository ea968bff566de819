/** What work costs, for tests that bound it on a machine that does other things too. */

/** Processor time of some work, in milliseconds: what other processes do meanwhile does not count. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** How often a cost is measured at most. */
const TRIES = 5

/**
 * The least of several measurements, and the first one under `enough`. Compiling, collecting garbage and a
 * processor that others share make a try dearer, never cheaper.
 */
export async function leastOf(enough: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let nth = 0; nth < TRIES && least >= enough; nth++) least = Math.min(least, await measure())
  return least
}
