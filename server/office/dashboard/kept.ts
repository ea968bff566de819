/** A cache for figures that take long: the old value is answered while the new one is made. */

interface KeptOptions {
  /** Milliseconds after which the value is made anew. */
  readonly freshMs: number
  /** Milliseconds up to which the old value is answered meanwhile; after that, callers wait for the new value. */
  readonly usableMs: number
  readonly now?: () => number
}

/** A kept value; `renew` makes it anew, whatever its age. */
export interface Kept<T> {
  (): Promise<T>
  renew: () => Promise<T>
}

/** `make`, at most once at a time and not more often than `freshMs`. A failure goes to those who wait and is not kept. */
export function kept<T>(make: () => Promise<T>, { freshMs, usableMs, now = Date.now }: KeptOptions): Kept<T> {
  let last: { value: T; at: number } | undefined
  let making: Promise<T> | undefined
  const begin = (): Promise<T> => {
    making ??= make()
      .then((value) => {
        last = { value, at: now() }
        return value
      })
      .finally(() => {
        making = undefined
      })
    return making
  }
  const read = async (): Promise<T> => {
    const age = last ? now() - last.at : Number.POSITIVE_INFINITY
    if (!last || age >= usableMs) return begin()
    // A failure is left to a later call, which waits when the old value is too old.
    if (age >= freshMs) begin().catch(() => undefined)
    return last.value
  }
  // What is being made may have begun before the change that somebody wants to see.
  const renew = async (): Promise<T> => {
    await making?.catch(() => undefined)
    return begin()
  }
  return Object.assign(read, { renew })
}

/** Calls each function in turn, at once and every `everyMs`, so that the first user of the morning waits for none. */
export function keepAhead(asks: readonly (() => Promise<unknown>)[], everyMs: number) {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const round = async (): Promise<void> => {
    for (const ask of asks) {
      if (stopped) return
      // A failure is told to a caller who waits.
      await ask().catch(() => undefined)
    }
  }
  return {
    begin(): void {
      void round()
      timer = setInterval(() => void round(), everyMs).unref()
    },
    stop(): void {
      stopped = true
      clearInterval(timer)
    },
  }
}
