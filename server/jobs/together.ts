/** Group commit: values that arrive while an earlier write runs are written together. */

/**
 * Makes a function that writes each value given to it once; its promise settles as the write did. A value is written at
 * once when no write runs. Values that arrive while one runs are written together after it, so that under load many
 * share one commit.
 */
export function together<T>(write: (values: readonly T[]) => Promise<void>): (value: T) => Promise<void> {
  let batch: { readonly values: T[]; readonly written: Promise<void> } | undefined
  let previous: Promise<unknown> = Promise.resolve()
  return (value) => {
    if (batch) {
      batch.values.push(value)
      return batch.written
    }
    const values = [value]
    const written = previous.then(() => {
      batch = undefined
      return write(values)
    })
    batch = { values, written }
    previous = written.catch(() => undefined)
    return written
  }
}
