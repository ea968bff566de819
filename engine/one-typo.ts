/**
 * Whether the word letters[from … end − 1] and `typed` are exactly one typing error apart: a letter too
 * many, missing, wrong, or two neighbours swapped (Damerau distance 1).
 */
export function isOneTypoAway(letters: Uint16Array, from: number, end: number, typed: string): boolean {
  const length = end - from
  const shorter = Math.min(length, typed.length)
  if (Math.max(length, typed.length) - shorter > 1) return false

  let sameStart = 0
  while (sameStart < shorter && letters[from + sameStart] === typed.charCodeAt(sameStart)) sameStart++
  let sameEnd = 0
  const longestEnd = shorter - sameStart
  while (sameEnd < longestEnd && letters[end - 1 - sameEnd] === typed.charCodeAt(typed.length - 1 - sameEnd)) sameEnd++

  if (length !== typed.length) return sameStart + sameEnd === shorter
  const different = length - sameStart - sameEnd
  if (different === 1) return true
  return (
    different === 2 &&
    letters[from + sameStart] === typed.charCodeAt(sameStart + 1) &&
    letters[from + sameStart + 1] === typed.charCodeAt(sameStart)
  )
}
