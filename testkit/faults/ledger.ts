/** What was asked of a shop at each point and what it acknowledged, against what it stored. */
import { POINTS, type Stored } from './points.ts'

interface Entry {
  readonly point: string
  readonly mark: string
  readonly isAcknowledged: boolean
}

export interface Ledger {
  note(entry: Entry): void
  /** Marks of what a point acknowledged. */
  acknowledged(point: string): string[]
  /** What is lost, doubled or neither whole nor absent, in Spanish. */
  check(stored: Stored, isRestored: boolean): Promise<string[]>
}

export function createLedger(): Ledger {
  const entries: Entry[] = []
  const at = (point: string) => entries.filter((entry) => entry.point === point)
  const acknowledged = (point: string) =>
    at(point).flatMap(({ mark, isAcknowledged }) => (isAcknowledged ? [mark] : []))

  /** The last piece that was acknowledged is there, or one that was tried after it. */
  const misplaced = (point: string, marks: readonly string[]): string[] => {
    const tried = at(point)
    const last = tried.findLastIndex(({ isAcknowledged }) => isAcknowledged)
    if (last < 0) return []
    const allowed = tried.slice(last).map(({ mark }) => mark)
    const [kept, ...others] = marks
    return kept !== undefined && others.length === 0 && allowed.includes(kept)
      ? []
      : [`${point}: quedó «${marks.join(', ')}» y no «${allowed[0]}»`]
  }

  /** Every piece that was acknowledged is there, once. */
  const miscounted = (point: string, marks: readonly string[]): string[] =>
    [...new Set(acknowledged(point))].flatMap((mark) => {
      const times = marks.filter((stored) => stored === mark).length
      if (times === 1) return []
      return [times === 0 ? `${point}: falta «${mark}»` : `${point}: «${mark}» está ${times} veces`]
    })

  return {
    note: (entry) => void entries.push(entry),
    acknowledged,
    async check(stored, isRestored) {
      const found: string[] = []
      for (const [name, { replaces, isTransient, pieces }] of Object.entries(POINTS)) {
        if (isRestored && isTransient) continue
        const all = await pieces(stored)
        for (const { mark, isWhole } of all) if (!isWhole) found.push(`${name}: «${mark}» quedó a medias`)
        const marks = all.map(({ mark }) => mark)
        found.push(...(replaces ? misplaced(name, marks) : miscounted(name, marks)))
      }
      return found
    },
  }
}
