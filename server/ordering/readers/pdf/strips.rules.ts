/** Finds the columns of a table by where its words stand: strips of the page with white between them. Pure. */
import type { Line, Piece } from './pdf.types.ts'

/** A stretch of the page's width. */
export interface Span {
  readonly x0: number
  readonly x1: number
}

/** A column of a table: the strip its cells stand in, and the heading above; a strip may have none, and a heading none below. */
export interface Column extends Span {
  readonly heading: string
  /** Whether it could not be told which heading is meant: then nobody may read it by its heading. */
  readonly isDoubtful: boolean
}

/** Of the rows, the share that may stand across a white stretch without closing it. */
const ACROSS = 0.1
/** Points: what stands over less of a strip does not stand in it. */
const TOUCHES = 1
/** Of the narrower of a heading and a strip: below less they are neighbours. */
const ABOVE = 0.3
/** Points that a heading may stand away from its cells, in its own widths. */
const BESIDE = 1.5
/** Points by which the place of a word within its text may be wrong. */
const NEAR = 3

export const overlap = (one: Span, other: Span): number => Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0)
const center = ({ x0, x1 }: Span): number => (x0 + x1) / 2
/** The strips that a piece stands in. */
export const stripsOf = (piece: Span, strips: readonly Span[]): number[] =>
  strips.flatMap((strip, at) => (overlap(piece, strip) > Math.min(TOUCHES, (piece.x1 - piece.x0) / 2) ? [at] : []))

/** Stretches where more than `most` of the spans stand, from the left. */
function stretches(spans: readonly Span[], most: number): Span[] {
  const ends = spans
    .flatMap(
      ({ x0, x1 }) =>
        [
          [x0, 1],
          [x1, -1],
        ] as const,
    )
    .sort((a, b) => a[0] - b[0] || b[1] - a[1])
  const found: Span[] = []
  let count = 0
  let from = 0
  for (const [x, step] of ends) {
    const before = count
    count += step
    if (before <= most && count > most) from = x
    else if (before > most && count <= most && x > from) found.push({ x0: from, x1: x })
  }
  return found
}

/** The strips of the rows; what stands in none of them, because few rows have it, is a strip of its own. */
export function findStrips(rows: readonly Line[]): Span[] {
  const pieces = rows.flatMap((row) => row.pieces)
  const strips = stretches(pieces, Math.floor(rows.length * ACROSS))
  const rare = stretches(
    pieces.filter((piece) => stripsOf(piece, strips).length === 0),
    0,
  )
  return [...strips, ...rare].sort((one, other) => one.x0 - other.x0)
}

