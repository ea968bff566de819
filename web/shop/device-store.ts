/**
 * What the device keeps for its user until the server has it (R33, R37): one entry per user, client and article, so
 * that two tabs never overwrite each other's. Written at once, before anything is sent: a closed tab loses nothing.
 * Entries are read for their own user only and stay until they are stored or discarded by a choice.
 */

/** Whose cart: the user, and the ERP client it is filled for (−1 none). */
export interface CartOwner {
  readonly userId: number
  readonly clientId: number
}

/** A line as it was typed. */
export interface KeptLine {
  readonly articleId: number
  readonly code: string
  /** Units; zero takes the article out of the cart. */
  readonly quantity: number
  /** Undefined: the stored one stays as it is. */
  readonly note?: string
}

const prefixOf = ({ userId, clientId }: CartOwner) => `sin-guardar:${userId}:${clientId}:`

const isLine = (value: unknown): value is KeptLine => {
  const { articleId, code, quantity, note } = (value ?? {}) as Partial<Record<keyof KeptLine, unknown>>
  return (
    Number.isInteger(articleId) &&
    typeof code === 'string' &&
    Number.isInteger(quantity) &&
    (note === undefined || typeof note === 'string')
  )
}

function read(text: string | null): KeptLine | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isLine(value) ? value : null
  } catch {
    return null
  }
}

/** Keeps a line in place of the article's earlier one. A browser that refuses storage keeps it until the page closes. */
export function keepLine(owner: CartOwner, { articleId, code, quantity, note }: KeptLine): void {
  try {
    localStorage.setItem(prefixOf(owner) + articleId, JSON.stringify({ articleId, code, quantity, note }))
  } catch {
    // As above.
  }
}

/** Forgets an article's line: the server has it, or the user has discarded it. */
export function dropLine(owner: CartOwner, articleId: number): void {
  try {
    localStorage.removeItem(prefixOf(owner) + articleId)
  } catch {
    // Nothing was kept then.
  }
}

/** The lines that are kept for a cart, by article. */
export function keptLines(owner: CartOwner): KeptLine[] {
  try {
    const prefix = prefixOf(owner)
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => read(localStorage.getItem(name)) ?? [])
      .sort((a, b) => a.articleId - b.articleId)
  } catch {
    return []
  }
}

/** Calls `listener` with the article whose line another tab has dropped; answers how to stop. */
export function onDroppedElsewhere(owner: CartOwner, listener: (articleId: number) => void): () => void {
  const prefix = prefixOf(owner)
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key?.startsWith(prefix) && newValue === null) listener(Number(key.slice(prefix.length)))
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
