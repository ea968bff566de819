import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSuccessions, moveCodes, planChanges } from './erp-sync.rules.ts'
import type { IncomingRow, RowKey, StoredRow } from './erp-sync.types.ts'

const stored = (...rows: [key: number, code: string, options?: { active?: boolean; fromErp?: boolean }][]) =>
  new Map<RowKey, StoredRow>(
    rows.map(([key, code, { active = true, fromErp = true } = {}]) => [
      key,
      { key, columns: { code, active }, fromErp },
    ]),
  )
const incoming = (...rows: [key: number, code: string, active?: boolean][]): IncomingRow[] =>
  rows.map(([key, code, active = true], place) => ({ row: place + 2, key, columns: { code, active } }))
const full = { full: true, isActive: ({ active }: StoredRow['columns']) => active === true }

describe('planChanges', () => {
  it('counts every incoming row once, and undoes nothing when what it wrote comes again', () => {
    const rows = fc.uniqueArray(fc.tuple(fc.nat(30), fc.constantFrom('a', 'b'), fc.boolean()), {
      selector: ([key]) => key,
    })
    fc.assert(
      fc.property(rows, rows, fc.boolean(), (before, after, isFull) => {
        const options = { ...full, full: isFull }
        const first = stored(...before.map(([key, code, active]): [number, string, object] => [key, code, { active }]))
        const changes = planChanges(first, incoming(...after), options)
        expect(changes.inserted.length + changes.changed.length + changes.unchanged).toBe(after.length)

        for (const { key, columns } of [...changes.inserted, ...changes.changed])
          first.set(key, { key, columns, fromErp: true })
        for (const key of changes.deactivated) {
          const row = first.get(key)
          if (row) row.columns = { ...row.columns, active: false }
        }
        const again = planChanges(first, incoming(...after), options)
        expect(again).toMatchObject({
          inserted: [],
          changed: [],
          deactivated: [],
          unchanged: after.length,
          lost: 0,
        })
      }),
    )
  })

  it('puts nothing out of use that the shop made or that a partial file lacks', () => {
    const rows = stored([1, 'a'], [2, 'b', { fromErp: false }])
    expect(planChanges(rows, [], full)).toMatchObject({ deactivated: [1], lost: 1, activeBefore: 1 })
    expect(planChanges(rows, [], { ...full, full: false })).toMatchObject({ deactivated: [], lost: 0 })
  })
})

describe('moveCodes', () => {
  it('refuses, in a part of a file, all that counted on a code becoming free', () => {
    // 3 wants the code of 9, which is not in the file; so 3 keeps 'c', which 4 counted on, and so on.
    const rows = stored([9, 'z'], [3, 'c'], [4, 'd'], [5, 'e'])
    const moves = moveCodes(rows, incoming([5, 'd'], [4, 'c'], [3, 'z'], [6, 'new']), {
      ...full,
      full: false,
      heading: 'CODE',
    })
    expect(moves.released).toEqual([])
    expect(moves.problems.map(({ row }) => row).sort()).toEqual([2, 3, 4])
  })

  it('lets codes rotate', () => {
    const rows = stored([1, 'a'], [2, 'b'], [3, 'c'])
    expect(moveCodes(rows, incoming([1, 'b'], [2, 'c'], [3, 'a']), { ...full, full: false, heading: 'CODE' })).toEqual({
      problems: [],
      released: [],
      ended: new Map(),
    })
  })
})

describe('findSuccessions', () => {
  const before = stored([1, 'A'], [2, 'B'], [3, 'C', { active: false }], [4, 'D', { fromErp: false }])
  const batch = { full: false, isActive: full.isActive }

  it('needs the old id to end in the same feed, by a batch too', () => {
    const rows = incoming([11, 'A'])
    expect(findSuccessions(before, rows, { ...batch, gone: new Set([1]) })).toEqual([{ from: 1, to: 11, row: 2 }])
    expect(findSuccessions(before, rows, batch)).toEqual([])
  })

  it('is none where the new id was in use, is not now, or the old one was not in use or is the shop’s own', () => {
    expect(findSuccessions(before, incoming([2, 'A']), full)).toEqual([])
    expect(findSuccessions(before, incoming([11, 'A', false]), full)).toEqual([])
    expect(findSuccessions(before, incoming([11, 'C'], [12, 'D']), full)).toEqual([])
  })
})
