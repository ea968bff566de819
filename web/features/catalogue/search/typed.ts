/** What was typed in a card and not added yet, kept per user and client while the page is open: a search does not lose it. */

export interface Typed {
  readonly quantity?: string
  readonly note?: string
}

const typed = new Map<string, Typed>()
const nameOf = (userId: number, clientId: number, articleId: number) => `${userId}:${clientId}:${articleId}`

/** What was typed for an article; empty for nothing. */
export const typedFor = (userId: number, clientId: number, articleId: number): Typed =>
  typed.get(nameOf(userId, clientId, articleId)) ?? {}

/** Keeps what was typed; null forgets it, once it has been added. */
export function keepTyped(userId: number, clientId: number, articleId: number, value: Typed | null): void {
  const name = nameOf(userId, clientId, articleId)
  if (value) typed.set(name, value)
  else typed.delete(name)
}
