/** Writing down together what comes while an earlier writing is on its way. */

/**
 * Makes a function that writes each value given to it once, and settles as its writing did. The first goes at once; what
 * comes meanwhile goes together afterwards: under load many share one commit, and nobody waits for company.
 */
export function together<T>(write: (values: readonly T[]) => Promise<void>): (value: T) => Promise<void> {
  let next: { readonly values: T[]; readonly written: Promise<void> } | undefined
  let last: Promise<unknown> = Promise.resolve()
  return (value) => {
    if (next) {
      next.values.push(value)
      return next.written
    }
    const values = [value]
    const written = last.then(() => {
      next = undefined
      return write(values)
    })
    next = { values, written }
    last = written.catch(() => undefined)
    return written
  }
}
