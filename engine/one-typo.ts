/**
 * Whether the word letters[from … end − 1] and `typed` are exactly one typing error apart: a letter too
 * many, missing, wrong, or two neighbours swapped (Damerau distance 1).
 */
export function isOneTypoAway(letters: Uint16Array, from: number, end: number, typed: string): boolean {
  const length = end - from
  const shorter = Math.min(length, typed.length)
  if (Math.max(length, typed.length) - shorter > 1) return false

  let before = 0
  while (before < shorter && letters[from + before] === typed.charCodeAt(before)) before++
  let after = 0
  const room = shorter - before
  while (after < room && letters[end - 1 - after] === typed.charCodeAt(typed.length - 1 - after)) after++

  if (length !== typed.length) return before + after === shorter
  const different = length - before - after
  if (different === 1) return true
  return (
    different === 2 &&
    letters[from + before] === typed.charCodeAt(before + 1) &&
    letters[from + before + 1] === typed.charCodeAt(before)
  )
}
