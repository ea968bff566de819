/** What is worth reading again is kept for a while, and made anew behind the back of whoever asks. */

interface KeptOptions {
  /** Milliseconds after which it is made anew. */
  readonly freshMs: number
  /** Milliseconds up to which the old one is answered meanwhile; after that one waits for the new one. */
  readonly usableMs: number
  readonly now?: () => number
}

/** `make`, at most one at a time and not more often than `freshMs`. A failure is whoever's who waits for it, and is not kept. */
export function kept<T>(
  make: () => Promise<T>,
  { freshMs, usableMs, now = Date.now }: KeptOptions,
): () => Promise<T> {
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
  return async () => {
    const age = last ? now() - last.at : Number.POSITIVE_INFINITY
    if (!last || age >= usableMs) return begin()
    // Who asks next hears of a failure, when the old one is too old.
    if (age >= freshMs) begin().catch(() => undefined)
    return last.value
  }
}

/** Asks in turn, at once and every `everyMs`, so that the first who comes in the morning waits for none of it. */
export function keepAhead(asks: readonly (() => Promise<unknown>)[], everyMs: number) {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const round = async (): Promise<void> => {
    for (const ask of asks) {
      if (stopped) return
      // A failure is told to whoever asks and waits.
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
