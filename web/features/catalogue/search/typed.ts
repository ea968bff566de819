/** What was typed in a card and not added yet: it outlives a search, in this page, for its own user and client. */

export interface Typed {
  readonly quantity?: string
  readonly note?: string
}

const typed = new Map<string, Typed>()
const nameOf = (userId: number, clientId: number, articleId: number) => `${userId}:${clientId}:${articleId}`

export const typedFor = (userId: number, clientId: number, articleId: number): Typed =>
  typed.get(nameOf(userId, clientId, articleId)) ?? {}

/** Keeps it; null when it has been added. */
export function keepTyped(userId: number, clientId: number, articleId: number, value: Typed | null): void {
  const name = nameOf(userId, clientId, articleId)
  if (value) typed.set(name, value)
  else typed.delete(name)
}
