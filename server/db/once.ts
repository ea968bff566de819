/** Shutting down is asked for from several places: `work` runs once and all wait for the same end. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work()
    return running
  }
}
