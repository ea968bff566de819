/**
 * The first letters of a text that a stranger wrote, at most so many UTF-16 units, and no half of a character: a database refuses
 * JSON with one.
 */
export const cutText = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
