/** Tokens of sessions that were left and that the server may not have ended yet. */
const KEY = 'sesiones-dejadas'

let kept: readonly string[] | undefined

/** The tokens, the oldest first. */
export function keptSignOuts(): readonly string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return kept ?? (Array.isArray(read) ? read.filter((token) => typeof token === 'string') : [])
  } catch {
    return kept ?? []
  }
}

/** Keeps these tokens in place of all earlier ones. A browser that refuses storage keeps them until the page is closed. */
export function keepSignOuts(tokens: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tokens))
  } catch {
    kept = tokens
  }
}
