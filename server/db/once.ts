/** A function that runs `work` at its first call; every call waits for the same end. Several places shut the shop down. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work()
    return running
  }
}
