/** How a word sounds to somebody who writes by ear in Spanish: 'barby' as 'barbie', 'wils' as 'wheels', 'pepa' as 'peppa'. */

const letterOf = (letter: string): number => letter.charCodeAt(0)
const C = letterOf('c')
const E = letterOf('e')
const G = letterOf('g')
const H = letterOf('h')
const I = letterOf('i')
const J = letterOf('j')
const K = letterOf('k')
const O = letterOf('o')
const P = letterOf('p')
const Q = letterOf('q')
const S = letterOf('s')
const U = letterOf('u')
/** The sound of 'ch' and of 'sh'. */
const CH = letterOf('C')

/** The sound of each letter that has one of its own wherever it stands. */
const soundOfLetter = Uint16Array.from({ length: 0x10000 }, (_, letter) => letter)
for (const [letter, sound] of ['vb', 'zs', 'yi', 'qk', 'ck'] as unknown as [string, string][])
  soundOfLetter[letterOf(letter)] = letterOf(sound)

/** The longest sound that is compared. */
export const LONGEST_SOUND = 32

/** Writes the sound of the folded word letters[from … end − 1] into `into`, without double letters; answers its length. */
export function writeSound(letters: ArrayLike<number>, from: number, end: number, into: Uint16Array): number {
  let length = 0
  const add = (sound: number): void => {
    if (length < LONGEST_SOUND && into[length - 1] !== sound) into[length++] = sound
  }
  into[0] = 0
  for (let at = from; at < end; at++) {
    const letter = letters[at]!
    const next = at + 1 < end ? letters[at + 1]! : 0
    const isSoft = next === E || next === I
    if (letter === H) {
      // English names sound it, Spanish words do not.
      if (at === from) add(J)
    } else if ((letter === C || letter === S) && next === H) {
      add(CH)
      at++
    } else if (letter === C) add(isSoft ? S : K)
    else if (letter === G) {
      const afterNext = at + 2 < end ? letters[at + 2]! : 0
      add(isSoft ? J : G)
      if (next === U && (afterNext === E || afterNext === I)) at++
    } else if (letter === Q) {
      add(K)
      if (next === U) at++
    } else if (letter === P && next === H) {
      add(letterOf('f'))
      at++
    } else if (letter === E && next === E) {
      add(I)
      at++
    } else if (letter === O && next === O) {
      add(U)
      at++
    } else if (letter === E && at + 1 === end && at > from + 2 && letters[at - 1] === I) {
      // 'barbie' ends as 'barby' does.
    } else add(soundOfLetter[letter]!)
  }
  return length
}

const rows = [0, 1, 2].map(() => new Uint8Array(LONGEST_SOUND + 2)) as [Uint8Array, Uint8Array, Uint8Array]

/**
 * How many sounds two words differ in: one too many, missing, another, or two neighbours swapped. Above `most` it is only known
 * to be more.
 */
export function differenceOf(
  a: Uint16Array,
  lengthOfA: number,
  b: Uint16Array,
  lengthOfB: number,
  most: number,
): number {
  if (Math.abs(lengthOfA - lengthOfB) > most) return most + 1
  let [before, last, now] = rows
  for (let j = 0; j <= lengthOfB; j++) last[j] = j
  for (let i = 1; i <= lengthOfA; i++) {
    // Further from the diagonal everything costs more than `most`.
    const from = Math.max(1, i - most)
    const to = Math.min(lengthOfB, i + most)
    now[from - 1] = from === 1 ? i : most + 1
    let least = most + 1
    for (let j = from; j <= to; j++) {
      let cost = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      if (last[j]! < cost) cost = last[j]! + 1
      if (now[j - 1]! < cost) cost = now[j - 1]! + 1
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && before[j - 2]! < cost)
        cost = before[j - 2]! + 1
      now[j] = cost
      if (cost < least) least = cost
    }
    now[to + 1] = most + 1
    if (least > most) return most + 1
    const free = before
    before = last
    last = now
    now = free
  }
  return last[lengthOfB]!
}