/** Words of a piece with where they stand, by the usual widths of letters. */
export function wordsOf(piece: Piece): (Span & { text: string })[] {
  const widths = [...piece.text].map((letter) =>
    /[iljt.,:;'|!]/.test(letter) ? 0.28 : letter === ' ' ? 0.28 : /[A-ZÑMWmw]/.test(letter) ? 0.72 : 0.54,
  )
  const scale = (piece.x1 - piece.x0) / widths.reduce((sum, width) => sum + width, 0)
  const letters = [...piece.text]
  const words: { x0: number; x1: number; text: string }[] = []
  let x = piece.x0
  for (const [at, letter] of letters.entries()) {
    const end = x + (widths[at] ?? 0) * scale
    const last = words.at(-1)
    if (letter !== ' ') {
      if (last && letters[at - 1] !== ' ') {
        last.x1 = end
        last.text += letter
      } else words.push({ x0: x, x1: end, text: letter })
    }
    x = end
  }
  return words
}

/** A piece in two, at its only blank between two places; in one where there is none, or several. */
function cutAt(piece: Piece, from: number, to = from): Piece[] {
  const words = wordsOf(piece)
  const cuts = words
    .slice(1)
    .flatMap(({ x0 }, at) => ((words[at]?.x1 ?? x0) <= to + NEAR && x0 >= from - NEAR ? [at + 1] : []))
  const [right, other] = cuts
  const [end, begin] = [words[(right ?? 0) - 1], words[right ?? 0]]
  if (!end || !begin || other !== undefined) return [piece]
  const text = (part: typeof words) => part.map((word) => word.text).join(' ')
  return [
    { ...piece, x1: Math.min(end.x1, begin.x0), text: text(words.slice(0, right)) },
    { ...piece, x0: Math.max(end.x1, begin.x0), text: text(words.slice(right)) },
  ]
}

/** A piece that stands in several columns, cut at the white between them where it has a blank. */
export function cutAtColumns(piece: Piece, columns: readonly Span[]): Piece[] {
  const own = stripsOf(piece, columns)
    .flatMap((at) => columns[at] ?? [])
    .sort((one, other) => one.x0 - other.x0)
  const [left, right] = own
  if (!left || !right) return [piece]
  const [first, rest] = cutAt(piece, left.x1, right.x0)
  if (!first || !rest) return [piece]
  // What stands before the white, and after it, may stand at its edge no wider than it was taken for.
  const begun = { ...first, x1: Math.min(first.x1, left.x1 + TOUCHES) }
  return [begun, ...cutAtColumns({ ...rest, x0: Math.max(rest.x0, right.x0 - TOUCHES) }, columns)]
}

const isNumber = (text: string): boolean => /\d/.test(text) && !/\p{L}{2}/u.test(text)

/** Two headings next to each other, and the stretch in which their cells may part. */
interface Between {
  readonly left: Span
  readonly right: Span
  readonly from: number
  readonly to: number
}

/**
 * The headings between which a strip may have to be cut: the first two above it, or the one above it and a neighbour without cells.
 * The cells of such a neighbour do not stand under the other heading.
 */
function* headingsOver(
  headings: readonly Span[],
  above: readonly number[][],
  over: readonly number[],
): Generator<Between> {
  const isEmpty = (heading: number) => !above.some((places) => places.includes(heading))
  const [first = -1, second] = over
  for (const at of second === undefined ? [first - 1, first] : [first]) {
    const [left, right] = [headings[at], headings[at + 1]]
    if (!left || !right || (second === undefined && !isEmpty(at === first ? at + 1 : at))) continue
    const whole = { left, right, from: center(left), to: center(right) }
    if (second !== undefined) yield whole
    else if (at === first) yield { ...whole, from: Math.max(whole.from, right.x0 - NEAR) }
    else yield { ...whole, to: Math.min(whole.to, right.x0 + NEAR) }
  }
}

/**
 * Rows whose cells stand so near that they were taken for one text, cut between two headings: at a place where every row has a
 * blank, and one side of it has numbers alone. Undefined where there is none.
 */
function cutBetween(rows: readonly Line[], strip: Span, { left, right, from, to }: Between): Line[] | undefined {
  const inStrip = (piece: Piece) => overlap(piece, strip) > 0
  const both = rows.flatMap(({ pieces }) =>
    pieces.filter((piece) => inStrip(piece) && piece.x0 < right.x1 && piece.x1 > left.x0),
  )
  const places = both.flatMap((piece) => wordsOf(piece).map(({ x1 }) => x1 + 1)).concat(right.x0 - 1)
  for (const x of places.filter((place) => place > from && place < to).sort((a, b) => a - b)) {
    const cut = both.map((piece) => ({ piece, parts: piece.x0 >= x - 2 || piece.x1 <= x + 2 ? [] : cutAt(piece, x) }))
    if (cut.some(({ parts }) => parts.length === 1)) continue
    const sides = [0, 1].map((side) =>
      cut
        .map(({ piece, parts }) => parts[side]?.text ?? ((side === 0) === piece.x0 < x - 2 ? piece.text : ''))
        .filter(Boolean),
    )
    if (sides.some((side) => side.length === 0) || !sides.some((side) => side.every(isNumber))) continue
    const parts = new Map(cut.map((one) => [one.piece, one.parts]))
    return rows.map((row) => ({
      ...row,
      pieces: row.pieces.flatMap((piece) => {
        const found = parts.get(piece)
        return found && found.length > 1 ? found : [piece]
      }),
    }))
  }
  return undefined
}

/** Rows and their columns under headings. A strip whose heading is not certain is doubtful; a strip without one has none. */
export function columnsUnder(
  headings: readonly Piece[],
  rows: readonly Line[],
): { rows: readonly Line[]; columns: Column[] } {
  const strips = findStrips(rows)
  const isAbove = (heading: Span, strip: Span) =>
    overlap(heading, strip) >= ABOVE * Math.min(heading.x1 - heading.x0, strip.x1 - strip.x0)
  const above = strips.map((strip) => headings.flatMap((heading, at) => (isAbove(heading, strip) ? [at] : [])))
  for (const [at, over] of above.entries()) {
    const strip = strips[at]
    for (const between of strip ? headingsOver(headings, above, over) : []) {
      const cut = strip && cutBetween(rows, strip, between)
      // Each cut leaves one strip more, so that this ends.
      if (cut && findStrips(cut).length > strips.length) return columnsUnder(headings, cut)
    }
  }
  standBeside(headings, strips, above)
  const doubtful = new Set([...above.filter((over) => over.length > 1).flat(), ...leftOver(headings, above)])
  const columns = headings.map((heading, at): Column => {
    const below = strips.filter((_, place) => above[place]?.[0] === at)
    const span =
      below.length > 0
        ? { x0: Math.min(...below.map(({ x0 }) => x0)), x1: Math.max(...below.map(({ x1 }) => x1)) }
        : { x0: heading.x0, x1: heading.x0 }
    return { ...span, heading: heading.text, isDoubtful: doubtful.has(at) }
  })
  const others = strips.filter((_, place) => above[place]?.length === 0)
  return { rows, columns: [...columns, ...others.map((strip) => ({ ...strip, heading: '', isDoubtful: false }))] }
}

/** Strips without a heading that stand beside each other, with the first and the last heading that may be theirs. */
function* withoutHeading(
  many: number,
  above: readonly number[][],
): Generator<{ strips: number[]; first: number; end: number }> {
  for (let from = 0; from < above.length; from++) {
    const strips: number[] = []
    for (let at = from; above[at]?.length === 0; at++) strips.push(at)
    if (strips.length === 0) continue
    const first = (above[from - 1]?.at(-1) ?? -1) + 1
    yield { strips, first, end: above[from + strips.length]?.[0] ?? many }
    from += strips.length
  }
}

/**
 * Numbers at the right edge may stand beside their heading: there the headings that are left over are theirs in their order,
 * if they are as many and near, or if the table has as many strips as headings at all.
 */
function standBeside(headings: readonly Span[], strips: readonly Span[], above: number[][]): void {
  for (const { strips: own, first, end } of [...withoutHeading(headings.length, above)]) {
    const isNear = own.every((at, step) => {
      const [heading, strip] = [headings[first + step], strips[at]]
      return heading && strip && -overlap(heading, strip) <= BESIDE * (heading.x1 - heading.x0)
    })
    if (end - first === own.length && (isNear || headings.length === strips.length))
      for (const [step, at] of own.entries()) above[at] = [first + step]
  }
}

/** Headings without cells that may be those of strips without a heading. */
const leftOver = (headings: readonly Span[], above: readonly number[][]): number[] =>
  [...withoutHeading(headings.length, above)].flatMap(({ first, end }) =>
    Array.from({ length: Math.max(0, end - first) }, (_, step) => first + step),
  )
