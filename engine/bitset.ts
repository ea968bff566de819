/** Sets of row numbers, one bit per row. Int32Array because bit operations stay on machine integers there. */
export type Bitset = Int32Array

const wordsFor = (size: number): number => (size + 31) >>> 5

/** An empty set for rows 0 … size − 1. */
export const createBitset = (size: number): Bitset => new Int32Array(wordsFor(size))

/** A set for rows 0 … size − 1 that holds them all. */
export function createFullBitset(size: number): Bitset {
  const bits = createBitset(size)
  addRun(bits, 0, size)
  return bits
}

/** Adds the rows from … to − 1. */
export function addRun(bits: Bitset, from: number, to: number): void {
  if (from >= to) return
  const first = from >>> 5
  const last = (to - 1) >>> 5
  const head = -1 << (from & 31)
  const tail = -1 >>> (31 - ((to - 1) & 31))
  if (first === last) {
    bits[first]! |= head & tail
    return
  }
  bits[first]! |= head
  bits.fill(-1, first + 1, last)
  bits[last]! |= tail
}

/** Adds the members of another set. */
export function unite(into: Bitset, other: Bitset): void {
  for (let w = 0; w < into.length; w++) into[w]! |= other[w]!
}

/** Keeps in `into` only what is also in `other`. */
export function intersect(into: Bitset, other: Bitset): void {
  for (let w = 0; w < into.length; w++) into[w]! &= other[w]!
}

/** Whether two sets have a row in common. */
export function meet(bits: Bitset, other: Bitset): boolean {
  for (let w = 0; w < bits.length; w++) if ((bits[w]! & other[w]!) !== 0) return true
  return false
}

/** Makes `into` the rows of `bits` that are in `within` but not in `without`. */
export function difference(into: Bitset, bits: Bitset, within: Bitset, without: Bitset | undefined): void {
  if (without) for (let w = 0; w < into.length; w++) into[w] = bits[w]! & within[w]! & ~without[w]!
  else for (let w = 0; w < into.length; w++) into[w] = bits[w]! & within[w]!
}

/** The number of bits set in a 32-bit word. */
function countWord(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The rows of 0 … size − 1 of which something holds. */
export function rowsWhere(size: number, holds: (row: number) => boolean): Bitset {
  const bits = createBitset(size)
  for (let row = 0; row < size; row++) if (holds(row)) bits[row >>> 5]! |= 1 << (row & 31)
  return bits
}

/** Keeps in `bits` only the rows of which something holds. */
export function keepWhere(bits: Bitset, holds: (row: number) => boolean): void {
  for (let w = 0; w < bits.length; w++) {
    let kept = bits[w]!
    for (let bitsLeft = kept; bitsLeft !== 0; bitsLeft &= bitsLeft - 1) {
      const bit = bitsLeft & -bitsLeft
      if (!holds((w << 5) + 31 - Math.clz32(bit))) kept ^= bit
    }
    bits[w] = kept
  }
}

/** Calls `work` with each row of the set, in ascending order. */
export function forEach(bits: Bitset, work: (row: number) => void): void {
  for (let w = 0; w < bits.length; w++)
    for (let bitsLeft = bits[w]!; bitsLeft !== 0; bitsLeft &= bitsLeft - 1)
      work((w << 5) + 31 - Math.clz32(bitsLeft & -bitsLeft))
}

/** How many rows two sets have in common. */
export function meetCount(bits: Bitset, other: Bitset): number {
  let total = 0
  for (let w = 0; w < bits.length; w++) total += countWord(bits[w]! & other[w]!)
  return total
}

/** How many rows the set holds. */
export function count(bits: Bitset): number {
  let total = 0
  for (let w = 0; w < bits.length; w++) if (bits[w] !== 0) total += countWord(bits[w]!)
  return total
}

/** How many of the rows from … to − 1 the set holds. */
export function countRun(bits: Bitset, from: number, to: number): number {
  if (from >= to) return 0
  const first = from >>> 5
  const last = (to - 1) >>> 5
  const head = -1 << (from & 31)
  const tail = -1 >>> (31 - ((to - 1) & 31))
  if (first === last) return countWord(bits[first]! & head & tail)
  let total = countWord(bits[first]! & head) + countWord(bits[last]! & tail)
  for (let w = first + 1; w < last; w++) if (bits[w] !== 0) total += countWord(bits[w]!)
  return total
}

/** Appends to `out` the rows of the set in ascending order, leaving out the first `skip`, at most `take`. */
export function collect(bits: Bitset, skip: number, take: number, out: number[]): void {
  let toSkip = skip
  let toTake = take
  for (let w = 0; w < bits.length && toTake > 0; w++) {
    let word = bits[w]!
    if (word === 0) continue
    if (toSkip > 0) {
      const inWord = countWord(word)
      if (inWord <= toSkip) {
        toSkip -= inWord
        continue
      }
    }
    for (; word !== 0 && toTake > 0; word &= word - 1) {
      if (toSkip > 0) {
        toSkip--
        continue
      }
      out.push((w << 5) + 31 - Math.clz32(word & -word))
      toTake--
    }
  }
}
